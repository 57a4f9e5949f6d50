"""The health page, when the database is away."""

import logging

import pytest
from django.db import OperationalError, connection
from django.test import Client


@pytest.mark.django_db
def test_strangers_are_told_that_the_database_is_away_and_the_log_why(monkeypatch, caplog):
    def away(*_: object) -> None:
        raise OperationalError('connection to "10.0.0.5" failed: no password for "club"\nTry again')

    monkeypatch.setattr(connection, "cursor", away)
    with caplog.at_level(logging.ERROR, logger="clubscore.web.health"):
        answer = Client().get("/healthz")
    assert (answer.status_code, answer.json()) == (503, {"status": "database does not answer"})
    assert 'connection to "10.0.0.5" failed: no password for "club" Try again' in caplog.messages[0]
