"""Notice the database tables to which a request has written and committed."""

import re
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from django.core.signals import request_finished, request_started
from django.db import connection
from django.db.backends.signals import connection_created

from clubscore.members.models import Attempt, OpenSession, SignInEvent, WrongPin
from tests.server_process import PATIENCE

WRITES = re.compile(
    r'\s*(?:INSERT\s+(?:OR\s+\w+\s+)?INTO|UPDATE|DELETE\s+FROM)\s+"?(\w+)"?',
    re.IGNORECASE,
)
# Counted tries, the list of sign-ins that failed, and who is signed in: these are written for what is refused, too.
NAMED = {
    model._meta.db_table for model in (Attempt, WrongPin, SignInEvent, OpenSession)
}


class Watch:
    """Collects the names of tables that were written since `forget`, except NAMED ones and writes that were
    rolled back.
    """

    def __init__(self, thread: str = "") -> None:
        """Watch only threads whose names begin with `thread`."""
        self.tables: list[str] = []
        self._thread = thread

    def forget(self) -> None:
        self.tables.clear()

    @contextmanager
    def on(self) -> Iterator[None]:
        """Watch this thread's connection, and every connection that is opened inside the block."""
        connection_created.connect(self._also)
        try:
            with connection.execute_wrapper(self):
                yield
        finally:
            connection_created.disconnect(self._also)

    def _also(self, connection: Any, **signal: Any) -> None:
        if self not in connection.execute_wrappers:
            connection.execute_wrappers.append(self)

    def __call__(
        self,
        execute: Callable[..., Any],
        sql: str,
        params: Any,
        many: bool,
        context: dict[str, Any],
    ) -> Any:
        result = execute(sql, params, many, context)
        found = WRITES.match(sql)
        if (
            found
            and found[1] not in NAMED
            and context["cursor"].rowcount != 0
            and self._is_watched()
        ):
            context["connection"].on_commit(lambda: self.tables.append(found[1]))
        return result

    def _is_watched(self) -> bool:
        return threading.current_thread().name.startswith(self._thread)


class InFlight:
    """Counts the requests that threads of this process are answering, even if no client waits for the
    answer any more.
    """

    def __init__(self) -> None:
        self._number, self._lock = 0, threading.Lock()
        request_started.connect(self._begin)
        request_finished.connect(self._end)

    def close(self) -> None:
        request_started.disconnect(self._begin)
        request_finished.disconnect(self._end)

    def are_done(self) -> bool:
        """Wait until no request is being answered. Returns False if some are left after a minute."""
        give_up = time.monotonic() + PATIENCE
        while self._number and time.monotonic() < give_up:
            time.sleep(0.002)
        return not self._number

    def _begin(self, **signal: Any) -> None:
        with self._lock:
            self._number += 1

    def _end(self, **signal: Any) -> None:
        with self._lock:
            self._number -= 1
