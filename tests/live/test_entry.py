"""The server's entry, as uvicorn meets it."""

import subprocess
import sys
import urllib.error
import urllib.request

import pytest

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
