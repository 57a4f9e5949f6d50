"""Errors of the program are mailed to the operators, at most one of each kind in an hour."""

import logging
import threading
from pathlib import Path

import pytest
from django.core import mail
from django.core.exceptions import DisallowedHost
from django.db import OperationalError

from clubscore.web.monitoring import mailed_errors
from clubscore.web.monitoring.mailed_errors import MailedErrors

HOUR = 3600.0


@pytest.fixture(autouse=True)
def somebody_reads(settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    settings.ADMINS, settings.DATA_DIR = (
        [("ops@club.example", "ops@club.example")],
        tmp_path,
    )
    monkeypatch.setattr(mailed_errors.time, "time", lambda: 500_000 * HOUR)


def logger_with(handler: logging.Handler) -> logging.Logger:
    logger = logging.Logger("a test")
    logger.addHandler(handler)
    return logger


def fail(
    logger: logging.Logger,
    error: Exception,
    words: str = "Internal Server Error: /rubbers/41/",
) -> None:
    try:
        raise error
    except Exception:
        logger.exception(words)
    for thread in threading.enumerate():
        if thread.name == "mail":
            thread.join()


def test_an_error_is_sent_with_its_traceback_and_nothing_of_the_request() -> None:
    secret = "hidden in a local variable"
    fail(logger_with(MailedErrors()), ZeroDivisionError("division by zero"))
    (sent,) = mail.outbox
    assert sent.to == ["ops@club.example"]
    assert sent.subject == "[Clubscore] Internal Server Error: /rubbers/41/"
    assert (
        "ZeroDivisionError: division by zero" in sent.body
        and "test_mailed_errors.py" in sent.body
    )
    assert secret not in sent.body


def test_a_storm_is_one_e_mail_also_from_several_processes(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    first, second = logger_with(MailedErrors()), logger_with(MailedErrors())
    for number in range(20):
        fail(
            first,
            ZeroDivisionError(f"the {number}th"),
            words=f"Internal Server Error: /rubbers/{number}/",
        )
        fail(second, ZeroDivisionError(f"the {number}th"))
    assert len(mail.outbox) == 1
    monkeypatch.setattr(mailed_errors.time, "time", lambda: 500_001 * HOUR)
    fail(first, ZeroDivisionError())
    assert len(mail.outbox) == 2


def test_another_kind_is_another_e_mail_and_old_notes_go(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    logger = logger_with(MailedErrors())
    fail(logger, ZeroDivisionError())
    fail(logger, KeyError("seat"))
    assert len(mail.outbox) == 2
    monkeypatch.setattr(mailed_errors.time, "time", lambda: 500_100 * HOUR)
    fail(logger, ZeroDivisionError())
    assert len(list((tmp_path / "mailed").iterdir())) == 1


def test_where_no_file_can_be_written_it_is_sent_all_the_same(
    settings, tmp_path: Path
) -> None:
    settings.DATA_DIR = tmp_path / "gone" / "away"
    logger = logger_with(MailedErrors())
    fail(logger, OSError(28, "No space left on device"))
    fail(logger, OSError(28, "No space left on device"))
    assert len(mail.outbox) == 1


def test_a_lost_database_is_sent_and_a_refused_request_is_not() -> None:
    logger = logger_with(MailedErrors())
    fail(logger, DisallowedHost("Invalid HTTP_HOST header: 'evil.example'"))
    assert mail.outbox == []
    fail(logger, OperationalError("disk I/O error"))
    assert len(mail.outbox) == 1


def test_warnings_are_not_sent_nor_anything_when_nobody_is_named(settings) -> None:
    logger = logger_with(MailedErrors())
    logger.warning("Not Found: /nothing/")
    settings.ADMINS = []
    fail(logger, ZeroDivisionError())
    assert mail.outbox == []


def test_a_mail_server_that_does_not_answer_is_a_line_in_the_log(
    monkeypatch, caplog
) -> None:
    def refuse(*_: object) -> None:
        raise ConnectionRefusedError("nobody listens")

    monkeypatch.setattr(mailed_errors, "mail_admins", refuse)
    fail(logger_with(MailedErrors()), ZeroDivisionError())
    assert "An error could not be sent by e-mail: nobody listens" in caplog.text
