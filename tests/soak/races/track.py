"""Send many requests at the same moment: in threads of this process, or over sockets to a server of two processes."""

import copy
import http.client
import threading
import traceback
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from io import BytesIO, StringIO
from typing import NamedTuple
from wsgiref.headers import Headers

from a2wsgi.wsgi import build_environ
from django.core.management import call_command
from django.core.signals import got_request_exception
from django.db import connections

from clubscore.members.models import Member
from clubscore.wsgi import PageHandler
from tests.bench.scorer import Answer, Browser, Send
from tests.forms import SECRET
from tests.soak.silence import silence

AUDITS = ("check_ledger", "check_rubbers", "check_sessions", "check_standings")

Act = Callable[[], int]
"""A function that sends a request and returns the status of the answer."""


class Request(NamedTuple):
    """A form that a member sends; its fields are equal each time it is sent."""

    by: Browser
    path: str
    fields: Mapping[str, object]

    def send(self) -> int:
        """Send the form as from a new tab of the same browser. Returns the status."""
        tab = copy.copy(self.by)
        tab.cookies = dict(self.by.cookies)
        return tab.post(self.path, self.fields).status


class Track:
    """Sends the requests of the races; `counts` has the number of answers by status."""

    def __init__(self, send: Send, width: int) -> None:
        self.width = width
        """The number of requests that are sent at once."""
        self.counts: Counter[int] = Counter()
        self._send = send

    def browser(self, member: Member) -> Browser:
        """A browser in which this member is signed in."""
        browser = Browser(member, self._send)
        browser.cookies["csrftoken"], browser.token = SECRET, SECRET * 2
        return browser

    def run(self, *acts: Act) -> Counter[int]:
        """Run `width` acts at once, each of these equally often. Returns the number of answers by status."""
        chosen = [acts[number % len(acts)] for number in range(self.width)]
        # A list: two threads that count at once lose one.
        start, came = (
            threading.Barrier(len(chosen)),
            list[int](),
        )

        def go(act: Act) -> None:
            start.wait()
            try:
                came.append(act())
            except Exception:
                traceback.print_exc()
                came.append(599)
            finally:
                connections.close_all()

        threads = [threading.Thread(target=go, args=(act,)) for act in chosen]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert len(came) == self.width
        statuses = Counter(came)
        self.counts += statuses
        return statuses


@contextmanager
def in_threads(width: int) -> Iterator[Track]:
    """A track that calls the pages in this process, with a thread and a database connection for each request."""
    handler = PageHandler()
    with _errors_shown(), silence():
        yield Track(lambda *request: _answer_of(handler, *request), width)


def _answer_of(
    handler: PageHandler,
    method: str,
    path: str,
    headers: Mapping[str, str],
    body: bytes,
) -> Answer:
    sent = {"host": "127.0.0.1"} | {
        name.lower(): value for name, value in headers.items()
    }
    address, _, query = path.partition("?")
    scope = {
        "type": "http",
        "http_version": "1.1",
        "method": method,
        "path": address,
        "query_string": query.encode(),
        "headers": [(name.encode(), value.encode()) for name, value in sent.items()],
    }
    started: list[tuple[str, list[tuple[str, str]]]] = []
    environ = build_environ(scope, BytesIO(body))  # type: ignore[arg-type]
    parts = handler(
        environ, lambda status, headers, *_: started.append((status, headers))
    )
    content = b"".join(parts)
    parts.close()
    ((status, listed),) = started
    return Answer(int(status.split()[0]), Headers(listed), content)


@contextmanager
def _errors_shown() -> Iterator[None]:
    def show(**signal: object) -> None:
        traceback.print_exc()

    got_request_exception.connect(show)
    try:
        yield
    finally:
        got_request_exception.disconnect(show)


def over_sockets(port: int, width: int) -> Track:
    """A track that sends to the server on this port, with a connection for each request."""

    def send(method: str, path: str, headers: Mapping[str, str], body: bytes) -> Answer:
        opened = http.client.HTTPConnection("127.0.0.1", port, timeout=120)
        try:
            opened.request(method, path, body, dict(headers))
            answer = opened.getresponse()
            return Answer(answer.status, answer.headers, answer.read())
        finally:
            opened.close()

    return Track(send, width)


def audits_are_clean() -> None:
    """Run all audits. Raises CommandError if the books, the rubbers and the tables contradict each other."""
    for audit in AUDITS:
        call_command(audit, stdout=StringIO())


def each(requests: Iterable[Request]) -> list[Act]:
    return [request.send for request in requests]
