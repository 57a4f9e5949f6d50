"""The waiting line before the threads: which request is served next, and which one is not served any more."""

import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from functools import partial

import pytest

from clubscore.server import line as lines
from clubscore.server.line import WaitingLine


@pytest.fixture
def line() -> Iterator[WaitingLine]:
    """A waiting line before a single thread."""
    with ThreadPoolExecutor(1) as thread:
        yield WaitingLine(thread)


@contextmanager
def busy(line: WaitingLine) -> Iterator[None]:
    """Keep the thread of the line busy inside the block."""
    begun, goes_on = threading.Event(), threading.Event()

    def work() -> None:
        begun.set()
        goes_on.wait()

    line.join(work)
    begun.wait()
    yield
    goes_on.set()


def served(line: WaitingLine, *names: str, leaves: str = "") -> list[str]:
    """The order in which requests of these names, or three by default, are served; the request `leaves`
    leaves the line.
    """
    order: list[str] = []
    with busy(line):
        waiting = {
            name: line.join(partial(order.append, name))
            for name in names or ("first", "second", "third")
        }
        if leaves:
            line.leave(waiting[leaves])
    for turn in waiting.values():
        assert turn.done.result(timeout=60) is None
    return order


def test_first_come_is_first_served(line: WaitingLine) -> None:
    assert served(line) == ["first", "second", "third"]


def test_when_the_first_has_waited_long_the_newest_is_served(
    line: WaitingLine, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lines, "LONG", -1.0)
    assert served(line) == ["third", "second", "first"]


def test_every_fourth_turn_is_of_who_has_waited_longest(
    line: WaitingLine, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lines, "LONG", -1.0)
    # The first turn was that of who kept the thread busy.
    assert served(line, *"abcdefg") == [*"gfaedcb"]


def test_who_leaves_is_not_served_and_holds_nobody_up(line: WaitingLine) -> None:
    assert served(line, leaves="second") == ["first", "third"]


def test_whoever_left_does_not_count_as_one_who_waits_long(
    line: WaitingLine, monkeypatch: pytest.MonkeyPatch
) -> None:
    now, order = 0.0, list[str]()
    monkeypatch.setattr(lines, "monotonic", lambda: now)
    with busy(line):
        line.leave(line.join(partial(order.append, "left")))
        now = lines.LONG + 1.0
        turns = [line.join(partial(order.append, name)) for name in ("first", "second")]
    for turn in turns:
        turn.done.result(timeout=60)
    assert order == ["first", "second"]


def test_what_fails_is_told_to_who_waits_for_it_and_the_next_is_served(
    line: WaitingLine,
) -> None:
    def fails() -> None:
        raise ValueError("no page")

    failed, after = line.join(fails), line.join(lambda: None)
    with pytest.raises(ValueError, match="no page"):
        failed.done.result(timeout=60)
    assert after.done.result(timeout=60) is None
