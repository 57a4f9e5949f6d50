"""The right to approve a late change: an organiser who neither directed the session nor is concerned (Law 79C2)."""

from collections.abc import Set
from dataclasses import dataclass

from django.core.exceptions import PermissionDenied
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from clubscore.duplicate.approval.kinds import concerns
from clubscore.duplicate.models import LateChange
from clubscore.duplicate.session.directed import directors_of
from clubscore.duplicate.session.state import SessionState
from clubscore.members.models import Member
from clubscore.members.permissions import may_organise
from clubscore.members.queries import members_who_may
from clubscore.web.templatetags.sentences import any_of

ORGANISER_APPROVES = gettext_lazy(
    "An organiser of the club approves this: somebody who did not direct this session, did not propose it and did "
    "not play there."
)
MOST_NAMES = 3


@dataclass(frozen=True, slots=True)
class Approvers:
    """The organisers who may approve one late change, by name."""

    organisers: tuple[Member, ...]

    @property
    def in_words(self) -> str:
        """A sentence that names at most MOST_NAMES of them, or says what the club can do without one."""
        names = [organiser.name for organiser in self.organisers]
        if not names:
            return _(
                "Every organiser directed the session, proposed it or played there: the club names another organiser."
            )
        return _("Who may approve it: %(names)s.") % {
            "names": any_of(names[:MOST_NAMES])
        }


def approvers_of(
    state: SessionState, late: LateChange, directed: Set[int]
) -> Approvers:
    """The organisers who may approve a late change. Runs one statement.

    `directed` has the ids of those who directed the session (`directors_of`).
    """
    organisers = members_who_may("organise")
    second = [each for each in organisers if is_second(state, late, each, directed)]
    return Approvers(tuple(second))


def is_second_person(state: SessionState, late: LateChange, member: Member) -> bool:
    """True if the member may approve this late change for the organiser. Runs one statement for an organiser."""
    if not may_organise(member):
        return False
    return is_second(state, late, member, directors_of(state.session))


def is_second(
    state: SessionState, late: LateChange, member: Member, directed: Set[int]
) -> bool:
    """True if the member may approve this late change for the organiser.

    The member is an organiser, has not proposed the change, is not concerned, and has not directed the session: neither
    was named for it, nor in fact acted as a director there. `directed` has the ids of those who did.
    """
    return (
        may_organise(member)
        and late.proposed_by.person_id != member.person_id
        and member.person_id not in directed
        and not concerns(state, late, member)
    )


def require_approver(state: SessionState, late: LateChange, member: Member) -> None:
    """Raises PermissionDenied, with the names of those who may, for a member who may not approve this late change."""
    directed = directors_of(state.session)
    if not is_second(state, late, member, directed):
        names = approvers_of(state, late, directed).in_words
        raise PermissionDenied(f"{ORGANISER_APPROVES} {names}")
