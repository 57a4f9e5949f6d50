"""Sessions in the database (SESSION_ENGINE), with their device and their member. One query reads session and member."""

from collections.abc import Callable
from copy import deepcopy
from datetime import datetime, timedelta
from typing import Any

from django.conf import settings
from django.contrib.auth import (
    BACKEND_SESSION_KEY,
    HASH_SESSION_KEY,
    SESSION_KEY,
    get_user,
    login,
)
from django.contrib.auth.middleware import AuthenticationMiddleware
from django.contrib.sessions.backends.db import SessionStore as DatabaseStore
from django.db import connection, transaction
from django.db.models import F, QuerySet
from django.db.models.signals import m2m_changed, post_delete, post_save
from django.dispatch import receiver
from django.http import HttpRequest
from django.utils import timezone
from django.utils.crypto import constant_time_compare
from django.utils.functional import SimpleLazyObject

from clubscore.database.prepared.queries import PreparedLookup
from clubscore.database.write_lock import write_transaction
from clubscore.members.duties import duties_among
from clubscore.members.models import Member, OpenSession
from clubscore.members.roles import role_among
from clubscore.members.session_cache import KnownSession, known_sessions
from clubscore.members.session_marks import MARKS

DEVICE, BEGUN = "device", "begun"
LATELY = timedelta(minutes=15)
# Parts of the User-Agent header; the first that is found counts.
# Fmt: skip.
BROWSERS = {
    "Edg": "Edge",
    "OPR": "Opera",
    "Firefox": "Firefox",
    "FxiOS": "Firefox",
    "Chrome": "Chrome",
    "CriOS": "Chrome",
    "Safari": "Safari",
}
# Fmt: skip.
SYSTEMS = {
    "iPhone": "iPhone",
    "iPad": "iPad",
    "Android": "Android",
    "Windows": "Windows",
    "Mac OS": "Mac",
    "Linux": "Linux",
}


class SessionStore(DatabaseStore):
    """Django's database sessions, each loaded together with its member and the member's role.

    A session that this process has just read comes from the cache `known_sessions`, without a query.
    """

    _known: KnownSession | None = None

    @classmethod
    def get_model_class(cls) -> type[OpenSession]:
        return OpenSession

    def load(self) -> dict[str, Any]:
        key = self.session_key or ""
        self._known = known_sessions.find(key, timezone.now()) or self._read(key)
        if self._known is None:
            self._session_key = None
            return {}
        return deepcopy(dict(self._known.data))

    def save(self, must_create: bool = False) -> None:
        """Write the session to the database in a `write_transaction`. Raises the exceptions of Django's `save`.

        In that transaction it waits for other writers. SQLite alone would not wait long enough.
        """
        with write_transaction():
            super().save(must_create)

    def delete(self, session_key: str | None = None) -> None:
        """Delete the session with this key, or this session, from the database in a `write_transaction`."""
        with write_transaction():
            super().delete(session_key)

    def _read(self, key: str) -> KnownSession | None:
        changes = known_sessions.changes
        rows: list[Any] = _UNEXPIRED.find(key, timezone.now())
        if not rows:
            return None
        session = rows[0]
        data = self.decode(session.session_data)
        member_id: int | None = None
        columns: tuple[Any, ...] = ()
        member = session.member
        if member and _signs_in(data, member):
            member_id = member.pk
            columns = tuple(getattr(member, name) for name in _COLUMNS)
        groups = {row.group for row in rows}
        known = KnownSession(
            data=data,
            expires_at=session.expire_date,
            member_id=member_id,
            columns=columns,
            role=role_among(groups),
            duties=duties_among(groups),
            marks=frozenset(name for name in MARKS if getattr(session, f"mark_{name}")),
        )
        if not connection.in_atomic_block:
            # What a transaction reads may yet be rolled back.
            known_sessions.keep(key, known, changes=changes)
        return known

    @property
    def member(self) -> Member | None:
        """The signed-in member, as a new object each time. Takes no query of its own once the session is loaded.

        None if nobody is signed in, or if the session's hash does not match the password under the present secret key.
        Django's `get_user` then tries the earlier keys, or ends the session.
        """
        if (
            SESSION_KEY not in self
            or self._known is None
            or self._known.member_id is None
        ):
            return None
        member = Member.from_db(connection.alias, _COLUMNS, self._known.columns)
        member.session_role = self._known.role
        member.session_duties = self._known.duties
        member.session_marks = self._known.marks
        return member

    @property
    def member_id(self) -> int | None:
        """The id of the signed-in member, if the session was read; else None. Takes no query."""
        return self._known.member_id if self._known else None

    def create_model_instance(self, data: dict[str, Any]) -> Any:
        session: Any = super().create_model_instance(data)
        session.member_id = data.get(SESSION_KEY)
        session.device = data.get(DEVICE, "")
        session.begun_at = (
            datetime.fromisoformat(data[BEGUN]) if BEGUN in data else None
        )
        return session


_COLUMNS = [field.attname for field in Member._meta.concrete_fields]


def _unexpired(key: str, now: datetime) -> QuerySet[OpenSession]:
    """A query for the unexpired session with this key, with its member and the member's marks (session_marks.py).

    The query gives one row for each group of the member; one row if the member has no group or nobody is signed in.
    """
    marked = {f"mark_{name}": holds() for name, holds in MARKS.items()}
    unexpired = OpenSession.objects.filter(
        session_key=key, expire_date__gt=now
    ).select_related("member")
    return unexpired.annotate(group=F("member__groups__name"), **marked)


_UNEXPIRED = PreparedLookup(
    _unexpired, *map(OpenSession._meta.get_field, ("session_key", "expire_date"))
)


def _signs_in(data: dict[str, Any], member: Member) -> bool:
    """True if the session signs the member in: the checks of Django's `get_user` with the present secret key."""
    return (
        member.is_active
        and data.get(SESSION_KEY) == str(member.pk)
        and data.get(BACKEND_SESSION_KEY) in settings.AUTHENTICATION_BACKENDS
        and constant_time_compare(
            data.get(HASH_SESSION_KEY, ""), member.get_session_auth_hash()
        )
    )


class SessionMember(AuthenticationMiddleware):
    """Django's AuthenticationMiddleware, but with `request.user` taken from the session, without a query of its own."""

    def process_request(self, request: HttpRequest) -> None:
        request.user = SimpleLazyObject(lambda: _member_of(request))  # type: ignore[assignment]  # as Django does


def _member_of(request: HttpRequest) -> Any:
    session: Any = request.session
    return session.member or get_user(request)


def remember_device(request: HttpRequest) -> None:
    """Store in the new session the device and the time of signing in."""
    request.session[DEVICE] = device_of(request.headers.get("User-Agent", ""))
    request.session[BEGUN] = timezone.now().isoformat()
    request.session.set_expiry(None)  # what a challenge for a passkey made short


def signed_in_lately(request: HttpRequest, *, now: datetime) -> bool:
    """True if the session began within the last 15 minutes, so that the member need not prove the identity again."""
    begun = request.session.get(BEGUN)
    return (
        begun is not None
        and now - LATELY < datetime.fromisoformat(begun) <= now + LATELY
    )


def sign_in(*, request: HttpRequest, member: Any) -> None:
    """Open a session for this member without asking for a password."""
    with write_transaction():
        login(request, member, backend="django.contrib.auth.backends.ModelBackend")
    remember_device(request)


def device_of(user_agent: str) -> str:
    """The name of a device by its User-Agent header, such as `Firefox on Android`; `A browser` if nothing is known."""
    browser = next(
        (name for sign, name in BROWSERS.items() if sign in user_agent), "A browser"
    )
    system = next((name for sign, name in SYSTEMS.items() if sign in user_agent), "")
    return f"{browser} on {system}" if system else browser


# --- changes that make a known session wrong ---
# It is forgotten at once, and again after the commit: until then other threads read the old rows.


def _forget(forget: Callable[[], None]) -> None:
    forget()
    transaction.on_commit(forget)


@receiver([post_save, post_delete], sender=OpenSession)
def _forget_session(instance: OpenSession, **signal: Any) -> None:
    _forget(lambda: known_sessions.forget(instance.session_key))


@receiver([post_save, post_delete], sender=Member)
def _forget_member(instance: Member, **signal: Any) -> None:
    forget_member(instance.pk)


def forget_member(member_id: int) -> None:
    """Remove the sessions of this member from the cache `known_sessions`.

    Call it after a change of a value that a cached session includes, such as the member's name.
    """
    _forget(lambda: known_sessions.forget_member(member_id))


@receiver(m2m_changed, sender=Member.groups.through)
def _forget_roles(**signal: Any) -> None:
    _forget(known_sessions.forget_all)
