"""The question that Law 79 answers about a correction, and its answer."""

from typing import NamedTuple

from django.utils.translation import gettext as _

import scoring
from clubscore.duplicate.models import Claim, Correction, Play, Session
from clubscore.duplicate.session.slots import SlotState
from clubscore.languages.spoken import told
from clubscore.refusals import Refused
from scoring.duplicate import score_board
from scoring.duplicate.correction_period import Code, Moment
from scoring.duplicate.law79 import (
    Conviction,
    ErrorKind,
    LawAnswer,
    Need,
    Question,
    answer,
)
from scoring.duplicate.outcomes import Played


class RequestedChange(NamedTuple):
    """The change about which Law 79 is asked: the recorded result, the requested result and the kind of error.

    `agreed` is true if the other side has confirmed the requested result. `claim` is a value of Claim, or empty.
    """

    play: Play
    facts: scoring.Deal
    error: str
    agreed: bool
    claim: str = ""

    @classmethod
    def of(cls, correction: Correction) -> "RequestedChange":
        """The change that a correction asks for."""
        is_agreed = correction.answer == Correction.Answer.CONFIRMED
        return cls(
            correction.play,
            correction.facts,
            correction.error,
            is_agreed,
            correction.claim,
        )


class Grounds(NamedTuple):
    """The grounds of a decision: the director's conviction and, after the period, the regulation and the approval."""

    conviction: Conviction = Conviction.NONE
    regulation: str = ""
    is_approved: bool = False


def law_says(
    at: SlotState, change: RequestedChange, grounds: Grounds, moment: Moment
) -> LawAnswer:
    """The answer of Law 79 to a requested change, by the laws that the session is played under."""
    board = at.slot.board
    return answer(
        Question(
            code=Code(at.state.session.law),
            error=ErrorKind(change.error),
            moment=moment,
            found=score_board(board, change.facts).score,
            recorded=score_board(board, change.play.facts).score,
            agreed=change.agreed,
            claimed=change.claim == Claim.YES,
            conviction=grounds.conviction,
            organiser=grounds.is_approved,
            regulation=bool(grounds.regulation),
        )
    )


def clause_of(at: SlotState, found: LawAnswer) -> str:
    """The clause of the law on which an answer rests, with the year of the laws, such as `79C1 (2017)`."""
    return f"{found.clause} ({at.state.session.law})"


def require_allowed_by_law(
    at: SlotState, change: RequestedChange, found: LawAnswer
) -> None:
    """Raises Refused if `found`, the answer of Law 79, does not allow the requested result.

    Also raises Refused if the law needs something that the grounds of the decision lack, such as a regulation.
    """
    score = score_board(at.slot.board, change.facts).score
    if Need.REGULATION in found.lacks:
        words = _(
            "After the period the laws of 2007 need a regulation of the club: say which."
        )
        raise Refused(words, field="regulation")
    if found.lacks:
        words = _("%(law)s Still needed: %(lacks)s.")
        lacks = ", ".join(told(need.words) for need in found.lacks)
        raise Refused(words % {"law": told(found.words), "lacks": lacks})
    if found.is_closed:
        raise Refused(told(found.words))
    if found.choices[0] != Played(score):
        words = _("%(law)s Say how sure you are, or let the result stand.")
        raise Refused(words % {"law": told(found.words)}, field="conviction")


def needs_regulation(session: Session, moment: Moment) -> bool:
    """True if a correction needs a regulation of the club: after the period, by the laws of 2007."""
    return session.law == Code.OF_2007 and moment is Moment.PERIOD_OVER
