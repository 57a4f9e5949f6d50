"""The health page while the database is not available."""

import logging
import shutil
from collections import namedtuple

import pytest
from django.db import OperationalError, connection
from django.test import Client


@pytest.mark.django_db
def test_strangers_are_told_that_the_database_is_away_and_the_log_why(
    monkeypatch, caplog
):
    def away(*_: object) -> None:
        raise OperationalError(
            'connection to "10.0.0.5" failed: no password for "club"\nTry again'
        )

    monkeypatch.setattr(connection, "cursor", away)
    with caplog.at_level(logging.ERROR, logger="clubscore.web.health"):
        answer = Client().get("/healthz")
    assert (answer.status_code, answer.json()) == (
        503,
        {"status": "database does not answer"},
    )
    assert (
        'connection to "10.0.0.5" failed: no password for "club" Try again'
        in caplog.messages[0]
    )


@pytest.mark.django_db
def test_a_disk_that_is_full_is_not_well(monkeypatch, caplog):
    full = namedtuple("full", "total used free")(10**9, 10**9 - 4_000_000, 4_000_000)
    monkeypatch.setattr(shutil, "disk_usage", lambda folder: full)
    answer = Client().get("/healthz")
    assert (answer.status_code, answer.json()) == (507, {"status": "disk is full"})
    assert "The disk of the club is full: 4,000,000 bytes are free." in caplog.messages
