"""The server's entry point, as uvicorn uses it."""

import gc
import subprocess
import sys
import urllib.error
import urllib.request

import pytest

from clubscore.members.models import Member
from tests.live.conftest import Names, cookie_of
from tests.live_server import AsgiServer


def test_the_entry_can_be_imported_before_anything_else() -> None:
    subprocess.run([sys.executable, "-c", "import clubscore.asgi"], check=True)


def test_pages_and_streams_are_behind_one_port(server: AsgiServer) -> None:
    with urllib.request.urlopen(f"{server.url}/healthz") as page:
        assert page.status == 200
    with (
        pytest.raises(urllib.error.HTTPError) as refusal,
        urllib.request.urlopen(f"{server.url}/live/room/0/watch"),
    ):
        pass
    assert refusal.value.code == 403
    refusal.value.close()


def test_what_is_loaded_when_the_server_starts_is_exempt_from_garbage_collection(
    server: AsgiServer,
) -> None:
    assert gc.get_freeze_count() > 10_000


def test_a_short_response_keeps_its_status_and_headers(server: AsgiServer) -> None:
    with urllib.request.urlopen(f"{server.url}/sign-in/") as page:
        assert page.headers["Content-Security-Policy"]
        assert page.headers["Set-Cookie"].startswith("csrftoken=")
        assert len(page.read()) == int(page.headers["Content-Length"])


def test_a_stream_is_never_compressed(
    server: AsgiServer, names: Names, ruth: Member
) -> None:
    headers = cookie_of(ruth) | {"Accept-Encoding": "gzip"}
    request = urllib.request.Request(
        f"{server.url}/live/names/{ruth.pk}/watch", headers=headers
    )
    with urllib.request.urlopen(request) as line:
        assert line.headers["Content-Encoding"] is None
        assert line.headers["Cache-Control"] == "no-store"
        assert line.readline().startswith(b"retry: ")
