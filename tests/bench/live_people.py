"""Members who watch and members who keep sheets, known by the cookies of their sessions."""

from datetime import timedelta
from uuid import uuid4

from django.conf import settings
from django.utils import timezone

from clubscore.members.access.sessions import SessionStore
from clubscore.members.models import Member, OpenSession
from scoring import Seat
from tests.bench.live_clients import Books
from tests.factories import member, rubber_in_play
from tests.live.conftest import cookie_of


def cookies(count: int) -> list[str]:
    """Make so many new members, sign them in, and return the Cookie header of each."""
    blank = member(f"Watcher {uuid4().hex[:16]}")
    made = Member.objects.bulk_create(
        [
            Member(
                username=uuid4().hex[:30],
                name=f"Watcher {number}",
                password=blank.password,
            )
            for number in range(count)
        ]
    )
    store = SessionStore()
    expires = timezone.now() + timedelta(days=1)
    sessions = []
    for person in made:
        data = {
            "_auth_user_id": str(person.pk),
            "_auth_user_backend": "django.contrib.auth.backends.ModelBackend",
            "_auth_user_hash": person.get_session_auth_hash(),
        }
        key = uuid4().hex
        sessions.append(
            OpenSession(
                session_key=key,
                session_data=store.encode(data),
                expire_date=expires,
                member=person,
            )
        )
    OpenSession.objects.bulk_create(sessions)
    return [
        f"{settings.SESSION_COOKIE_NAME}={session.session_key}" for session in sessions
    ]


def books(count: int = 1) -> Books:
    """Start so many rubbers, and return for each the Cookie header of its North and its primary key."""
    found = []
    for _ in range(count):
        rubber = rubber_in_play(
            {seat: member(f"{seat.word} {uuid4().hex[:16]}") for seat in Seat}
        )
        found.append((cookie_of(rubber.players[Seat.NORTH])["Cookie"], rubber.pk))
    return found
