"""Reasons that keep a member who has a place in a session from being merged, and from leaving the club.

After a merge the results, signatures and places of both records belong to one person, and are read by the person.
"""

from django.dispatch import receiver
from django.utils.translation import gettext as _

from clubscore.duplicate.models import Place
from clubscore.members.models import Member
from clubscore.members.people.services import CannotLeave
from clubscore.members.queries import records_of
from clubscore.members.signals import leaving, weighing_a_merge


@receiver(weighing_a_merge)
def in_a_session(*, kept: Member, merged: Member, **signal: object) -> list[str]:
    """The reasons against a merge: whoever agrees to a result would be another person in the middle of the session."""
    return [reason for member in (kept, merged) for reason in _places(member)]


@receiver(leaving)
def stay_to_the_end(*, member: Member, **signal: object) -> None:
    """Raises CannotLeave for a member who has a place."""
    if reasons := _places(member):
        raise CannotLeave(" ".join(reasons))


def _places(member: Member) -> list[str]:
    taken = (
        Place.objects.in_open_sessions()
        .filter(member__in=records_of(member))
        .select_related("session")
    )
    return [
        _(
            "%(name)s has a place in %(session)s: let it end, or free the place before it begins."
        )
        % {"name": member.name, "session": place.session.name}
        for place in taken.order_by("pk")
    ]
