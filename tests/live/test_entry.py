"""The server's entry, as uvicorn meets it."""

import asyncio
import gc
import subprocess
import sys
import urllib.error
import urllib.request
from collections.abc import Callable
from typing import Any

import pytest

from clubscore.members.models import Member
from clubscore.wsgi import HELD_BYTES, PageThreads
from tests.live.conftest import Names, cookie_of
from tests.live_server import AsgiServer


def test_the_entry_can_be_imported_before_anything_else() -> None:
    subprocess.run([sys.executable, "-c", "import clubscore.asgi"], check=True)


def test_pages_and_streams_are_behind_one_port(server: AsgiServer) -> None:
    with urllib.request.urlopen(f"{server.url}/healthz") as page:
        assert page.status == 200
    with pytest.raises(urllib.error.HTTPError) as refusal, urllib.request.urlopen(f"{server.url}/live/room/0/watch"):
        pass
    assert refusal.value.code == 403
    refusal.value.close()


def test_what_is_loaded_when_the_server_starts_is_exempt_from_garbage_collection(server: AsgiServer) -> None:
    assert gc.get_freeze_count() > 10_000


@pytest.mark.parametrize(
    "parts", [[], [b"a"], [b"a", b"", b"bc"], [b"x" * HELD_BYTES, b"y"], [b"%06d" % number for number in range(99_999)]]
)
def test_a_response_of_any_length_arrives_whole_and_in_order(parts: list[bytes]) -> None:
    def page(environ: dict[str, object], start_response: Callable[..., object]) -> list[bytes]:
        start_response("200 OK", [("X-Page", "short or long")])
        return parts

    start, *rest = asyncio.run(_messages_of(page))
    assert start == {"type": "http.response.start", "status": 200, "headers": [(b"x-page", b"short or long")]}
    assert b"".join(message["body"] for message in rest) == b"".join(parts)
    assert [message.get("more_body", False) for message in rest] == [True] * (len(rest) - 1) + [False]
    assert max(len(message["body"]) for message in rest) <= HELD_BYTES + 6


async def _messages_of(page: Callable[..., object]) -> list[dict[str, Any]]:
    """The ASGI messages of the response to a GET request."""
    messages: list[dict[str, Any]] = []
    pages = PageThreads()
    pages.app = page

    async def receive() -> dict[str, Any]:
        return {"type": "http.request", "body": b""}

    async def send(message: dict[str, Any]) -> None:
        messages.append(message)

    scope = {"type": "http", "method": "GET", "path": "/", "query_string": b"", "http_version": "1.1", "headers": []}
    await pages(scope, receive, send)
    pages.executor.shutdown()
    return messages


def test_a_short_response_keeps_its_status_and_headers(server: AsgiServer) -> None:
    with urllib.request.urlopen(f"{server.url}/sign-in/") as page:
        assert page.headers["Content-Security-Policy"]
        assert page.headers["Set-Cookie"].startswith("csrftoken=")
        assert len(page.read()) == int(page.headers["Content-Length"])


def test_a_stream_is_never_compressed(server: AsgiServer, names: Names, ruth: Member) -> None:
    headers = cookie_of(ruth) | {"Accept-Encoding": "gzip"}
    request = urllib.request.Request(f"{server.url}/live/names/{ruth.pk}/watch", headers=headers)
    with urllib.request.urlopen(request) as line:
        assert line.headers["Content-Encoding"] is None
        assert line.headers["Cache-Control"] == "no-store"
        assert line.readline().startswith(b"retry: ")
