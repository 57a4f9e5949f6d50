"""Places that another member has given, and whose member has not answered yet."""

from collections.abc import Collection
from typing import Any

from django.db.models import Exists, F, OuterRef, Q, QuerySet

from clubscore.duplicate.models import Place, PlaySignature, Presence


def asked_about_places(session_ids: Collection[int]) -> list[int]:
    """The ids of the members who are asked about a place in one of these sessions, in order.

    Live regions name them, so that a page that such a member has open fetches the question. One SQL statement is run,
    and none without sessions.
    """
    if not session_ids:
        return []
    places = unanswered_places().filter(session__in=session_ids)
    return sorted(set(places.values_list("member", flat=True)))


def unanswered_places() -> QuerySet[Place]:
    """Places that another member has given, and whose member has neither confirmed them nor signed a result.

    A place counts also while the member says that they are not there.
    """
    of_member = {"session": OuterRef("session"), "member": OuterRef("member")}
    answered = Presence.objects.filter(
        Q(is_there=True)
        | Q(decision=Presence.Decision.AFTER_ALL)
        | Q(decision=Presence.Decision.WAS_THERE),
        **of_member,
    )
    return Place.objects.filter(
        Place.PROVES_TWO_PEOPLE,
        ~Q(seated_by=F("member")),
        ~Exists(answered),
        ~Exists(own_signatures(OuterRef("session"), OuterRef("member"))),
        session__cancelled_at=None,
    )


def own_signatures(session: Any, member: Any) -> QuerySet[PlaySignature]:
    """The results of a session that a member has signed with their own device.

    Both arguments are a row, or a reference of an outer query to one.
    """
    return PlaySignature.objects.filter(
        play__session=session, member=member, device_of=None, tablet=None
    )
