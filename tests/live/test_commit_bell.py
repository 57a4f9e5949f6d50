"""A commit in this process wakes the stream at once; the database reports the commits of other processes."""

import asyncio
from collections.abc import Callable

import pytest
from django.db import transaction

from clubscore.database.write_lock import commit_listeners, write_transaction
from clubscore.members.models import Member
from tests.live.conftest import rename
from tests.live.watching import Stream


@pytest.fixture
def silent_database(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the database report nothing and nobody poll it, so that only this process's own commits are noticed."""

    async def report_nothing(report: Callable[[], None]) -> None:
        await asyncio.Event().wait()

    monkeypatch.setattr("clubscore.live.hub.report_changes", report_nothing)
    monkeypatch.setattr("clubscore.live.hub.LOOK_AT_LEAST_EVERY", 3600)


def test_a_write_transaction_of_this_process_reaches_watchers_without_the_database_reporting_it(
    silent_database: None, watch: Callable[..., Stream], ruth: Member
) -> None:
    with watch() as stream:
        stream.frame()
        with write_transaction():
            rename(ruth, "Ruth Baker")
        assert stream.frame().id == "Ruth Baker"


@pytest.fixture
def calls(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    calls: list[str] = []
    monkeypatch.setattr(
        "clubscore.database.write_lock.commit_listeners",
        {lambda: calls.append("committed")},
    )
    return calls


def test_listeners_are_called_after_the_commit_and_not_before(
    calls: list[str], transactional_db: None
) -> None:
    with write_transaction():
        with write_transaction():
            pass
        assert calls == []
    assert calls


def test_listeners_hear_nothing_of_what_is_rolled_back(
    calls: list[str], transactional_db: None
) -> None:
    with pytest.raises(ZeroDivisionError), write_transaction():
        raise ZeroDivisionError
    with transaction.atomic(), write_transaction():
        transaction.set_rollback(True)
    assert calls == []


def test_a_listener_that_fails_does_not_fail_the_write(
    transactional_db: None,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    monkeypatch.setattr(
        "clubscore.database.write_lock.commit_listeners", {lambda: 1 // 0}
    )
    with write_transaction():
        Member.objects.create_user("ruth", "Ruth Abel")
    assert Member.objects.filter(username="ruth").exists()
    assert "ZeroDivisionError" in caplog.text


def test_a_server_that_stopped_is_called_no_more(
    watch: Callable[..., Stream], server
) -> None:
    assert len(commit_listeners) == 1
    server.stop()
    assert commit_listeners == set()
    server.start()
