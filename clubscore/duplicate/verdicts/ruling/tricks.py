"""Rulings about the number of tricks (Law 79B): the question about a claim, and the outcomes that the law allows."""

from datetime import datetime
from typing import NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from clubscore.duplicate.models import Claim, Correction
from clubscore.duplicate.outcomes.desk import BoardDesk
from clubscore.duplicate.outcomes.results import RecordedPlay
from clubscore.duplicate.verdicts.ruling.queries import open_corrections_at
from clubscore.languages.spoken import told
from clubscore.refusals import Refused
from scoring import Deal
from scoring.duplicate import score_board
from scoring.duplicate.correction_period import Code, Moment
from scoring.duplicate.law79 import (
    Conviction,
    ErrorKind,
    LawAnswer,
    Question,
    answer,
    differ_in_tricks_alone,
)
from scoring.duplicate.outcomes import Outcome, Played, Split

STANDS = gettext_lazy("The recorded result stands")
LOWERED = gettext_lazy("Lower one side, and raise none")
CHANGED = gettext_lazy("Change it for both sides")


class TricksRuling(NamedTuple):
    """A ruling about the number of tricks: its outcome, a Claim or "", the law that is named, and the conviction."""

    outcome: Outcome | None
    claim: str
    law: str
    conviction: Conviction


class OfferedOutcome(NamedTuple):
    """An outcome that Law 79B allows on a disputed board, with the words of its button."""

    name: str
    words: str
    outcome: Played | Split
    law: str


def moment_at(desk: BoardDesk, now: datetime) -> Moment:
    """The Moment by which Law 79 judges a ruling about the tricks of a board.

    What was asked for in time, and what was disputed at the table, is judged as of that time.
    """
    if desk.at.round_is_on:
        return Moment.ROUND_ON
    if not desk.session.is_over or disputed_facts(desk):
        return Moment.PERIOD_ON
    return desk.whole.moment_of_law(now)


def disputed_facts(desk: BoardDesk) -> Deal | None:
    """The other result that a player says is right, in an open proposal or correction about tricks alone; else None."""
    result = desk.whole.results.get(desk.slot)
    if result is None:
        return None
    if result.proposal:
        other = result.proposal.facts
        return other if differ_in_tricks_alone(result.play.facts, other) else None
    if not desk.whole.results.attached.there_is.corrections:
        return None
    for correction in open_corrections_at(desk.at):
        is_in_time = not desk.whole.is_final(correction.asked_at)
        if correction.error == Correction.Error.TRICKS and is_in_time:
            return correction.facts
    return None


def offered(desk: BoardDesk) -> list[OfferedOutcome]:
    """The outcomes that Law 79B allows on a disputed board, the recorded result first; empty if nobody disputes it."""
    facts = disputed_facts(desk)
    result = desk.whole.results.get(desk.slot)
    if facts is None or result is None:
        return []
    other = Played(score_board(desk.slot.board, facts).score, facts)
    moment = Moment.PERIOD_ON
    if desk.at.round_is_on:
        moment = Moment.ROUND_ON
    law = _law(desk, moment, result.play, other, Conviction.CLEAR, Claim.NO)
    outcomes = [OfferedOutcome("stands", str(STANDS), result.play.outcome, law.clause)]
    for conviction in (Conviction.NONE, Conviction.CLEAR):
        found = _law(desk, moment, result.play, other, conviction, Claim.NO)
        for outcome in found.choices:
            if isinstance(outcome, Split):
                lowered = OfferedOutcome("lowered", str(LOWERED), outcome, law.clause)
                outcomes.append(lowered)
    outcomes.append(OfferedOutcome("changed", str(CHANGED), other, law.clause))
    return outcomes


def require_law_of_tricks(desk: BoardDesk, given: TricksRuling, now: datetime) -> None:
    """Check that a ruling about the number of tricks says if there was a claim, and that Law 79B allows its outcome.

    A ruling is about tricks if it answers the question, if it names Law 79B, or if the sides dispute the board. Raises
    Refused otherwise, and for a clause that the laws of the session do not have.
    """
    if given.law == "79B3" and desk.session.law == Code.OF_2007:
        words = _("The laws of 2007 have no Law 79B3: this session goes by Law 79B2.")
        raise Refused(words, field="law")
    result = desk.whole.results.get(desk.slot)
    if result is None or given.outcome is None:
        return
    is_named = given.law.startswith("79B")
    if not given.claim and (is_named or disputed_facts(desk)):
        words = _(
            "Say if there was a claim or a concession: the law asks that first (79B1)."
        )
        raise Refused(words, field="claim")
    if given.claim and isinstance(given.outcome, Played | Split):
        _require_allowed(desk, result.play, given, given.outcome, now)


def _require_allowed(
    desk: BoardDesk,
    recorded: RecordedPlay,
    given: TricksRuling,
    outcome: Played | Split,
    now: datetime,
) -> None:
    """Raises Refused if Law 79B does not allow the outcome with the director's conviction.

    A ruling that lacks a condition of Law 79C2 is left to the check of that law.
    """
    found = Played(_found(recorded, outcome))
    moment = moment_at(desk, now)
    law = _law(desk, moment, recorded, found, given.conviction, given.claim)
    if law.lacks or outcome_points(outcome) in map(outcome_points, law.choices):
        return
    words = told(law.words)
    if not law.is_closed:
        words = _("%(law)s Say how sure you are, or let the result stand.")
        words %= {"law": told(law.words)}
    raise Refused(words, field="conviction")


def outcome_points(outcome: Played | Split) -> tuple[int, ...]:
    """The points of North-South and of East-West for an outcome, with those of every weighted part."""
    if isinstance(outcome, Played):
        return outcome.points, -outcome.points
    return tuple(part.points for part in (*outcome.ns, *outcome.ew))


def _found(recorded: RecordedPlay, outcome: Played | Split) -> int:
    """The points of North-South that an outcome takes to be right; of a split outcome, the side that is changed."""
    ns, *_rest, ew = outcome_points(outcome)
    if ns != recorded.points:
        return ns
    return -ew


def _law(
    desk: BoardDesk,
    moment: Moment,
    recorded: RecordedPlay,
    found: Played,
    conviction: Conviction,
    claim: str,
) -> LawAnswer:
    """The answer of Law 79, by the laws that the session is played under."""
    return answer(
        Question(
            code=Code(desk.session.law),
            error=ErrorKind.TRICKS,
            moment=moment,
            found=found.points,
            recorded=recorded.points,
            claimed=claim == Claim.YES,
            conviction=conviction,
        )
    )
