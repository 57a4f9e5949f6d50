"""Sessions just read from the database, kept in this process for at most five seconds (decision 0016)."""

import time
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from threading import Lock
from typing import Any

from clubscore.members.duties import Duty
from clubscore.members.roles import Role

SECONDS = 5.0
MOST = 4_000  # sessions; some 3 kB each


@dataclass(frozen=True, slots=True)
class KnownSession:
    """A session and its member, as they were read from the database."""

    data: Mapping[str, Any]
    """The decoded data of the session. They are shared: copy them before changing them."""
    expires_at: datetime
    member_id: int | None
    """Primary key of the member; None for a session that signs nobody in."""
    columns: tuple[Any, ...]
    """The member's columns, in the order of the model's fields; empty without a member."""
    role: Role
    duties: frozenset[Duty] = frozenset()
    marks: frozenset[str] = frozenset()
    """The names of the marks (session_marks.py) that hold for the member."""


class SessionCache:
    """A cache of sessions by their keys, which all threads of the process share."""

    def __init__(self) -> None:
        self._sessions: dict[str, tuple[float, KnownSession]] = {}
        self._lock = Lock()
        self._changes = 0

    @property
    def changes(self) -> int:
        """The number of times that sessions were removed from the cache because of a change.

        Read it before reading a session from the database, and pass it to `keep`.
        """
        return self._changes

    def find(self, key: str, now: datetime) -> KnownSession | None:
        read_at, session = self._sessions.get(key, (0.0, None))
        if (
            session is None
            or not 0 <= time.monotonic() - read_at < SECONDS
            or session.expires_at <= now
        ):
            return None
        return session

    def keep(self, key: str, session: KnownSession, *, changes: int) -> None:
        """Keep a session that was read from the database, unless sessions were removed because of a change meanwhile.

        `changes` is the value that the property of this name had before the reading. If the property has risen since,
        the session may have ended or changed, and is not kept.
        """
        with self._lock:
            if changes != self._changes:
                return
            self._sessions.pop(key, None)  # so that the oldest come first
            while len(self._sessions) >= MOST:
                del self._sessions[next(iter(self._sessions))]
            self._sessions[key] = (time.monotonic(), session)

    def forget(self, key: str) -> None:
        with self._lock:
            self._changes += 1
            self._sessions.pop(key, None)

    def forget_member(self, member_id: int) -> None:
        with self._lock:
            self._changes += 1
            for key in [
                key
                for key, (_, session) in self._sessions.items()
                if session.member_id == member_id
            ]:
                del self._sessions[key]

    def forget_all(self) -> None:
        with self._lock:
            self._changes += 1
            self._sessions.clear()


known_sessions = SessionCache()
