"""The table that a screen shows while it follows the play: a pure function of the moves and the time."""

from datetime import timedelta

from clubscore.wall.following import STAY, WallMove, followed
from tests.factories import NOON


def at(seconds: float, table: int) -> WallMove:
    return WallMove(NOON + timedelta(seconds=seconds), table)


def shown(*moves: WallMove, seconds: float) -> int | None:
    return followed(moves, NOON + timedelta(seconds=seconds))


def test_before_the_first_deal_there_is_nothing_to_follow() -> None:
    assert shown(seconds=0) is None


def test_the_newest_deal_brings_its_table_to_the_front_at_once() -> None:
    assert shown(at(0, 1), seconds=0) == 1
    assert shown(at(0, 1), at(300, 2), seconds=300) == 2


def test_a_table_stays_until_its_own_newest_deal_has_been_read() -> None:
    assert shown(at(0, 1), at(10, 2), seconds=39) == 1
    assert shown(at(0, 1), at(10, 2), seconds=40) == 2


def test_a_further_deal_at_the_table_lets_it_stay_longer() -> None:
    moves = at(0, 1), at(10, 2), at(30, 1)
    assert [shown(*moves, seconds=seconds) for seconds in (40, 69, 70)] == [1, 1, 2]


def test_of_several_that_wait_the_newest_comes_next() -> None:
    moves = at(0, 1), at(5, 2), at(9, 3)
    assert [shown(*moves, seconds=seconds) for seconds in (39, 40, 500)] == [1, 3, 3]


def test_one_that_has_come_to_the_front_by_waiting_stays_as_long() -> None:
    moves = at(0, 1), at(10, 2), at(45, 3)
    assert [shown(*moves, seconds=seconds) for seconds in (45, 79, 80)] == [2, 2, 3]


def test_the_order_in_which_moves_are_given_does_not_matter() -> None:
    assert shown(at(10, 2), at(0, 1), seconds=20) == 1


def test_a_move_from_ahead_of_the_clock_counts_as_one_of_now() -> None:
    assert shown(at(0, 1), at(9000, 2), seconds=100) == 2


def test_after_a_quiet_hour_the_newest_table_is_still_shown() -> None:
    assert shown(at(0, 1), at(10, 2), seconds=7200) == 2


def test_in_a_busy_room_no_table_is_shown_for_less_than_it_takes_to_read_it() -> None:
    moves = [at(7 * number, number * 5 % 13) for number in range(120)]
    seen = [
        followed([move for move in moves if move.at <= now], now)
        for now in moments(60, 840)
    ]
    stays = lengths(seen)
    assert min(stays[1:-1]) >= STAY.total_seconds()
    assert len(set(seen)) > 5  # and yet it goes round


def moments(first: int, last: int):  # type: ignore[no-untyped-def]
    return [NOON + timedelta(seconds=seconds) for seconds in range(first, last)]


def lengths(seen: list[int | None]) -> list[int]:
    """The number of seconds for which each table was shown without a break."""
    found, before = [], object()
    for table in seen:
        if table != before:
            found.append(0)
        found[-1] += 1
        before = table
    return found
