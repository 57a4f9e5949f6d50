"""The steps that open an agreed rubber again, in the caller's transaction."""

from datetime import datetime

from django.utils.translation import gettext as _

from clubscore.members.models import Member
from clubscore.refusals import Refused
from clubscore.rubbers.books import posting
from clubscore.rubbers.models import Motion, Reopening, Rubber
from clubscore.rubbers.rubber.holding import move_signatures
from clubscore.rubbers.rubber.motions import expire_motions
from clubscore.rubbers.rubber.state import RubberState


def open_again(
    *,
    state: RubberState,
    reason: str,
    by: Member,
    now: datetime,
    motion: Motion | None = None,
) -> None:
    """Open an agreed rubber for correction: its margin is reversed until the net score is agreed again.

    `motion` is the motion by which the players have opened it; None if the arbiter `by` opens it. Raises Refused
    without a reason, if the rubber is voided or not agreed, or if it has no deal.
    """
    rubber = state.rubber
    reason = reason.strip()
    if not reason:
        raise Refused(_("Write down why it is opened again."))
    if rubber.is_voided:
        raise Refused(
            _("This %(noun)s is voided: nothing in it changes before it counts again.")
            % {"noun": rubber.noun}
        )
    if not rubber.is_agreed:
        raise Refused(_("This rubber is not agreed yet."))
    if state.newest is None:
        raise Refused(
            _(
                "No deal was played in this %(noun)s: there is nothing to correct, or to agree again."
            )
            % {"noun": rubber.noun}
        )
    clear_net(state=state, reason=reason, by=by, now=now, motion=motion)
    Rubber.objects.filter(pk=rubber.pk).update(agreed_at=None)
    posting.reverse_rubber(rubber=rubber, reason=reason, by=by, now=now)
    expire_motions(state=state, now=now, kinds=[Motion.Kind.REOPEN])
    move_signatures(state=state)


def clear_net(
    *,
    state: RubberState,
    reason: str,
    by: Member,
    now: datetime,
    motion: Motion | None,
) -> None:
    """Note the reopening of the rubber, which clears the signatures under its net score."""
    opened = Reopening.objects.create(
        rubber=state.rubber, reason=reason, member=by, at=now, motion=motion
    )
    signatures = state.rubber.net_agreements.filter(cleared_by=None)
    signatures.update(cleared_by=opened)
