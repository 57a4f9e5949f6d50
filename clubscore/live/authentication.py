"""The member who opens a stream, found by the session cookie with the checks of Django. The session is never written.

Streams often open together: after a restart every watcher returns within seconds. So sessions are looked up in batches
of two queries, in one thread. A pause between batches leaves the processor to the pages.
"""

import asyncio
from collections.abc import Collection
from importlib import import_module
from itertools import islice
from typing import TYPE_CHECKING

from django.conf import settings
from django.contrib.auth import (
    BACKEND_SESSION_KEY,
    HASH_SESSION_KEY,
    SESSION_KEY,
    get_user_model,
)
from django.http import parse_cookie
from django.utils import timezone
from django.utils.crypto import constant_time_compare

from clubscore.live.workers import Workers

if TYPE_CHECKING:
    # A model's module: the server imports this one before Django is set up.
    from django.contrib.auth.base_user import AbstractBaseUser

BATCH = 50
REST_PER_BATCH = 4.0  # of the seconds that the batch took


class Authentication:
    """A service of the event loop: it finds the member of each stream by the session, with queries in one thread.

    Simultaneous lookups of one session share one answer.
    """

    def __init__(self) -> None:
        self._workers = Workers("live-authentication", 1)
        self._waiting: dict[str, asyncio.Future[int | None]] = {}
        self._task: asyncio.Task[None] | None = None

    async def member_of(self, cookies: str) -> int | None:
        """The id of the active member whose session the Cookie header names; None without such a session.

        Raises DatabaseError when the sessions cannot be read.
        """
        key = parse_cookie(cookies).get(settings.SESSION_COOKIE_NAME)
        if not key:
            return None
        future = self._waiting.get(key)
        if future is None:
            future = self._waiting[key] = asyncio.get_running_loop().create_future()
        if self._task is None or self._task.done():
            self._task = asyncio.create_task(self._answer_all())
        # One browser that leaves must not cancel the lookup for others.
        return await asyncio.shield(future)

    def close(self) -> None:
        """Wait for the lookup in progress, then close the connection and the thread."""
        self._workers.close()

    async def _answer_all(self) -> None:
        loop = asyncio.get_running_loop()
        while self._waiting:
            began = loop.time()
            batch = {
                key: self._waiting.pop(key)
                for key in list(islice(self._waiting, BATCH))
            }
            try:
                members = await self._workers.run(members_of, batch.keys())
            except Exception as error:  # the streams are refused, whatever it was; their pages poll and try again
                for future in batch.values():
                    future.set_exception(error)
            else:
                for key, future in batch.items():
                    future.set_result(members.get(key))
            await asyncio.sleep(REST_PER_BATCH * (loop.time() - began))


def members_of(session_keys: Collection[str]) -> dict[str, int]:
    """The member's id for each session key. Unknown and expired sessions and inactive members are left out."""
    store = import_module(settings.SESSION_ENGINE).SessionStore()
    rows = store.model.objects.filter(
        session_key__in=session_keys, expire_date__gt=timezone.now()
    )
    sessions = {row.session_key: store.decode(row.session_data) for row in rows}
    allowed = {key: data for key, data in sessions.items() if _is_signed_in(data)}
    people = get_user_model()._default_manager.in_bulk(
        {data[SESSION_KEY] for data in allowed.values()}
    )
    members = {str(pk): person for pk, person in people.items() if person.is_active}
    return {
        key: int(member.pk)
        for key, data in allowed.items()
        if (member := members.get(data[SESSION_KEY]))
        and _is_hash_of(member, data.get(HASH_SESSION_KEY, ""))
    }


def _is_signed_in(session: dict[str, str]) -> bool:
    return (
        SESSION_KEY in session
        and session.get(BACKEND_SESSION_KEY) in settings.AUTHENTICATION_BACKENDS
    )


def _is_hash_of(member: "AbstractBaseUser", kept: str) -> bool:
    """True if `kept`, the hash in a session, matches the member's password; False if the password was changed later."""
    hashes = [member.get_session_auth_hash(), *member.get_session_auth_fallback_hash()]
    return any(constant_time_compare(kept, valid) for valid in hashes)
