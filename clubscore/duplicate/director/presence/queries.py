"""Reads of the words of members about their places, and of the places that they have not answered for yet."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import Exists, OuterRef, Q
from django.db.models.functions import Now

from clubscore.duplicate.models import Presence, Session
from clubscore.duplicate.outcomes.published import is_final, newest_publication
from clubscore.duplicate.session.unanswered import unanswered_places
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
    return Exists(unanswered_places().filter(lately, member=OuterRef("member_id")))


def place_notice_for(member: Member, now: datetime) -> PlaceNotice | None:
    """The question to a member about a place that another has given them; None if there is none any more.

    The question stays until the member answers it, or signs a result of the session. A member who is not there sees
    their word until it is settled.
    """
    lately = Q(session__ended_at=None) | Q(session__ended_at__gte=now - ASKED_FOR)
    places = unanswered_places().filter(lately, member=member)
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


def presences_of(session_id: int) -> list[Presence]:
    """The words of members of a session who were or are not there, the newest first."""
    rows = Presence.objects.filter(session=session_id, is_there=False)
    return list(rows.select_related("member", "decided_by").order_by("-pk"))
