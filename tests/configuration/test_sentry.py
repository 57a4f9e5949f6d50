"""Sentry works only where a setting asks for it: a wrong value is refused, and reports tell nothing about persons."""

import gzip
import json
import os
import subprocess
import sys
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path

import brotli
import pytest

from clubscore.configuration.sentry import without_persons
from tests.source_code import ROOT

WITHOUT_IT = "import sys; sys.modules['sentry_sdk'] = None; "
FAILING = """
import logging, django, sentry_sdk
django.setup()
secret = "in a local variable"
try:
    {}["what nobody has"]
except KeyError:
    logging.getLogger("clubscore.live.hub").exception("Rendering failed")
sentry_sdk.flush(20)
"""


def run(
    code: str, folder: Path, **environment: str
) -> subprocess.CompletedProcess[str]:
    own = {
        "PATH": os.environ["PATH"],
        "CLUB_DATA_DIR": str(folder),
        "DJANGO_SETTINGS_MODULE": "clubscore.settings",
    }
    return subprocess.run(
        [sys.executable, "-c", code],
        cwd=ROOT,
        env=own | environment,
        capture_output=True,
        text=True,
    )


def test_a_setting_without_the_library_is_refused_in_one_sentence(
    tmp_path: Path,
) -> None:
    done = run(
        f"{WITHOUT_IT}import clubscore.settings",
        tmp_path,
        SENTRY_DSN="https://key@sentry.example/1",
    )
    assert done.returncode == 1
    assert done.stderr.splitlines()[-1].endswith(
        "SENTRY_DSN is set, but Sentry's library is not installed: pip install -r requirements-sentry.txt"
    )


def test_an_address_that_is_none_is_refused_in_one_sentence(tmp_path: Path) -> None:
    done = run("import clubscore.settings", tmp_path, SENTRY_DSN="sentry.example")
    assert done.stderr.splitlines()[-1].endswith(
        "SENTRY_DSN is https://key@host/number, as Sentry shows it."
    )


def test_nobody_who_does_not_ask_for_it_imports_it(tmp_path: Path) -> None:
    done = run(
        "import sys, clubscore.settings; print('sentry_sdk' in sys.modules)", tmp_path
    )
    assert done.stdout.strip() == "False"


@pytest.fixture
def received() -> Iterator[tuple[str, list[str]]]:
    """Yield the address of a Sentry server run by the test, and the list of bodies that it has received."""
    bodies: list[str] = []

    class Sentry(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            unpack = {"gzip": gzip.decompress, "br": brotli.decompress}.get(
                self.headers.get("Content-Encoding"), bytes
            )
            bodies.append(unpack(body).decode())
            self.send_response(200)
            self.end_headers()

        def log_message(self, *_: object) -> None:
            pass

    server = HTTPServer(("127.0.0.1", 0), Sentry)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://key@127.0.0.1:{server.server_port}/1", bodies
    server.shutdown()
    server.server_close()


def test_an_error_arrives_there_with_its_version_and_no_values(
    received: tuple[str, list[str]], tmp_path: Path
) -> None:
    dsn, bodies = received
    done = run(FAILING, tmp_path, SENTRY_DSN=dsn)
    assert done.returncode == 0, done.stderr
    events = [
        json.loads(body.splitlines()[2])
        for body in bodies
        if json.loads(body.splitlines()[1])["type"] == "event"
    ]
    (event,) = events
    assert event["exception"]["values"][0]["type"] == "KeyError"
    assert event["release"].startswith("clubscore@")
    assert "vars" not in json.dumps(event)
    assert "user" not in event


def test_of_a_request_method_and_path_stay() -> None:
    request = {
        "method": "POST",
        "url": "https://club.example/members/?q=Anna",
        "query_string": "q=Anna",
        "headers": {"Cookie": "sessionid=secret"},
        "env": {"REMOTE_ADDR": "203.0.113.77"},
    }
    event = {
        "request": request,
        "user": {"id": 7},
        "breadcrumbs": {"values": ["Anna"]},
        "message": "m",
    }
    assert without_persons(event, {}) == {
        "message": "m",
        "request": {"method": "POST", "url": "/members/"},
    }
    joining = {
        "request": {"method": "GET", "url": "https://club.example/join/secret-token/"}
    }
    assert without_persons(joining, {}) == {
        "request": {"method": "GET", "url": "/join/…/"}
    }
