"""Where the time of one recorded deal goes: its SQL statements, and the functions that take most of it.

    .venv/bin/python -m pytest -q -s tests/bench/profile_recording.py
    DEALS=29 TOP=60 SORT=cumtime .venv/bin/python -m pytest -q -s tests/bench/profile_recording.py -k page
    .ci/with_postgres.py .venv/bin/python -m pytest -q -s tests/bench/profile_recording.py

Everything runs in this process, through the WSGI handler: session, CSRF, form, commit. DEALS are those that are on the
sheets at the beginning; some four more come while it runs. The profile slows what it watches: `bench_recording.py`
tells what a recording costs.
"""

import cProfile
import os
import pstats
from collections.abc import Callable, Mapping
from io import BytesIO
from itertools import cycle, islice
from time import process_time
from wsgiref.headers import Headers

import pytest
from django.core.handlers.wsgi import WSGIHandler
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.bench.measure import machine, report
from tests.bench.scorer import Answer, Scorer, tables_in_play

DEALS = int(os.environ.get("DEALS", "5"))
TOP = int(os.environ.get("TOP", "40"))
SORT = os.environ.get("SORT", "tottime")
TIMES = 20
QUOTE = '"'
TABLES = 10


@pytest.fixture
def scorers(transactional_db) -> list[Scorer]:
    handler = WSGIHandler()
    found = [
        Scorer(played, sender(handler))
        for played in tables_in_play(TABLES, deals=DEALS)
    ]
    for scorer in found:
        scorer.open()
    return found


def test_profile_of_a_recording(scorers: list[Scorer]):
    profile("A recorded deal", [scorer.record for scorer in scorers])


def test_profile_of_the_page(scorers: list[Scorer]):
    profile("The page of a table", [scorer.open for scorer in scorers])


def profile(title: str, calls: list[Callable[[], Answer]]) -> None:
    """Print the SQL statements, the time and the profile of these calls, made in turns; the first call warms up."""
    following = cycle(calls)
    next(following)()
    with CaptureQueriesContext(connection) as captured:
        answer = next(following)()
    statements = [query["sql"] for query in captured.captured_queries]
    print(f"\n{title}: statements")
    for number, sql in enumerate(statements, start=1):
        print(f"{number:>4} {sql.replace(QUOTE, '')[:400]}")
    begun = process_time()
    for call in islice(following, TIMES):
        call()
    own = (process_time() - begun) / TIMES * 1000
    with cProfile.Profile() as taken:
        for call in islice(following, TIMES):
            call()
    pstats.Stats(taken).sort_stats(SORT).print_stats(TOP)
    report(
        f"{title}, {DEALS} deals on the sheets at the beginning, {connection.vendor}, {machine()}",
        ("ms of processor time without the profile", f"{own:.1f}"),
        ("statements", len(statements)),
        ("bytes of the answer", len(answer.body)),
    )


def sender(application: WSGIHandler) -> Callable[..., Answer]:
    """Return a function of the type `scorer.Send` that sends a request through the WSGI application."""

    def send(method: str, path: str, headers: Mapping[str, str], body: bytes) -> Answer:
        environ = {
            "REQUEST_METHOD": method, "PATH_INFO": path, "SERVER_NAME": "localhost", "SERVER_PORT": "80",
            "SERVER_PROTOCOL": "HTTP/1.1", "wsgi.url_scheme": "http", "wsgi.input": BytesIO(body),
            "HTTP_HOST": "localhost", "CONTENT_TYPE": headers.get("Content-Type", ""), "CONTENT_LENGTH": str(len(body)),
        } | {f"HTTP_{name.upper().replace('-', '_')}": value for name, value in headers.items()}  # fmt: skip
        status, sent = "", Headers()

        def start(line: str, lines: list[tuple[str, str]], *_: object) -> None:
            nonlocal status, sent
            status, sent = line, Headers(lines)

        response = application(environ, start)
        answered = b"".join(response)
        response.close()
        return Answer(int(status[:3]), sent, answered)

    return send
