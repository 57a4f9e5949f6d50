"""Clients that are slow, stop, send too much or go away: the club goes on, and no request is half written."""

import socket
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack, contextmanager
from itertools import repeat
from typing import Any

import pytest
from django.db import OperationalError

from clubscore.asgi import PAGE_THREADS, pages
from clubscore.live.stream import counter
from clubscore.members.models import Member
from clubscore.rubbers.models import Deal
from clubscore.rubbers.rubber.loading import load
from clubscore.wsgi import application as django
from scoring import Seat, parse_deal
from tests.factories import rubber_in_play
from tests.forms import SECRET, closed
from tests.live.conftest import cookie_of
from tests.live_server import AsgiServer

IDLE = 40  # clients; there are eight threads


@contextmanager
def connected(server: AsgiServer, sent: bytes) -> Iterator[socket.socket]:
    with socket.create_connection(("127.0.0.1", server.port), timeout=20) as client:
        client.sendall(sent)
        yield client


def answer_of(client: socket.socket) -> bytes:
    """All bytes that the server sends until it closes the connection, or until the connection is reset."""
    received = b""
    try:
        while part := client.recv(65536):
            received += part
    except ConnectionResetError:
        pass
    return received


def seconds_for_a_page(server: AsgiServer) -> float:
    begun = time.monotonic()
    with urllib.request.urlopen(f"{server.url}/sign-in/", timeout=20) as page:
        assert page.status == 200
    return time.monotonic() - begun


def head(path: str, length: int, *, cookie: str = "") -> bytes:
    lines = [
        f"POST {path} HTTP/1.1",
        "Host: 127.0.0.1",
        f"Content-Length: {length}",
        "Content-Type: application/x-www-form-urlencoded",
        *([f"Cookie: {cookie}"] if cookie else []),
    ]
    return "\r\n".join([*lines, "", ""]).encode()


def test_clients_that_stop_in_the_middle_of_a_form_do_not_stop_the_club(
    server: AsgiServer,
) -> None:
    with ExitStack() as held:
        for _ in range(IDLE):
            held.enter_context(
                connected(server, head("/sign-in/", 1000) + b"username=a")
            )
        assert seconds_for_a_page(server) < 5


def test_clients_that_do_not_read_their_answers_do_not_stop_the_club(
    server: AsgiServer,
) -> None:
    asked = b"GET /static/vendor/htmx-2.0.11/htmx.min.js HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"
    with ExitStack() as held:
        for _ in range(IDLE):
            held.enter_context(connected(server, asked * 20))
        assert seconds_for_a_page(server) < 5


def test_clients_that_do_not_read_a_long_answer_hold_no_thread(
    server: AsgiServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    def long_or_page(
        environ: dict[str, Any], start: Callable[..., Any]
    ) -> Iterable[bytes]:
        if environ["PATH_INFO"] != "/long/":
            return django(environ, start)
        start("200 OK", [("Content-Type", "text/plain")])
        return repeat(b"x" * 65536, 128)  # more than the kernel takes for a client

    monkeypatch.setattr(pages, "application", long_or_page)
    with ExitStack() as held:
        for _ in range(2 * PAGE_THREADS):
            held.enter_context(
                connected(server, b"GET /long/ HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
            )
        assert seconds_for_a_page(server) < 5


def test_a_form_that_does_not_arrive_in_time_is_answered_and_not_written(
    server: AsgiServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("clubscore.server.bodies.SECONDS", 0.2)
    with connected(server, head("/sign-in/", 1000) + b"username=a") as client:
        answer = answer_of(client)
    assert answer.startswith(b"HTTP/1.1 408 ")
    assert b"Nothing was written: send it again." in answer


def test_headers_that_do_not_end_are_cut_off(
    server: AsgiServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("clubscore.server.protocol.HEADERS_WITHIN", 0.2)
    with (
        connected(server, b"") as silent,
        connected(server, b"GET / HTTP/1.1\r\nX-Slow: ") as slow,
    ):
        assert answer_of(silent) == b""
        assert answer_of(slow) == b""


def test_a_client_that_never_reads_is_cut_off(
    server: AsgiServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("clubscore.server.protocol.PROGRESS_WITHIN", 0.2)
    asked = b"GET /static/vendor/htmx-2.0.11/htmx.min.js HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"
    with connected(server, asked * 400):
        give_up = time.monotonic() + 20
        while server.connections() and time.monotonic() < give_up:
            time.sleep(0.05)
        assert server.connections() == 0


def test_a_client_that_goes_with_requests_waiting_is_no_error_and_nothing_more_is_begun(
    server: AsgiServer,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    begun = []
    monkeypatch.setattr(
        pages, "application", lambda *request: begun.append(request) or django(*request)
    )
    asked = b"GET /static/vendor/htmx-2.0.11/htmx.min.js HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"
    for _ in range(5):
        with connected(server, asked * 400) as client:
            client.recv(1)
    seconds_for_a_page(server)
    assert len(begun) < 5 * 400
    assert "Exception in ASGI application" not in caplog.text


def test_a_stream_whose_browser_goes_with_another_request_waiting_gives_its_place_up(
    server: AsgiServer,
) -> None:
    rubber = rubber_in_play()
    cookie = cookie_of(load(rubber.pk).players[Seat.NORTH])["Cookie"]
    asked = f"GET /live/rubber/{rubber.pk}/watch?revision=0.0 HTTP/1.1\r\nHost: 127.0.0.1\r\nCookie: {cookie}\r\n\r\n"
    with connected(server, asked.encode() * 2) as client:
        assert client.recv(1) == b"H"
        assert counter.total == 1
    give_up = time.monotonic() + 12  # seconds; the next beat is in fourteen or more
    while counter.total and time.monotonic() < give_up:
        time.sleep(0.02)
    assert counter.total == 0


def test_a_deal_that_was_cut_off_is_not_recorded(server: AsgiServer) -> None:
    rubber = rubber_in_play()
    north = load(rubber.pk).players[Seat.NORTH]
    cookie = cookie_of(north)["Cookie"]
    body = (
        b"number=1&revision=0&key=00000000-0000-4000-8000-000000000001&line=4sn%3D+h4n"
    )
    for cut in range(1, len(body), 7):
        with connected(
            server,
            head(f"/rubbers/{rubber.pk}/deals/", len(body), cookie=cookie) + body[:cut],
        ):
            pass
    seconds_for_a_page(server)
    assert not Deal.objects.exists()


def test_a_form_that_asks_for_another_protocol_is_told_that_it_did_not_arrive(
    server: AsgiServer,
) -> None:
    upgrade = "a=b\r\nUpgrade: websocket\r\nConnection: upgrade, close"
    with connected(server, head("/sign-in/", 7, cookie=upgrade) + b"abc=def") as client:
        answer = answer_of(client)
    assert answer.startswith(b"HTTP/1.1 400 ")
    assert b"Nothing was written" in answer


def test_a_deal_whose_end_is_missing_is_not_recorded_though_its_length_is_right(
    server: AsgiServer,
) -> None:
    rubber = rubber_in_play()
    north = load(rubber.pk).players[Seat.NORTH]
    cookie = f"{cookie_of(north)['Cookie']}; csrftoken={SECRET}\r\nX-CSRFToken: {SECRET * 2}\r\nConnection: close"
    deal = (
        "number=1&revision=0&key=00000000-0000-4000-8000-000000000001&line=4sn%3D+h4n"
    )
    body, path = closed(deal).encode(), f"/rubbers/{rubber.pk}/deals/"
    for end in (len(deal) - 4, len(deal), *range(len(deal) + 2, len(body), 9)):
        with connected(server, head(path, end, cookie=cookie) + body[:end]) as client:
            answer = answer_of(client)
        assert answer.startswith(b"HTTP/1.1 400 ")
        assert b"nothing was written" in answer
    assert not Deal.objects.exists()
    with connected(server, head(path, len(body), cookie=cookie) + body) as client:
        assert answer_of(client).startswith(b"HTTP/1.1 302 ")
    assert Deal.objects.get().facts == parse_deal("4sn= h4n")


def test_an_upload_while_the_database_does_not_answer_is_refused_in_a_line(
    server: AsgiServer,
    secretary: Member,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    def away(key: str) -> None:
        raise OperationalError("the server closed the connection")

    cookie = cookie_of(secretary)["Cookie"]
    monkeypatch.setattr("clubscore.server.allowance.SessionStore", away)
    with connected(
        server, head("/members/import/", 100_000, cookie=cookie) + b"x" * 100_000
    ) as client:
        assert answer_of(client).startswith(b"HTTP/1.1 503 ")
    assert [record.exc_info for record in caplog.records] == [None]


@pytest.mark.parametrize(
    "path", ["/sign-in/", "/members/import/", "/no-such-page/", "/live/room/0/watch"]
)
def test_nobody_sends_more_than_a_form_before_signing_in(
    server: AsgiServer, path: str
) -> None:
    with connected(server, head(path, 400_000_000) + b"x" * 100_000) as client:
        client.shutdown(socket.SHUT_WR)
        assert answer_of(client)[:12] in {b"HTTP/1.1 413", b"", b"HTTP/1.1 405"}


def test_a_form_that_is_too_long_is_told_so(server: AsgiServer) -> None:
    with pytest.raises(urllib.error.HTTPError) as refusal:
        urllib.request.urlopen(
            f"{server.url}/sign-in/", data=b"username=" + b"x" * 100_000
        )
    with refusal.value as answer:
        assert answer.code == 413
        assert (
            answer.read()
            == b"That is too much at once: 100009 bytes. Nothing was written."
        )


def test_a_list_of_members_may_be_long_from_who_may_import_it(
    server: AsgiServer, secretary: Member
) -> None:
    rows = "".join(
        f"First{number},Last{number},,{'n' * 40}\n" for number in range(2_000)
    )
    body = (
        b"list=first_name,last_name,nickname,note%0A"
        + rows.replace("\n", "%0A").encode()
    )
    assert len(body) > 65536
    for member, status in (
        (secretary, 400),
        (None, 413),
    ):
        # 400: the list was read; it does not end as a form does.
        request = urllib.request.Request(f"{server.url}/members/import/", data=body)
        if member:
            request.add_header("Cookie", cookie_of(member)["Cookie"])
        with pytest.raises(urllib.error.HTTPError) as refusal:
            urllib.request.urlopen(request)
        with refusal.value as answer:
            assert answer.code == status
