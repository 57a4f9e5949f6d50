"""The checks of a ruling. Each refuses with a sentence that says what is right."""

from datetime import datetime

from django.utils.translation import gettext as _

from clubscore.contracts.models import columns_of
from clubscore.duplicate.models import Appeal, Correction, Play, Ruling
from clubscore.duplicate.outcomes.desk import BoardDesk
from clubscore.duplicate.outcomes.lost import require_lost
from clubscore.duplicate.outcomes.results import Results
from clubscore.duplicate.outcomes.rulings import results_in
from clubscore.duplicate.outcomes.scores import scores_of
from clubscore.duplicate.outcomes.sight import own_table
from clubscore.duplicate.play.entering.refusals import DUPLICATE_HAS
from clubscore.duplicate.session.slots import SlotState
from clubscore.languages.spoken import refusal_told
from clubscore.refusals import Refused
from scoring import ScoringError
from scoring.duplicate.outcomes import NotPlayed, Outcome

MOST_PARTS = 5


class RulingChanged(Refused):
    """The refusal of a ruling because another director ruled, or the result was changed, after the form was opened."""


class ApprovalNeeded(Refused):
    """The refusal of a ruling that an organiser has to approve: the director proposes it instead (Law 79C2)."""


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


def needs_approval(desk: BoardDesk, now: datetime) -> bool:
    """True if an organiser has to approve a ruling on this board: after the correction period (Law 79C2).

    A late ruling needs no approval if it answers a correction or an appeal that was asked for in time.
    """
    is_late = desk.session.is_over and desk.whole.is_final(now)
    return is_late and not _was_asked_in_time(desk)


def require_no_approval_needed(desk: BoardDesk, now: datetime) -> None:
    """Raises ApprovalNeeded for a ruling that an organiser has to approve."""
    if needs_approval(desk, now):
        raise ApprovalNeeded(
            _(
                "The correction period is over: an organiser approves this ruling (Law 79C2)."
            )
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


def require_valid_outcome(
    at: SlotState, results: Results, outcome: Outcome | None
) -> None:
    """Check that an outcome may be given on a board; None, which withdraws a ruling, always may.

    Raises Refused for an outcome with too many weighted results, for facts that only rubber bridge records, such as
    honours, and for a board that nobody has lost (Law 12C2): one with a result was played, and a given-up one may be
    planned elsewhere.
    """
    if outcome and not at.is_planned:
        require_lost(at)
    if isinstance(outcome, NotPlayed) and at.slot in results:
        words = _(
            "Board %(board)s was played here: only a board without a result is not played."
        )
        raise Refused(words % {"board": at.slot.board}, field="kind")
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
