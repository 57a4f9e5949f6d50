"""Expected errors are logged in one line each."""

import io
import logging

import pytest
from django.core.exceptions import PermissionDenied
from django.db import OperationalError
from django.test import Client

from clubscore.web.log import ExpectedInOneLine
from tests.factories import member


@pytest.fixture
def lines():
    written = io.StringIO()
    handler = logging.StreamHandler(written)
    handler.addFilter(ExpectedInOneLine())
    logger = logging.getLogger("django.request")
    logger.addHandler(handler)
    yield lambda: written.getvalue().splitlines()
    logger.removeHandler(handler)


@pytest.mark.django_db
def test_a_refused_page_is_one_line(lines):
    client = Client()
    client.force_login(member("Anna"))
    assert client.get("/office/").status_code == 403
    assert [line.partition(" (")[0] for line in lines()] == ["Forbidden"]
    assert "/office/" in lines()[0]
    assert "PermissionDenied" in lines()[0]


@pytest.mark.parametrize(
    "error", [OperationalError("the connection\nis lost"), PermissionDenied("no")]
)
def test_a_lost_database_is_one_line_and_an_error_of_ours_keeps_its_traceback(
    lines, error
):
    logger = logging.getLogger("django.request")
    try:
        raise error
    except type(error):
        logger.exception("Internal Server Error: %s", "/")
    assert len(lines()) == 1
    try:
        raise KeyError("sheet")
    except KeyError:
        logger.exception("Internal Server Error: %s", "/")
    assert lines()[-1] == "KeyError: 'sheet'"
    assert len(lines()) > 3
