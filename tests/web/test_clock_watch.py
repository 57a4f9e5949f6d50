"""A clock that jumps while the server runs, or is behind the newest row, is reported to the people who can set it."""

from datetime import UTC, datetime, timedelta

import pytest
from django.test import Client
from django.utils import timezone

from clubscore.members.roles import Role
from clubscore.web import clock_watch
from clubscore.web.clock_watch import ClockJump, ClockWatch, seconds_since_start
from tests.factories import NOON, member, rubber_in_play

HOUR, DAY = timedelta(hours=1), timedelta(days=1)


class Clocks:
    """A watch on two clocks: a wall clock that the test can set, and a steady one."""

    def __init__(self) -> None:
        self.wall = NOON.timestamp()
        self.steady = 100.0
        self.watch = ClockWatch(lambda: self.wall, lambda: self.steady)

    def go(self, seconds: float, *, jump: timedelta = timedelta()) -> ClockJump | None:
        self.steady += seconds
        self.wall += seconds + jump.total_seconds()
        return self.watch.jump()


@pytest.fixture
def clocks() -> Clocks:
    return Clocks()


@pytest.fixture
def written(monkeypatch) -> list[datetime | None]:
    """A list whose first item is the time of the newest row in the database."""
    newest: list[datetime | None] = [None]
    monkeypatch.setattr(clock_watch, "newest_times", [lambda: newest[0]])
    return newest


@pytest.mark.parametrize("by", [-HOUR, HOUR, -365 * DAY])
def test_a_jump_is_seen_and_told_for_a_day(clocks, by, caplog):
    assert clocks.go(60) is None
    seen = clocks.go(60, jump=by)
    assert seen == ClockJump(to=NOON + timedelta(minutes=2) + by, by=by)
    assert clocks.go(3600) == seen
    assert clocks.go(DAY.total_seconds()) is None
    assert len(caplog.records) == 1


def test_a_clock_that_is_drawn_to_the_right_time_little_by_little_has_not_jumped(
    clocks,
):
    assert not any(clocks.go(60, jump=timedelta(seconds=30)) for _ in range(20))


@pytest.mark.parametrize(
    ("by", "words"),
    [
        (-HOUR, "set back by 1 hour"),
        (2 * DAY, "set forward by 2 days"),
        (-timedelta(minutes=5), "set back by 5 minutes"),
    ],
)
def test_a_jump_is_told_in_words(by, words):
    assert ClockJump(NOON, by).words == words


def test_the_newest_time_is_told_while_it_is_still_to_come(clocks, written):
    assert clocks.watch.warnings(NOON).words == ""
    written[0] = NOON + timedelta(seconds=90)  # the clock of another machine
    assert clocks.watch.warnings(NOON).newest is None
    written[0] = NOON + HOUR
    assert clocks.watch.warnings(NOON).newest == NOON + HOUR
    assert clocks.watch.warnings(NOON + HOUR).words == ""


def test_times_begin_anew_with_the_jump_or_when_the_clock_was_first_seen_behind(
    clocks, written
):
    assert clocks.watch.unsteady_since(NOON) is None
    written[0] = NOON + DAY
    assert clocks.watch.unsteady_since(NOON) == NOON
    assert clocks.watch.unsteady_since(NOON + HOUR) == NOON
    clocks.go(60, jump=-HOUR)
    assert clocks.watch.unsteady_since(NOON) == NOON + timedelta(minutes=1) - HOUR
    clocks.go(DAY.total_seconds() + 1)
    assert clocks.watch.unsteady_since(NOON + 2 * DAY) is None


def test_the_steady_clock_goes_on():
    first = seconds_since_start()
    assert 0 < first <= seconds_since_start()


@pytest.mark.django_db
def test_the_health_page_says_what_is_wrong_with_the_clock():
    client = Client()
    assert client.get("/healthz").json()["clock"] == "ok"
    rubber = rubber_in_play(now=timezone.now() + DAY)
    answer = client.get("/healthz")
    assert answer.status_code == 200
    assert answer.json()["clock"].startswith("behind what was written at ")
    assert str(rubber.started_at.year) in answer.json()["clock"]


@pytest.mark.django_db
def test_the_office_tells_admins_to_look_at_the_clock(monkeypatch):
    client = Client()
    client.force_login(member("Ruth", role=Role.ADMIN))
    assert "Look at the computer’s clock" not in client.get("/office/").content.decode()
    jumped = ClockJump(datetime(2026, 11, 21, 19, 5, tzinfo=UTC), -HOUR)
    monkeypatch.setattr("clubscore.office.views.clock_watch.jump", lambda: jumped)
    page = client.get("/office/").content.decode()
    assert "Look at the computer’s clock" in page
    assert "set back by 1 hour" in page
    assert "21 November 2026, 19:05" in page
