"""The slot of a request, for those who may look at it; and for who directs the law once its round is over."""

from django.core.exceptions import PermissionDenied
from django.utils.translation import gettext as _

from clubscore.duplicate.outcomes.results import SlotResult, results_of
from clubscore.duplicate.outcomes.sight import may_see, moment_of, viewer_of
from clubscore.duplicate.play.entering.refusals import expected_of
from clubscore.duplicate.session.permissions import may_direct
from clubscore.duplicate.session.slots import SlotState, slot_in
from clubscore.duplicate.session.state import SessionState
from clubscore.duplicate.slot import Slot
from clubscore.members.models import Member
from scoring.duplicate import score_board
from scoring.duplicate.correction_period import Code, Moment
from scoring.duplicate.law79 import Answer, Error, Question, answer


def seen_slot(state: SessionState, slot: Slot, member: Member) -> SlotState:
    """A slot, for one of the four, or a director who may see the board. Raises Refused, PermissionDenied."""
    at = slot_in(state, slot)
    if at.side_of(member):
        return at
    if may_direct(state.session, member):
        if may_see(viewer_of(state, member), slot.board, moment_of(state, results_of(state.session.pk))):
            return at
        raise PermissionDenied(_("You play yourself: you see this board when nobody has to play it any more."))
    words = _("The results of a table are for those who sit there. %(expected)s")
    raise PermissionDenied(words % {"expected": expected_of(state, member, slot.round)})


def law_of_tricks(at: SlotState, result: SlotResult | None) -> Answer | None:
    """The answer of Law 79 for a director who is told of the tricks once the round is over; None while it lasts."""
    if result is None or at.round_is_on:
        return None
    score = score_board(at.slot.board, result.play.facts).score
    code = Code(at.state.session.law)
    return answer(Question(code, Error.TRICKS, Moment.PERIOD_ON, found=score, recorded=score))
