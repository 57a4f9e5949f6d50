"""Reads of the words of members about their places, and of the places that they have not answered for yet."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.db.models import Exists, F, OuterRef, Q, QuerySet
from django.db.models.functions import Now

from clubscore.duplicate.models import Place, PlaySignature, Presence, Session
from clubscore.duplicate.outcomes.published import is_final, newest_publication
from clubscore.members.models import Member

SEATED_IN_SESSION = "seated_in_session"
"""The mark of members who are asked about a place."""
ASKED_FOR = timedelta(days=7)
"""A member is asked so long after the end of play, unless the results are final before."""


@dataclass(frozen=True, slots=True)
class PlaceNotice:
    """The question to a member whom another member, `seated_by`, has given a place in a session."""

    session: Session
    seated_by: Member
    number: int
    says_not_there: bool


def is_asked_about_a_place() -> Exists:
    """An SQL condition: true for a sign-in session if its member may have to be asked about a place in a session."""
    lately = Q(session__ended_at=None) | Q(session__ended_at__gte=Now() - ASKED_FOR)
    return Exists(_unanswered().filter(lately, member=OuterRef("member_id")))


def place_notice_for(member: Member, now: datetime) -> PlaceNotice | None:
    """The question to a member about a place that another has given them; None if there is none any more.

    The question stays until the member answers it, or signs a result of the session. A member who is not there sees
    their word until it is settled.
    """
    lately = Q(session__ended_at=None) | Q(session__ended_at__gte=now - ASKED_FOR)
    places = _unanswered().filter(lately, member=member)
    said = Presence.objects.open().filter(
        session=OuterRef("session"), member=OuterRef("member")
    )
    rows = places.select_related("session", "seated_by", "entry")
    for place in rows.annotate(says_not_there=Exists(said)).order_by("pk"):
        session = place.session
        if session.is_over and is_final(session, newest_publication(session.pk), now):
            continue
        return PlaceNotice(
            session, place.seated_by, place.entry.number, place.says_not_there
        )
    return None


def _unanswered() -> QuerySet[Place]:
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


def presences_of(session_id: int) -> list[Presence]:
    """The words of members of a session who were or are not there, the newest first."""
    rows = Presence.objects.filter(session=session_id, is_there=False)
    return list(rows.select_related("member", "decided_by").order_by("-pk"))
