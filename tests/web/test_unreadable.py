"""Requests that cannot be parsed are answered with status 400 and an error page, and write nothing."""

from typing import Any

import pytest
from django.test import Client

from tests.factories import member

MULTIPART, FORM = "multipart/form-data", "application/x-www-form-urlencoded"
UNREADABLE: dict[str, dict[str, Any]] = {
    "a form without its boundary": {"data": b"abc", "content_type": MULTIPART},
    "a boundary beyond ASCII": {
        "data": b"abc",
        "content_type": f"{MULTIPART}; boundary=\xff",
    },
    "a form in UTF-16": {
        "data": b"username=a",
        "content_type": f"{FORM}; charset=utf-16",
    },
    "a form in no characters": {
        "data": b'--x\r\nContent-Disposition: form-data; name="a"\r\n\r\nb\r\n--x--\r\n',
        "content_type": f"{MULTIPART}; boundary=x; charset=hex",
    },
    "too many fields": {
        "data": b"&".join(b"a=%d" % number for number in range(12_001)),
        "content_type": FORM,
    },
    "an address that is none": {
        "headers": {"HX-Request": "true", "HX-Current-URL": "http://["}
    },
}


@pytest.mark.django_db
@pytest.mark.parametrize("checks_csrf", [False, True])
@pytest.mark.parametrize("signs_in", [False, True])
@pytest.mark.parametrize("path", ["/sign-in/", "/tables/", "/nowhere/"])
@pytest.mark.parametrize("what", UNREADABLE)
def test_what_cannot_be_read_is_answered_400_whoever_sends_it(
    what: str, path: str, signs_in: bool, checks_csrf: bool
) -> None:
    client = Client(enforce_csrf_checks=checks_csrf)
    if checks_csrf:  # as a browser that has seen a form before
        client.cookies["csrftoken"] = "a" * 32
    if signs_in:
        client.force_login(member("Anna"))
    answer = client.generic("POST", path, **UNREADABLE[what])
    assert answer.status_code == 400
    assert b"nothing was written" in answer.content


@pytest.mark.django_db
def test_a_fragment_asked_for_from_a_page_that_is_none_is_answered_400() -> None:
    answer = Client(headers=UNREADABLE["an address that is none"]["headers"]).get(
        "/ledger/"
    )
    assert answer.status_code == 400


@pytest.mark.django_db
def test_an_address_writes_no_line_of_its_own_into_the_log(
    caplog: pytest.LogCaptureFixture,
) -> None:
    with caplog.at_level("INFO", logger="clubscore.web.middleware"):
        Client().generic(
            "POST",
            "/x%0A2026-11-22 ERROR the books are gone/",
            **UNREADABLE["a form in UTF-16"],
        )
    assert any("could not be read" in line for line in caplog.messages)
    assert not any("\n" in line for line in caplog.messages)
