"""The right to direct a session."""

from django.core.exceptions import PermissionDenied
from django.utils.translation import gettext_lazy as _

from clubscore.duplicate.models import Deputy, Session
from clubscore.members.models import Member
from clubscore.members.permissions import may_administer, may_play

DIRECTORS_ONLY = _(
    "Only the director of this session, a deputy or one of the club’s admins does this."
)


def may_direct(session: Session, member: Member) -> bool:
    """True if the member is the director, a deputy or an admin, and has the right to play.

    It runs one SQL statement for members who are neither the director nor an admin.
    """
    if not may_play(member):
        return False
    if member.pk in {session.director_id, session.director.merged_into_id}:
        return True
    if may_administer(member):
        return True
    deputies = Deputy.objects.filter(session=session, until=None)
    for deputy in deputies.select_related("member"):
        if member.pk in {deputy.member_id, deputy.member.merged_into_id}:
            return True
    return False


def require_director(session: Session, member: Member) -> None:
    """Raises PermissionDenied for a member who may not direct this session."""
    if not may_direct(session, member):
        raise PermissionDenied(DIRECTORS_ONLY)
