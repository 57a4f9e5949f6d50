"""Rubbers that are posted after a time without objections: when the time begins, and until when a player can object."""

from datetime import timedelta
from uuid import uuid4

import pytest

from clubscore.members.roles import Role
from clubscore.rubbers.agreement.due import post_due
from clubscore.rubbers.correction.rulings import reopen, rule
from clubscore.rubbers.correction.services import cast, propose
from clubscore.rubbers.models import HouseRules, Rubber
from clubscore.rubbers.rubber.loading import load, load_all
from scoring import Seat, parse_deal
from tests.factories import NINE_DEALS, NOON, agree, member, rubber_in_play, stop_rubber

pytestmark = pytest.mark.django_db

N, E, S, W = Seat
MINUTE, HALF_AN_HOUR = timedelta(minutes=1), timedelta(minutes=30)


@pytest.fixture(autouse=True)
def half_an_hour(db):
    HouseRules.objects.create(pk=1, agreed_by="time", agreed_after=30)


@pytest.fixture
def rubber(half_an_hour):
    return rubber_in_play(lines=NINE_DEALS)


def correct(rubber, *, now, ruled_by=None):
    base = rubber.deals.filter(number=9).latest("version")
    proposal = propose(
        state=load(rubber.pk),
        base=base,
        facts=parse_deal("3he= h4e"),
        key=uuid4(),
        by=rubber.players[E],
        now=now,
    )
    if ruled_by:
        rule(
            state=load(rubber.pk),
            proposal=proposal,
            is_yes=True,
            ruling="Dan’s card",
            by=ruled_by,
            now=now,
        )
        return
    for seat in (N, S):
        cast(
            state=load(rubber.pk),
            proposal=proposal,
            is_yes=True,
            by=rubber.players[seat],
            now=now,
        )


def is_posted_at(moment) -> bool:
    return bool(post_due(now=moment))


def test_the_time_counts_from_the_end(rubber):
    assert load(rubber.pk).objections_until == rubber.ended_at + HALF_AN_HOUR
    assert not is_posted_at(rubber.ended_at + HALF_AN_HOUR - MINUTE)
    assert is_posted_at(rubber.ended_at + HALF_AN_HOUR)


def test_the_time_counts_from_the_stop_of_an_unfinished_rubber():
    rubber, stopped = rubber_in_play(lines=("4sn=",)), NOON + timedelta(hours=3)
    stop_rubber(
        state=load(rubber.pk),
        reason="The last bus",
        seen_revision=rubber.revision,
        by=rubber.players[N],
        now=stopped,
    )
    assert not is_posted_at(stopped + HALF_AN_HOUR - MINUTE)
    assert is_posted_at(stopped + HALF_AN_HOUR)


def test_after_a_correction_everybody_has_the_whole_time_to_object(rubber):
    voted = rubber.ended_at + timedelta(hours=2)
    correct(rubber, now=voted)
    assert not Rubber.objects.get(pk=rubber.pk).is_agreed
    assert not is_posted_at(voted + HALF_AN_HOUR - MINUTE)
    assert is_posted_at(voted + HALF_AN_HOUR)


def test_after_an_admin_opened_it_again_the_clock_begins_anew(rubber):
    assert is_posted_at(rubber.ended_at + HALF_AN_HOUR)
    sam, opened = member("Sam", role=Role.ADMIN), rubber.ended_at + timedelta(hours=5)
    for wait in (timedelta(0), timedelta(hours=1)):
        reopen(state=load(rubber.pk), reason="Ben’s card", by=sam, now=opened + wait)
        assert not is_posted_at(opened + wait + HALF_AN_HOUR - MINUTE)
        assert is_posted_at(opened + wait + HALF_AN_HOUR)


def test_other_rubbers_have_no_such_time():
    HouseRules.objects.update(agreed_by="sides")
    assert load(rubber_in_play(lines=NINE_DEALS).pk).objections_until is None


def test_a_rubber_in_play_has_no_such_time():
    assert load(rubber_in_play(lines=("4sn=",)).pk).objections_until is None


@pytest.mark.parametrize("count", [1, 3])
def test_reopenings_and_rulings_are_read_in_one_statement_each_and_only_where_there_are_some(
    count, django_assert_num_queries
):
    sam = member("Sam", role=Role.ADMIN)
    rubbers = [
        rubber_in_play(
            {seat: member(f"{seat} of {number}") for seat in Seat}, lines=NINE_DEALS
        )
        for number in range(count)
    ]
    with django_assert_num_queries(6):
        # With the signatures under the net scores, and the next deals at the tables.
        load_all(Rubber.objects.order_by("pk"))
    for rubber in rubbers:
        agree(rubber)
        reopen(state=load(rubber.pk), reason="Ben’s card", by=sam, now=NOON)
        correct(rubber, now=NOON, ruled_by=sam)
    with django_assert_num_queries(8):
        states = load_all(Rubber.objects.order_by("pk"))
    assert [(len(state.reopenings), len(state.rulings)) for state in states] == [
        (1, 1)
    ] * count
    with django_assert_num_queries(0):
        assert {
            (state.reopenings[0].member, state.rulings[0].closed_by) for state in states
        } == {(sam, sam)}
