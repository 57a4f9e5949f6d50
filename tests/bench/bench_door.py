"""The cost of signing a request in: a page that says hello to the signed-in member, beside a bare Django view."""

from collections.abc import Callable
from io import BytesIO

import pytest
from django.conf import settings as our_settings
from django.core.handlers.wsgi import WSGIHandler
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from tests.bench import hello
from tests.bench.measure import in_turns, machine, report
from tests.factories import member

REQUESTS = 1_000


@pytest.fixture
def cookie(transactional_db, settings) -> str:
    """Sign a player in and return the Cookie header. The pages of `tests.bench.hello` are served for the test."""
    settings.ROOT_URLCONF = "tests.bench.hello"
    client = Client()
    client.force_login(member("Anna Weiss"))
    return client.cookies.output(header="", attrs=[]).strip()


def get(application: WSGIHandler, path: str, cookie: str = "") -> Callable[[], bytes]:
    """Return a function that sends one GET request through the application and returns the body of the answer."""
    environ = {
        "REQUEST_METHOD": "GET", "PATH_INFO": path, "SERVER_NAME": "localhost", "SERVER_PORT": "80",
        "HTTP_HOST": "localhost", "HTTP_COOKIE": cookie, "wsgi.url_scheme": "http",
    }  # fmt: skip

    def once() -> bytes:
        answer = application(
            environ | {"wsgi.input": BytesIO()}, lambda status, headers: None
        )
        body = b"".join(answer)
        answer.close()
        assert body.startswith(b"hello"), body
        return body

    return once


def test_a_hello_to_whoever_is_signed_in_beside_a_bare_view(cookie: str):
    chain = our_settings.MIDDLEWARE
    pages = {"no middleware": get(hello.application([]), hello.BARE)}
    for length, name in enumerate(chain, start=1):
        pages[f"… {name.rpartition('.')[2]}"] = get(
            hello.application(chain[:length]), hello.BARE, cookie
        )
    pages["signed in"] = get(hello.application(), hello.HELLO, cookie)
    for page in pages.values():
        page()
    with CaptureQueriesContext(connection) as queries:
        pages["signed in"]()
        statements = len(queries)
    times = in_turns(pages, rounds=REQUESTS)
    report(
        f"One request through the WSGI handler, ms of processor time, {machine()}",
        *((name, f"{taken / 1e6:.3f}") for name, taken in times.items()),
        ("statements of the page for whoever is signed in", statements),
        (
            "… as a ratio to the view without middleware",
            f"{times['signed in'] / times['no middleware']:.1f}",
        ),
    )
