"""The right to approve a late change: an organiser who neither directs the session nor is concerned (Law 79C2)."""

from django.core.exceptions import PermissionDenied
from django.utils.translation import gettext_lazy as _

from clubscore.duplicate.approval.kinds import concerns
from clubscore.duplicate.models import LateChange
from clubscore.duplicate.session.permissions import has_directed
from clubscore.duplicate.session.state import SessionState
from clubscore.members.models import Member
from clubscore.members.permissions import may_organise

ORGANISER_APPROVES = _(
    "An organiser of the club approves this: somebody who did not direct this session, did not propose it and did "
    "not play there."
)


def is_second_person(state: SessionState, late: LateChange, member: Member) -> bool:
    """True if the member may approve this late change for the organiser.

    The member is an organiser, has not directed the session, has not proposed the change, and is not concerned.
    """
    return (
        may_organise(member)
        and late.proposed_by.person_id != member.person_id
        and not has_directed(state.session, member)
        and not concerns(state, late, member)
    )


def require_approver(state: SessionState, late: LateChange, member: Member) -> None:
    """Raises PermissionDenied for a member who may not approve this late change."""
    if not is_second_person(state, late, member):
        raise PermissionDenied(ORGANISER_APPROVES)
