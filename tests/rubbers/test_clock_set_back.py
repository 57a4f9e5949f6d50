"""The clock jumps back or forward: the table stays playable, and everything keeps the order in which it was written."""

from datetime import UTC, datetime, timedelta
from uuid import uuid4

import pytest
from django.test import Client
from django.utils import timezone
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from clubscore.evenings.queries import newest_evening
from clubscore.ledger.models import Transaction
from clubscore.members.models import Member
from clubscore.members.roles import Role
from clubscore.room.context import table_context
from clubscore.room.queries import played_at, the_room
from clubscore.rubbers.agreement.due import post_due
from clubscore.rubbers.agreement.services import agree_net
from clubscore.rubbers.attention.queries import attention_now
from clubscore.rubbers.correction.queries import period_for
from clubscore.rubbers.correction.rulings import reopen
from clubscore.rubbers.history.queries import history_of
from clubscore.rubbers.models import HouseRules, Rubber
from clubscore.rubbers.recording.services import record_deal, start_rubber, undo_deal
from clubscore.rubbers.rubber.loading import load, newest_at
from clubscore.tables.models import Table
from clubscore.tables.queries import waits_at
from clubscore.tables.services import choose_game, come_to_table
from scoring import Seat, parse_deal
from tests.factories import (
    NOON,
    agree,
    agreed_rubber,
    four,
    member,
    record,
    rubber_in_play,
    seated_table,
)

pytestmark = pytest.mark.django_db

N, E, S, W = Seat
JUMPS = {
    "an hour back": timedelta(hours=-1),
    "a day back": timedelta(days=-1),
    "a year back": timedelta(days=-365),
    "a year forward": timedelta(days=365),
}
WON = ("4sn=", "4sn=")


@pytest.fixture(params=JUMPS.values(), ids=JUMPS)
def then(request) -> datetime:
    """The time on the clock after a jump, which came when a rubber was over."""
    return NOON + timedelta(minutes=20) + request.param


def start(table: Table, now: datetime) -> Rubber:
    return start_rubber(table=table, dealer=N, by=table.opened_by, now=now)


def test_the_rubber_in_play_is_the_one_that_a_table_shows(then):
    over = rubber_in_play(lines=WON)
    begun = start(over.table, then)
    assert newest_at(over.table).rubber == begun
    assert [card.rubber for card in the_room().cards] == [begun]
    record(begun, "1nn=", now=then)
    assert table_context(over.table, over.players[N], then)["form"]
    agree(over, now=then)
    for line in WON:
        record(begun, line, now=then)
    agree(begun, now=then)
    assert start(over.table, then).pk > begun.pk


def test_the_next_deal_at_the_table_ends_the_period_of_the_last_one_whatever_its_time(
    then,
):
    over = rubber_in_play(lines=WON)
    assert not load(over.pk).next_deal.is_recorded
    record(start(over.table, then), "1nn=", now=then)
    state = load(over.pk)
    assert state.next_deal.is_recorded
    assert (
        period_for(state, state.last, parse_deal("4sn-1"), named="agreement").consents
        == 4
    )


def test_times_of_a_rubber_never_run_backwards(then):
    rubber = rubber_in_play(lines=("4sn=",))
    record(rubber, "1nn=", now=then)
    undo_deal(state=load(rubber.pk), number=2, by=rubber.players[N], now=then)
    for line in ("1nn+1", "4sn="):
        record(rubber, line, now=then)
    agree(rubber, now=then)
    times = list(rubber.deals.order_by("pk").values_list("recorded_at", flat=True))
    assert times == sorted(times)
    assert times[-1] == rubber.ended_at <= rubber.agreed_at


def test_a_history_that_a_clock_has_crossed_is_told_in_its_order(then):
    rubber = agreed_rubber(lines=WON)
    reopen(
        state=load(rubber.pk),
        reason="Ben’s card",
        by=member("Sam", role=Role.ADMIN),
        now=then,
    )
    agree(rubber, now=then)
    words = [event.words for event in history_of(load(rubber.pk)).events]
    opened = next(
        place for place, each in enumerate(words) if "opened the agreed" in each
    )
    assert opened < words.index("The margin was posted to the ledger")


def test_a_rubber_after_a_small_step_back_begins_after_the_one_before_it():
    over = rubber_in_play(lines=WON)
    begun = start(over.table, NOON - timedelta(hours=1))
    over.refresh_from_db()
    assert begun.started_at == over.ended_at + timedelta.resolution
    assert set(begun.seats.values_list("since", flat=True)) == {begun.started_at}


def test_a_rubber_after_a_great_step_back_has_the_day_of_the_clock():
    ahead = rubber_in_play(lines=WON, now=NOON + timedelta(days=365))
    assert start(ahead.table, NOON).started_at == NOON
    assert newest_evening(NOON) == NOON.date()
    # Nothing was played until then.
    assert newest_evening(NOON - timedelta(days=9)) == NOON.date()


def test_the_evening_of_a_wrong_clock_counts_for_nobody_s_turn():
    players = four()
    ahead = rubber_in_play(players, lines=WON, now=NOON + timedelta(days=365))
    begun = start(ahead.table, NOON)
    record(begun, "1nn=", now=NOON)
    assert [played.began_at for played in played_at(ahead.table, NOON.date())] == [NOON]


def test_whoever_comes_last_is_last_in_the_line(then):
    table = seated_table(four())
    for name in ("Eve", "Fred"):
        come_to_table(table=table, member=member(name), now=then)
    assert [who.name for who in waits_at(table, [])][-2:] == ["Eve", "Fred"]


def test_a_correction_after_the_end_is_listed_as_late_when_the_clock_was_set_back():
    rubber = agreed_rubber(lines=WON)
    back = rubber.agreed_at - timedelta(hours=1)
    reopen(
        state=load(rubber.pk),
        reason="Ben’s card",
        by=member("Sam", role=Role.ADMIN),
        now=back,
    )
    assert [
        each.rubber for each in attention_now(back, Member.objects.earliest("pk")).late
    ] == [rubber]
    assert (
        attention_now(back - timedelta(days=365), Member.objects.earliest("pk")).late
        == ()
    )


# --- agreed by time ---


@pytest.fixture
def by_time() -> Rubber:
    """A finished rubber that is posted if nobody objects for half an hour."""
    HouseRules.objects.create(pk=1, agreed_by="time", agreed_after=30)
    rubber = rubber_in_play(lines=WON)
    rubber.refresh_from_db()
    return rubber


def test_a_rubber_that_a_clock_a_year_ahead_has_ended_is_posted_half_an_hour_after_that_was_seen(
    by_time,
):
    corrected = by_time.ended_at - timedelta(days=365)
    assert post_due(now=corrected + timedelta(hours=9)) == []  # nobody knows since when
    assert post_due(now=corrected + timedelta(minutes=29), jumped_at=corrected) == []
    assert post_due(now=corrected + timedelta(minutes=30), jumped_at=corrected) == [
        by_time
    ]
    by_time.refresh_from_db()
    assert by_time.agreed_at > by_time.ended_at


def test_a_clock_that_jumps_forward_takes_nobody_s_time_to_object(by_time):
    jumped = by_time.ended_at + timedelta(days=7)
    assert post_due(now=jumped + timedelta(minutes=29), jumped_at=jumped) == []
    assert post_due(now=jumped + timedelta(minutes=30), jumped_at=jumped) == [by_time]


def test_both_sides_post_it_whatever_the_clock_says(by_time, then):
    for seat in (N, E):
        state = load(by_time.pk)
        agree_net(state=state, newest=state.newest, by=state.players[seat], now=then)
    assert load(by_time.pk).rubber.is_agreed
    assert Transaction.objects.count() == 1


# --- what the page says ---


def test_all_at_a_table_read_that_the_clock_was_set_back_and_nobody_else():
    ahead = timezone.now() + timedelta(hours=1)
    rubber, other = rubber_in_play(now=ahead), member("Ruth")
    quiet = seated_table({N: other}, now=NOON)
    client = Client()
    client.force_login(other)
    said = "clock of the club’s computer was set back"
    assert said in client.get(f"/tables/{rubber.table_id}/").content.decode()
    assert said not in client.get(f"/tables/{quiet.pk}/").content.decode()


def test_the_newest_time_of_a_rubber_is_that_of_whatever_came_last(by_time):
    assert load(by_time.pk).newest_time == by_time.ended_at
    reopened = agreed_rubber({seat: member(f"{seat.word} again") for seat in Seat})
    at = NOON + timedelta(hours=3)
    reopen(
        state=load(reopened.pk),
        reason="Ben’s card",
        by=member("Sam", role=Role.ADMIN),
        now=at,
    )
    assert load(reopened.pk).newest_time == at


# --- any clock ---

MOMENTS = st.datetimes(
    datetime(1971, 1, 1), datetime(2190, 1, 1), timezones=st.just(UTC)
)
LINES = st.sampled_from(("4sn=", "3nte=", "2hs-1", "p", "1cw+2", "6nte="))


@settings(
    max_examples=15,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
@given(st.data())
@pytest.mark.landing
def test_whatever_the_clock_says_deals_are_in_the_order_of_their_numbers_and_the_table_can_be_played(
    db, data
):
    table = seated_table(
        {seat: member(f"{seat.word} {uuid4().hex[:8]}") for seat in Seat},
        now=data.draw(MOMENTS),
    )
    choose_game(
        table=table,
        system=data.draw(st.sampled_from(("contract", "chicago"))),
        rules={},
    )
    begun: list[int] = []
    for line in data.draw(st.lists(LINES, min_size=3, max_size=12)):
        state = newest_at(table)
        if state is None or state.rubber.is_over:
            begun.append(start(Table.objects.get(pk=table.pk), data.draw(MOMENTS)).pk)
            state = newest_at(table)
        assert state.rubber.pk == begun[-1]
        record_deal(
            state=state,
            facts=parse_deal(line),
            number=state.next_number,
            seen_revision=state.rubber.revision,
            key=uuid4(),
            by=state.players[N],
            now=data.draw(MOMENTS),
        )
    for pk in begun:
        state = load(pk)
        times = [deal.recorded_at for deal in state.deals]
        assert [deal.number for deal in state.deals] == list(range(1, len(times) + 1))
        assert times == sorted(times)
        assert state.rubber.started_at <= times[0]
        assert state.ordinal == begun.index(pk) + 1
