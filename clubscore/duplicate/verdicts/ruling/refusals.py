"""The checks of a ruling. Each refuses with a sentence that says what is right."""

from datetime import datetime

from django.utils.translation import gettext as _

from clubscore.contracts.models import columns_of
from clubscore.duplicate.models import Appeal, Correction, Play, Ruling
from clubscore.duplicate.outcomes.desk import BoardDesk
from clubscore.duplicate.outcomes.results import Results
from clubscore.duplicate.outcomes.rulings import results_in
from clubscore.duplicate.outcomes.scores import scores_of
from clubscore.duplicate.outcomes.sight import is_concerned, own_table
from clubscore.duplicate.play.entering.refusals import DUPLICATE_HAS
from clubscore.duplicate.session.slots import SlotState
from clubscore.languages.spoken import refusal_told
from clubscore.members.models import Member
from clubscore.members.permissions import may_administer
from clubscore.refusals import Refused
from scoring import ScoringError
from scoring.duplicate.outcomes import Outcome

MOST_PARTS = 5


class RulingChanged(Refused):
    """The refusal of a ruling because another director ruled, or the result was changed, after the form was opened."""


def require_ruler(desk: BoardDesk) -> None:
    """Check that the member may rule on the board.

    Raises PermissionDenied for a member who does not direct. Raises Refused for a director who is concerned, and in a
    session that was cancelled.
    """
    desk.whole.require_director()
    if desk.session.is_cancelled:
        words = _("%(session)s was cancelled: %(reason)s")
        raise Refused(
            words % {"session": desk.session.name, "reason": desk.session.cancelled_for}
        )
    if desk.is_concerned:
        words = _("%(own_table)s: another director or an admin rules here.")
        raise Refused(words % {"own_table": own_table(desk.at)})


def require_approval(
    desk: BoardDesk, approved_by: Member | None, now: datetime
) -> None:
    """Check that a ruling after the correction period has an approver, and that an earlier ruling has none.

    Raises Refused otherwise. The approver must be an admin who is neither concerned nor the director who rules. A late
    ruling needs no approver if it answers a correction or an appeal that was asked for in time.
    """
    is_late = desk.session.is_over and desk.whole.is_final(now)
    if is_late and approved_by is None and not _was_asked_in_time(desk):
        raise Refused(
            _(
                "The correction period is over: say who approves for the organiser (Law 79C2)."
            ),
            field="approved_by",
        )
    if approved_by is None:
        return
    if not is_late:
        raise Refused(
            _("The correction period is not over: nobody need approve."),
            field="approved_by",
        )
    if not may_administer(approved_by) or is_concerned(desk.at, approved_by):
        raise Refused(
            _("An admin who did not play the board approves for the organiser."),
            field="approved_by",
        )
    if approved_by.person_id == desk.by.person_id:
        raise Refused(
            _("Somebody else approves for the organiser, not the one who rules."),
            field="approved_by",
        )


def _was_asked_in_time(desk: BoardDesk) -> bool:
    """True if a correction or an appeal about the board was asked for in time and still waits for a decision.

    The correction must have been asked for before the end of the correction period. The appeal must have been agreed
    to, and the appealed ruling must be by another director than the one who rules now.
    """
    slot = desk.slot
    here = {
        "section": desk.at.section.section,
        "round": slot.round,
        "table": slot.table,
        "board": slot.board,
    }
    appeals = Appeal.objects.open().filter(
        agreed_by__isnull=False, ruling__in=Ruling.objects.filter(**here)
    )
    for appeal in appeals.select_related("ruling__ruled_by"):
        if appeal.ruling.ruled_by.person_id != desk.by.person_id:
            return True
    corrections = Correction.objects.filter(
        decision="", play__in=Play.objects.filter(**here)
    )
    asked = corrections.values_list("asked_at", flat=True)
    return any(not desk.whole.is_final(asked_at) for asked_at in asked)


def require_valid_outcome(outcome: Outcome | None) -> None:
    """Raises Refused for an outcome with too many weighted results.

    Also raises Refused for facts that only rubber bridge records, such as honours.
    """
    for parts in results_in(outcome).values():
        if len(parts) > MOST_PARTS:
            message = _(
                "A side has at most %(number)s results: put the least likely together."
            )
            raise Refused(message % {"number": MOST_PARTS}, field="line")
        deals = [part.deal for part in parts if part.deal]
        if any(columns_of(deal).keys() - DUPLICATE_HAS for deal in deals):
            message = _(
                "At duplicate a result is the contract and its tricks: leave out honours and transferred tricks."
            )
            raise Refused(message, field="line")


def require_scorable(at: SlotState, ruled: Results) -> None:
    """Raises Refused if the results of a session cannot be scored.

    That is so, for example, if a ruling is of a kind that the scoring does not know, or if a pair played a board twice.
    """
    try:
        scores_of(at.state, ruled)
    except ScoringError as refusal:
        raise Refused(refusal_told(refusal)) from refusal
