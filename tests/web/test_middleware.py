"""The sending of pages: compressed, marked as private, and with a content security policy."""

import gzip
from collections.abc import Callable

import pytest
from django.http import HttpResponse, StreamingHttpResponse
from django.template import engines
from django.template.loaders.cached import Loader
from django.test import Client, RequestFactory

from clubscore.web import middleware
from clubscore.web.middleware import compress_html, keep_private
from tests.factories import member

LONG = "<p>Anna &amp; Cleo</p>" * 200


def sent(
    answer: HttpResponse | StreamingHttpResponse, accept: str = "gzip, deflate, br"
) -> HttpResponse:
    """The answer after the middleware that compresses it."""
    return compress_html(lambda request: answer)(
        RequestFactory().get("/", headers={"Accept-Encoding": accept})
    )


def test_a_page_is_gzipped_and_says_how_long_it_is():
    answer = sent(HttpResponse(LONG))
    assert gzip.decompress(answer.content).decode() == LONG
    assert len(answer.content) < len(LONG) / 10
    assert answer.headers["Content-Encoding"] == "gzip"
    assert answer.headers["Content-Length"] == str(len(answer.content))
    assert answer.headers["Vary"] == "Accept-Encoding"


def test_the_length_of_the_same_page_differs_from_one_answer_to_the_next(
    monkeypatch: pytest.MonkeyPatch,
):
    drawn = iter([0, 100])
    monkeypatch.setattr(middleware.secrets, "randbelow", lambda most: next(drawn))
    first, second = (sent(HttpResponse(LONG)) for _ in range(2))
    assert len(second.content) == len(first.content) + 101  # the name and its end
    assert gzip.decompress(second.content) == gzip.decompress(first.content)


@pytest.mark.parametrize(
    "answer",
    [
        lambda: HttpResponse("<p>short</p>"),
        lambda: HttpResponse(LONG, content_type="text/csv; charset=utf-8"),
        lambda: HttpResponse(LONG, content_type="application/zip"),
        lambda: HttpResponse(LONG, headers={"Content-Encoding": "br"}),
        lambda: StreamingHttpResponse([LONG.encode()]),
        lambda: HttpResponse(status=204),
    ],
    ids=["short", "table", "archive", "packed already", "stream", "nothing"],
)
def test_what_is_no_long_page_is_sent_as_it_is(answer: Callable[[], HttpResponse]):
    made = answer()
    before = made.headers.get("Content-Encoding")
    assert sent(made).headers.get("Content-Encoding") == before


def test_a_browser_that_cannot_unpack_gets_the_page_as_it_is():
    answer = sent(HttpResponse(LONG), accept="identity")
    assert answer.content.decode() == LONG
    assert answer.headers["Vary"] == "Accept-Encoding"


def test_proxies_keep_no_page_and_a_view_may_say_more():
    request = RequestFactory().get("/")
    assert (
        keep_private(lambda _: HttpResponse())(request).headers["Cache-Control"]
        == "private, no-store"
    )
    stricter = HttpResponse(headers={"Cache-Control": "no-store"})
    assert (
        keep_private(lambda _: stricter)(request).headers["Cache-Control"] == "no-store"
    )


@pytest.mark.django_db
@pytest.mark.parametrize(
    "path", ["/", "/standings/", "/members/me/", "/ledger/", "/nowhere/"]
)
def test_every_page_for_members_is_private_packed_and_has_the_policy(path: str):
    client = Client(headers={"Accept-Encoding": "gzip"})
    client.force_login(member("Anna"))
    headers = client.get(path, follow=True).headers
    assert headers["Cache-Control"].startswith(
        ("private, no-store", "max-age=0, no-cache")
    )
    assert "Cookie" in headers["Vary"]
    assert headers["Content-Encoding"] == "gzip"
    assert headers["Content-Security-Policy"].startswith(
        "default-src 'self'; script-src 'self'; style-src 'self'; "
    )


def test_templates_are_compiled_once():
    loaders = engines["django"].engine.template_loaders
    assert [type(loader) for loader in loaders] == [Loader]


@pytest.mark.django_db
@pytest.mark.parametrize(
    "path", ["/", "/members/", "/sign-in/", "/nowhere/", "/sign-out/"]
)
def test_no_answer_can_be_framed_not_even_one_that_leads_to_the_sign_in_page(path: str):
    answer = Client().get(path)
    assert answer.headers["X-Frame-Options"] == "DENY"
    assert "frame-ancestors 'none'" in answer.headers["Content-Security-Policy"]
