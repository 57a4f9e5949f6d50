"""Correction periods and the consents they need: Laws 78 and 79, and laws 12, 13 and 39 of the 1912 auction.

The functions compute a period from the progress of a rubber. The services decide by it, and the pages show it.
"""

from dataclasses import dataclass
from enum import StrEnum

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring import Deal, ScoredDeal, Side, Where
from scoring.said import said

MAJORITY, ALL_FOUR = 3, 4
AGREED = gettext_lazy(
    "The net score is agreed: only an arbiter can open the rubber again."
)


class DealErrorKind(StrEnum):
    """The kinds of error that the laws tell apart: three in contract bridge, two in the auction of 1912."""

    RECORDING = "recording"
    """Law 78: an agreed result was recorded wrongly."""
    AGREEMENT = "agreement"
    """Law 78: the four players agreed on a wrong number of tricks."""
    BOOKS = "books"
    """Law 78: two players wrote the score, and their scores differ."""
    TRICK_SCORE = "trick score"
    """Law 13 of 1912: the points for tricks are wrong."""
    HONOUR_SCORE = "honour score"
    """Law 12 of 1912: undertricks, points for a revoke, slams or honours are wrong."""


@dataclass(frozen=True, slots=True)
class DealChange:
    """A deal before and after a proposed change, both scored by the rules of the rubber."""

    before: ScoredDeal
    after: ScoredDeal
    named: DealErrorKind | None = None
    """The kind of error that the proposer named, RECORDING or AGREEMENT; None if the proposer named no kind."""
    is_other_book: bool = False
    """True if `after` is the deal as the other side wrote it in a score of its own."""


@dataclass(frozen=True, slots=True)
class RubberProgress:
    """The progress of a rubber after one of its deals."""

    next_called: bool
    """True if each of the four players has made a call in the auction of the next deal."""
    next_recorded: bool
    """True if the next deal is recorded, so that the cards of this deal are mixed."""
    game_concluded: bool
    """True if the game of the deal is won, and a declaration has been made in the next game (1912, Law 13)."""
    agreed: bool
    """True if the net score of the rubber is agreed."""


@dataclass(frozen=True, slots=True)
class LegalPeriod:
    """The period that a law gives for a correction: the number of consents, a sentence for members, and the law."""

    consents: int
    """The number of players who must consent: 3 or 4; 0 if the players cannot correct the error any more."""
    words: str
    """A sentence that tells members until when, and by whom, the error can be corrected."""
    law: str

    @property
    def is_open(self) -> bool:
        """True if the players can still correct the error."""
        return self.consents > 0


def differ_in_tricks(before: Deal, after: Deal) -> bool:
    """True if both deals were played, and the sides won different numbers of tricks in them."""
    if before.tricks is None or after.tricks is None:
        return False
    return _won_by_ns(before) != _won_by_ns(after)


def _won_by_ns(deal: Deal) -> int | None:
    """The number of tricks that North and South won; None for a deal that was passed out."""
    if deal.tricks is None or deal.declarer is None:
        return None
    return deal.tricks if deal.declarer.side is Side.NS else 13 - deal.tricks


def error_by_law_78(change: DealChange) -> DealErrorKind:
    """The kind of error that a change corrects, in contract bridge.

    A difference between two scores is always BOOKS. Else, a different number of tricks is AGREEMENT unless the proposer
    named another kind; everything else is RECORDING.
    """
    if change.is_other_book:
        return DealErrorKind.BOOKS
    if differ_in_tricks(change.before.deal, change.after.deal):
        return change.named or DealErrorKind.AGREEMENT
    return DealErrorKind.RECORDING


def error_by_the_code_of_1912(change: DealChange) -> DealErrorKind:
    """The kind of error that a change corrects, in royal auction.

    It is TRICK_SCORE if the change alters the points for tricks, else HONOUR_SCORE.
    """
    before = _points_by_tricks(change.before)
    after = _points_by_tricks(change.after)
    if before == after:
        return DealErrorKind.HONOUR_SCORE
    return DealErrorKind.TRICK_SCORE


def _points_by_tricks(scored: ScoredDeal) -> dict[Side, int]:
    """The points for tricks that each side got for the deal."""
    points = dict.fromkeys(Side, 0)
    for line in scored.lines:
        if line.where == Where.BELOW:
            points[line.side] += line.points
    return points


def law_78(error: DealErrorKind, progress: RubberProgress) -> LegalPeriod:
    """The period in which an error in a deal of contract bridge can be corrected."""
    law = said("Law {number}", number=78)
    if progress.agreed:
        return LegalPeriod(0, str(AGREED), law)
    if error is DealErrorKind.BOOKS:
        words = _(
            "Two scores were kept: what a majority of the four remember counts, until the net score is agreed."
        )
        return LegalPeriod(MAJORITY, words, law)
    if error is DealErrorKind.RECORDING:
        words = _(
            "A majority of the four, until the net score of the rubber is agreed."
        )
        return LegalPeriod(MAJORITY, words, law)
    if not progress.next_called:
        words = _(
            "A majority of the four, until all four have called on the next deal."
        )
        return LegalPeriod(MAJORITY, words, law)
    words = _("All four have called on the next deal: all four must consent.")
    return LegalPeriod(ALL_FOUR, words, law)


def law_79(progress: RubberProgress) -> LegalPeriod:
    """The period in which a deal of contract bridge can be struck out because its pack was bad."""
    law = said("Law {number}", number=79)
    if progress.agreed:
        return LegalPeriod(0, str(AGREED), law)
    if progress.next_recorded:
        words = _(
            "The next deal is recorded, so the cards of this one are mixed: its score stands."
        )
        return LegalPeriod(0, words, law)
    words = _(
        "It is struck out only if all four consent before the next deal is recorded; after that its score stands."
    )
    return LegalPeriod(ALL_FOUR, words, law)


def laws_12_and_13_of_1912(
    error: DealErrorKind, progress: RubberProgress
) -> LegalPeriod:
    """The period in which an error in a deal of royal auction can be corrected."""
    is_of_honours = error is DealErrorKind.HONOUR_SCORE
    law = said("Law {number} (1912)", number=13)
    if is_of_honours:
        law = said("Law {number} (1912)", number=12)
    if progress.agreed:
        return LegalPeriod(0, str(AGREED), law)
    if is_of_honours:
        words = _(
            "A majority of the four, until the score of the rubber is made up and agreed."
        )
        return LegalPeriod(MAJORITY, words, law)
    if progress.game_concluded:
        words = _(
            "The game in which it happened is concluded: its trick score is closed."
        )
        return LegalPeriod(0, words, law)
    words = _(
        "A majority of the four, until the game is concluded: then its trick score is closed."
    )
    return LegalPeriod(MAJORITY, words, law)


def law_39_of_1912(progress: RubberProgress) -> LegalPeriod:
    """The period in which a scored deal of royal auction can be struck out because its pack was bad: it is never open.

    Law 39 makes only the current deal void, and lets earlier scores stand. A deal played to its end is an earlier score
    (decision of the committee, case 3).
    """
    law = said("Law {number} (1912)", number=39)
    if progress.agreed:
        return LegalPeriod(0, str(AGREED), law)
    words = _(
        "A faulty pack makes void only the deal that is being played: this score stands."
    )
    return LegalPeriod(0, words, law)
