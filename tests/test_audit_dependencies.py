"""`make audit-dependencies` reports known vulnerabilities of the libraries, and never says "clean" without asking."""

import json
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from typing import Any

import pytest

from tools.audit_dependencies import PINS, Exit, Pin, pins

ROOT = Path(__file__).resolve().parent.parent
Answer = Callable[[list[dict[str, Any]]], bytes]


class Osv(BaseHTTPRequestHandler):
    """A stand-in for the OSV server, which answers each POST with the status and body that the test sets."""

    def do_POST(self) -> None:
        asked = json.loads(self.rfile.read(int(self.headers["Content-Length"])))[
            "queries"
        ]
        self.server.asked = asked
        body = self.server.answer(asked)
        self.send_response(self.server.status)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: object) -> None:
        pass


@pytest.fixture
def osv() -> Iterator[HTTPServer]:
    server = HTTPServer(("127.0.0.1", 0), Osv)
    server.status, server.answer = 200, nothing_known
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    yield server
    server.shutdown()
    thread.join()
    server.server_close()


def nothing_known(asked: list[dict[str, Any]]) -> bytes:
    return json.dumps({"results": [{} for _ in asked]}).encode()


def django_is_known(asked: list[dict[str, Any]]) -> bytes:
    entries = {"vulns": [{"id": "GHSA-1"}, {"id": "PYSEC-2"}]}
    found = [entries if each["package"]["name"] == "Django" else {} for each in asked]
    return json.dumps({"results": found}).encode()


def audit(url: str) -> tuple[int, str]:
    command = [sys.executable, "-m", "tools.audit_dependencies"]
    done = subprocess.run(
        command,
        cwd=ROOT,
        env={"OSV_URL": url},
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert done.stderr == ""
    return done.returncode, done.stdout


def url_of(server: HTTPServer) -> str:
    return f"http://127.0.0.1:{server.server_port}/v1/querybatch"


def test_every_pin_is_asked_about_and_nothing_known_is_exit_code_0(osv: HTTPServer):
    code, said = audit(url_of(osv))
    assert code == Exit.CLEAN
    assert (
        said
        == f"checked: {len(osv.asked)} libraries, 0 with something known against them\n"
    )
    asked = {
        (each["package"]["ecosystem"], each["package"]["name"]) for each in osv.asked
    }
    assert {
        ("PyPI", "Django"),
        ("PyPI", "psycopg"),
        ("PyPI", "ruff"),
        ("npm", "htmx.org"),
    } <= asked


def test_what_is_known_is_named_with_exit_code_1(osv: HTTPServer):
    osv.answer = django_is_known
    code, said = audit(url_of(osv))
    assert code == Exit.KNOWN
    assert "Django 5.2" in said
    assert "GHSA-1, PYSEC-2 (https://osv.dev/vulnerability/GHSA-1)" in said
    assert "1 with something known" in said


BROKEN: dict[str, Answer] = {
    "an answer too few": lambda asked: nothing_known(asked[1:]),
    "no JSON": lambda asked: b"<html>Sign in to this network</html>",
    "another shape": lambda asked: b"[]",
    "entries without an id": lambda asked: json.dumps(
        {"results": [{"vulns": [{}]} for _ in asked]}
    ).encode(),
    "results that are no objects": lambda asked: json.dumps(
        {"results": [None for _ in asked]}
    ).encode(),
}


@pytest.mark.parametrize("answer", BROKEN.values(), ids=BROKEN)
def test_an_answer_that_is_none_is_not_checked_with_exit_code_2(
    answer: Answer, osv: HTTPServer
):
    osv.answer = answer
    code, said = audit(url_of(osv))
    assert (code, said[:12]) == (Exit.NOT_CHECKED, "not checked:")
    assert "\nchecked" not in said


def test_an_error_of_the_database_is_not_checked(osv: HTTPServer):
    osv.status = 503
    assert audit(url_of(osv))[0] == Exit.NOT_CHECKED


def test_without_a_network_it_is_not_checked():
    code, said = audit("http://127.0.0.1:9/")
    assert (code, said[:12]) == (Exit.NOT_CHECKED, "not checked:")


def test_all_files_of_requirements_are_read_with_every_pin_in_them():
    files = {*ROOT.glob("requirements*.txt"), *(ROOT / ".ci").glob("*.txt")}
    assert files == {ROOT / name for name in PINS}
    for file in files:
        lines = [
            line
            for line in file.read_text().splitlines()
            if line.strip() and not line.startswith("#")
        ]
        assert len(pins([file.read_text()])) == len(lines) + 1  # and htmx


def test_extras_and_comments_are_no_part_of_a_pin():
    found = pins(["# Django==1.0\npsycopg[binary]==3.3.9      # the driver\n"])
    assert found[0] == Pin("PyPI", "psycopg", "3.3.9")
