"""Nightly jobs run once a night, in one process, and are made up for after nights in which the machine was off."""

import logging
import time
from collections.abc import Iterator
from datetime import UTC, date, datetime, timedelta
from threading import Barrier, Thread

import pytest
from django.db import connections
from django.utils import timezone

from clubscore.members.access import sweeping
from clubscore.members.models import OpenSession
from clubscore.upkeep import nightly
from clubscore.upkeep.models import NightlyJob
from clubscore.upkeep.night_jobs import NIGHT_JOBS
from clubscore.upkeep.nightly import (
    AGAIN_AFTER,
    Job,
    do_what_is_due,
    night_of,
    nightly_thread,
    register,
)

FIVE = datetime(2026, 11, 22, 5, 0, tzinfo=UTC)  # in London, in winter
MINUTE, HOUR, DAY = timedelta(minutes=1), timedelta(hours=1), timedelta(days=1)


@pytest.fixture(autouse=True)
def jobs(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Remove the nightly jobs of the club, so that only those of the test run."""
    monkeypatch.setattr(nightly, "JOBS", {})
    return


def job_of(done: list[datetime], name: str = "Backup", hour: int = 5) -> Job:
    def work(now: datetime) -> str:
        done.append(now)
        return f"done for the {len(done)}. time"

    return Job(name, hour, work)


@pytest.mark.django_db
def test_a_job_is_done_once_a_night_and_the_log_says_what_came_of_it(caplog):
    done: list[datetime] = []
    register(job_of(done))
    with caplog.at_level(logging.INFO, logger="clubscore.upkeep"):
        for now in (FIVE, FIVE + MINUTE, FIVE + DAY - MINUTE, FIVE + DAY):
            do_what_is_due(now)
    assert done == [FIVE, FIVE + DAY]
    assert caplog.messages == [
        "Backup: done for the 1. time",
        "Backup: done for the 2. time",
    ]


@pytest.mark.django_db
def test_nights_that_were_missed_are_made_up_for_once():
    done: list[datetime] = []
    register(job_of(done))
    do_what_is_due(FIVE)
    later = FIVE + 9 * DAY + 7 * HOUR
    do_what_is_due(later)
    do_what_is_due(later + MINUTE)
    assert done == [FIVE, later]


@pytest.mark.django_db
def test_what_fails_is_tried_again_in_an_hour_and_keeps_nothing_else_back(caplog):
    tried: list[datetime] = []
    done: list[datetime] = []

    def fail(now: datetime) -> str:
        tried.append(now)
        if len(tried) == 1:
            raise OSError("the disk is full")
        return ""

    register(Job("Backup", 5, fail), job_of(done, "Sweeping"))
    for minutes in range(0, 180, 10):
        do_what_is_due(FIVE + minutes * MINUTE)
    assert (tried, done) == ([FIVE, FIVE + AGAIN_AFTER], [FIVE])
    assert (
        "The work of the night failed: Backup. It is tried again in an hour."
        in caplog.text
    )
    assert "the disk is full" in caplog.text


@pytest.mark.django_db
def test_a_process_that_died_at_it_is_followed_by_another_an_hour_later():
    done: list[datetime] = []
    register(job_of(done))
    NightlyJob.objects.create(name="Backup", begun_at=FIVE)
    do_what_is_due(FIVE + 59 * MINUTE)
    do_what_is_due(FIVE + HOUR)
    assert done == [FIVE + HOUR]


@pytest.mark.django_db
def test_a_clock_that_was_ahead_keeps_no_night_back():
    done: list[datetime] = []
    register(job_of(done))
    NightlyJob.objects.create(
        name="Backup", done_for=date(2030, 1, 1), begun_at=FIVE + 900 * DAY
    )
    do_what_is_due(FIVE)
    do_what_is_due(FIVE - HOUR)  # set back by an hour, into the night before
    assert done == [FIVE]


@pytest.mark.parametrize(
    ("now", "night"),
    [
        (FIVE - MINUTE, date(2026, 11, 21)),
        (FIVE, date(2026, 11, 22)),
        # Five o'clock in summer.
        (
            datetime(2026, 7, 1, 4, 0, tzinfo=UTC),
            date(2026, 7, 1),
        ),
    ],
)
def test_the_hour_is_that_of_the_club_s_clock(now: datetime, night: date):
    assert night_of(job_of([]), now) == night


def test_two_jobs_of_one_name_are_refused():
    register(job_of([]))
    with pytest.raises(ValueError, match="'Backup' of the night already"):
        register(job_of([]))


@pytest.mark.django_db(transaction=True)
def test_of_several_processes_that_look_at_once_one_does_it():
    done: list[datetime] = []
    register(job_of(done))
    together = Barrier(4)

    def look() -> None:
        try:
            together.wait(60)
            do_what_is_due(FIVE)
        finally:
            connections.close_all()

    threads = [Thread(target=look) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert done == [FIVE]


@pytest.mark.django_db(transaction=True)
def test_the_server_s_thread_does_it_and_ends_when_it_is_stopped():
    done: list[datetime] = []
    register(job_of(done))
    thread = nightly_thread(every=0.01)
    thread.start()
    give_up = time.monotonic() + 60
    while not done and time.monotonic() < give_up:
        time.sleep(0.01)
    thread.stop()
    assert len(done) == 1


@pytest.mark.django_db
def test_expired_sessions_are_swept_and_open_ones_stay(monkeypatch, caplog):
    monkeypatch.setattr(sweeping, "AT_ONCE", 2)
    now = timezone.now()
    for number in range(7):
        expires = now + (HOUR if number < 2 else -HOUR)
        OpenSession.objects.create(
            session_key=f"session {number}", session_data="", expire_date=expires
        )
    register(*NIGHT_JOBS)
    with caplog.at_level(logging.INFO, logger="clubscore.upkeep"):
        do_what_is_due(now)
    assert sorted(OpenSession.objects.values_list("session_key", flat=True)) == [
        "session 0",
        "session 1",
    ]
    assert caplog.messages == [
        "Sweeping: 5 expired sessions and 0 old notes of sign-ins"
    ]
