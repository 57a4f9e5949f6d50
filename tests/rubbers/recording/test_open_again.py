"""A rubber ends when a side has won two games (Law 74): what was begun after it without a deal closes nothing."""

from datetime import timedelta

import pytest

from clubscore.refusals import Refused
from clubscore.rubbers.models import Rubber
from clubscore.rubbers.recording.services import start_rubber, stop_rubber, undo_deal
from clubscore.rubbers.rubber.http import page_of
from clubscore.rubbers.rubber.loading import load, newest_at
from clubscore.tables import services as tables
from clubscore.tables.cuts import choose_seats, cut_for_partners
from clubscore.tables.queries import seating_at
from scoring import Seat
from tests.factories import NOON, member, record, rubber_in_play
from tests.rubbers.correction.correcting import correct, vote

pytestmark = pytest.mark.django_db

N, E, S, W = Seat
LATER = NOON + timedelta(hours=1)


@pytest.fixture
def over(db) -> Rubber:
    """A rubber that is over by its second deal, which was entered one trick too high."""
    return rubber_in_play(lines=("4sn=", "4ss="))


def begin(rubber: Rubber, dealer: Seat = N) -> Rubber:
    by = rubber.players[N]
    return start_rubber(table=rubber.table, dealer=dealer, by=by, now=LATER)


def stop(rubber: Rubber) -> None:
    state = load(rubber.pk)
    stop_rubber(
        state=state,
        reason="By mistake",
        seen_revision=state.rubber.revision,
        by=state.players[N],
        now=LATER,
    )


def cut(rubber: Rubber, seat: Seat = E) -> None:
    choose_seats(
        cut=cut_for_partners(table=rubber.table, by=rubber.players[N], now=LATER),
        seat=seat,
    )


def correct_the_last(rubber: Rubber, *seats: Seat) -> None:
    vote(correct(rubber, 2, "4ss-1"), *seats)
    rubber.refresh_from_db()


def test_a_rubber_stopped_without_a_deal_did_not_begin_and_the_one_before_is_played_on(
    over,
):
    stop(begin(over))
    correct_the_last(over, E, S)
    assert (over.is_over, over.ending_reason) == (False, "")
    assert newest_at(over.table).rubber == over
    assert page_of(load(over.pk)).startswith(f"/tables/{over.table_id}/")
    record(over, "4sn=")
    over.refresh_from_db()
    assert over.ending == "complete"


def test_the_table_shows_the_rubber_before_one_that_was_stopped_without_a_deal(over):
    assert newest_at(over.table).rubber == over
    empty = begin(over)
    assert newest_at(over.table).rubber == empty
    stop(empty)
    assert newest_at(over.table).rubber == over


def test_a_table_at_which_nothing_else_began_shows_the_rubber_without_a_deal():
    rubber = rubber_in_play()
    stop(rubber)
    assert newest_at(rubber.table).rubber == rubber


def test_its_recorder_undoes_the_last_deal_though_a_rubber_was_begun_by_mistake(over):
    empty = begin(over)
    with pytest.raises(Refused, match="The next rubber has begun"):
        undo_deal(state=load(over.pk), number=2, by=over.players[N], now=LATER)
    stop(empty)
    undo_deal(state=load(over.pk), number=2, by=over.players[N], now=LATER)
    over.refresh_from_db()
    assert not over.is_over


def test_a_cut_for_partners_does_not_close_the_rubber_before_it(over):
    cut(over)
    correct_the_last(over, E, S)
    assert not over.is_over
    over.table.refresh_from_db()
    assert over.table.is_playing
    assert seating_at(over.table).seats == over.players
    assert not over.table.cuts.filter(is_open=True).exists()


def test_whoever_came_in_by_the_cut_waits_again_when_the_rubber_is_played_on(over):
    eve = member("Eve")
    tables.come_to_table(table=over.table, member=eve, now=LATER)
    tables.come_to_table(table=over.table, member=over.players[W], seat=None, now=LATER)
    tables.come_to_table(table=over.table, member=eve, seat=W, now=LATER)
    correct_the_last(over, E, S)
    seating = seating_at(over.table)
    assert (seating.seats, seating.waiting) == (over.players, [eve])


def test_a_rubber_of_the_same_four_without_a_deal_gives_way_to_the_one_before(over):
    cut(over)
    empty = begin(over)
    correct_the_last(over, E, S)
    empty.refresh_from_db()
    assert (over.is_over, empty.is_over, empty.is_agreed) == (False, True, True)
    assert (
        empty.ending_reason == "Not begun: a correction opened the rubber before again"
    )
    assert seating_at(over.table).seats == over.players


def test_a_deal_of_the_next_rubber_closes_the_one_before(over):
    record(begin(over), "1nn=")
    correct_the_last(over, E, S, W)
    assert (over.ending, over.ending_reason) == (
        "unfinished",
        "Corrected when the next rubber had begun",
    )


def test_a_rubber_of_another_four_is_not_ended_by_the_four_before(over):
    tables.leave_table(table=over.table, member=over.players[W], now=LATER)
    tables.come_to_table(table=over.table, member=member("Eve"), seat=W, now=LATER)
    empty = begin(over)
    tables.come_to_table(table=over.table, member=over.players[W], now=LATER)
    correct_the_last(over, E, S)
    empty.refresh_from_db()
    assert not empty.is_over
    assert over.ending_reason == "Corrected when the next rubber had begun"
