"""Receivers that keep a member who has a place in an open session from being merged and from leaving the club.

After a merge the results, signatures and places of both records belong to one person.
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
    """The reasons against merging two members: a sentence for each place that one of the two has in an open session.

    A merge during a session would change the person behind signatures.
    """
    return [reason for member in (kept, merged) for reason in _places(member)]


@receiver(leaving)
def stay_to_the_end(*, member: Member, **signal: object) -> None:
    """Raises CannotLeave if the member has a place in a session that is not over."""
    if reasons := _places(member):
        raise CannotLeave(" ".join(reasons))


def _places(member: Member) -> list[str]:
    """A sentence for each place of the member in a session that is not over."""
    open_places = Place.objects.in_open_sessions()
    places = open_places.filter(member__in=records_of(member))
    words = _(
        "%(name)s has a place in %(session)s: let it end, or free the place before it begins."
    )
    sentences = []
    for place in places.select_related("session").order_by("pk"):
        sentences.append(words % {"name": member.name, "session": place.session.name})
    return sentences
