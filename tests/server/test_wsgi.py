"""The WSGI handler of the pages: the checks before any middleware runs."""

from typing import Any

import pytest
from django.test import RequestFactory

from clubscore.wsgi import application

FORM, MULTIPART = "application/x-www-form-urlencoded", "multipart/form-data; boundary=x"


def status_of(method: str, content_type: str, query: str = "next=%2F") -> int:
    started: list[str] = []
    environ: dict[str, Any] = (
        RequestFactory()
        .generic(method, f"/sign-in/?{query}", b"a=b", "text/plain")
        .environ
    )
    environ |= {"CONTENT_TYPE": content_type}
    answer: Any = application(
        environ, lambda status, headers, *_: started.append(status)
    )
    b"".join(answer)
    answer.close()
    return int(started[0].split()[0])


@pytest.mark.django_db
@pytest.mark.parametrize("method", ["GET", "POST"])
@pytest.mark.parametrize("kind", [FORM, MULTIPART, "text/plain"])
@pytest.mark.parametrize("charset", ["hex", "undefined", "rot13"])
def test_a_charset_in_which_no_text_is_written_is_answered_400(
    method: str, kind: str, charset: str
) -> None:
    assert status_of(method, f"{kind}; charset={charset}") == 400


@pytest.mark.django_db
def test_a_charset_that_nobody_knows_is_left_out_of_account() -> None:
    assert status_of("GET", f"{FORM}; charset=nobody-knows") == 200


@pytest.mark.django_db
@pytest.mark.parametrize("method", ["GET", "POST"])
def test_too_many_fields_in_the_address_are_answered_alike_with_a_charset_and_without(
    method: str,
) -> None:
    plain, named = (
        status_of(method, kind, "a=1&" * 1_500)
        for kind in (FORM, f"{FORM}; charset=utf-8")
    )
    assert plain == named < 500
