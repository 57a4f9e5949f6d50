"""Correction periods and the consents they take: Laws 78 and 79, and laws 12, 13 and 39 of the 1912 auction.

Pure: what has happened goes in, the period comes out. The services decide by it, the pages show it.
"""

from dataclasses import dataclass
from enum import StrEnum

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring import Deal, ScoredDeal, Side, Where
from scoring.said import said

MAJORITY, ALL_FOUR = 3, 4
AGREED = gettext_lazy(
    "The net score is agreed: only an admin can open the rubber again."
)


class DealErrorKind(StrEnum):
    """The kinds of error that the laws tell apart: three in contract bridge, two in the auction of 1912."""

    RECORDING = "recording"
    """Law 78: an agreed result was recorded wrongly."""
    AGREEMENT = "agreement"
    """Law 78: the four agreed on a wrong number of tricks."""
    BOOKS = "books"
    """Law 78: two scores were kept, and differ."""
    TRICK_SCORE = "trick score"
    """Law 13 of 1912: the points by tricks are wrong."""
    HONOUR_SCORE = "honour score"
    """Law 12 of 1912: undertricks, points for a revoke, slams or honours are wrong."""


@dataclass(frozen=True, slots=True)
class DealChange:
    """A deal as it is on the sheet, and with other facts; both scored by the rules of the rubber."""

    before: ScoredDeal
    after: ScoredDeal
    named: DealErrorKind | None = None
    """RECORDING or AGREEMENT if the proposer of the change named it; else None."""
    is_other_book: bool = False
    """True if `after` is what the other side's score says."""


@dataclass(frozen=True, slots=True)
class RubberProgress:
    """The progress of a rubber beyond one deal."""

    next_called: bool
    """All have called on the next deal."""
    next_recorded: bool
    """The next deal is recorded: the cards of this one are mixed."""
    game_concluded: bool
    """The game that the deal belongs to is won, and the next has begun."""
    agreed: bool
    """The net score of the rubber is agreed."""


@dataclass(frozen=True, slots=True)
class LegalPeriod:
    """The period of an error: open or over, and the sides that must consent."""

    consents: int
    """The number of consents needed among the four: 3 or 4; 0 when the players cannot correct it any more."""
    words: str
    """A sentence for members."""
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
    """The tricks of North and South; None for a deal passed out."""
    if deal.tricks is None or deal.declarer is None:
        return None
    return deal.tricks if deal.declarer.side is Side.NS else 13 - deal.tricks


def error_by_law_78(change: DealChange) -> DealErrorKind:
    """The kind of error in contract bridge.

    A different number of tricks is a wrong agreement unless the proposer says otherwise. A difference between two
    scores is always BOOKS.
    """
    if change.is_other_book:
        return DealErrorKind.BOOKS
    if differ_in_tricks(change.before.deal, change.after.deal):
        return change.named or DealErrorKind.AGREEMENT
    return DealErrorKind.RECORDING


def error_by_the_code_of_1912(change: DealChange) -> DealErrorKind:
    """The kind of error in royal auction: by the score that it changes, not by the facts that it changes."""
    before = _points_by_tricks(change.before)
    after = _points_by_tricks(change.after)
    if before == after:
        return DealErrorKind.HONOUR_SCORE
    return DealErrorKind.TRICK_SCORE


def _points_by_tricks(scored: ScoredDeal) -> dict[Side, int]:
    """The points by tricks that each side got for the deal."""
    points = dict.fromkeys(Side, 0)
    for line in scored.lines:
        if line.where == Where.BELOW:
            points[line.side] += line.points
    return points


def law_78(error: DealErrorKind, progress: RubberProgress) -> LegalPeriod:
    """The correction period of contract bridge."""
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
    """The correction period of royal auction."""
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
    """The period in which a deal of royal auction can be struck out because its pack was bad: none once it is scored.

    Law 39 makes the current deal void and no prior score; a deal that is played to its end is a prior score (decision
    of the committee, case 3).
    """
    law = said("Law {number} (1912)", number=39)
    if progress.agreed:
        return LegalPeriod(0, str(AGREED), law)
    words = _(
        "A bad pack makes void only the deal that is being played: this score stands."
    )
    return LegalPeriod(0, words, law)
