"""Recording a deal: its facts are written as one row, by one writer at a time."""

from uuid import uuid4

import pytest
from django.core.exceptions import PermissionDenied

from clubscore.ledger.books import books
from clubscore.members.roles import Role
from clubscore.once import KeySpent
from clubscore.refusals import Refused
from clubscore.rubbers.models import Deal
from clubscore.rubbers.recording import services
from clubscore.rubbers.recording.refusals import Stale
from clubscore.rubbers.rubber.loading import load
from scoring import InvalidDeal, Seat, Side, parse_deal
from tests.factories import (
    NINE_DEALS,
    NOON,
    agree,
    agreed_rubber,
    four,
    member,
    record,
    rubber_in_play,
)

pytestmark = pytest.mark.django_db


def test_a_recorded_deal_stands_on_the_sheet_as_it_was_told():
    rubber = rubber_in_play(lines=("4SXN+1 h4S",))
    sheet = load(rubber.pk).sheet
    assert [str(deal.deal) for deal in sheet.deals] == ["4SXN+1 h4S"]
    assert rubber.revision == 1


@pytest.mark.parametrize(
    "line",
    [
        "P",
        "7NTXXW-13",
        "3SS+1 T2NS",
        "1NTN= H4W",
        "2HE= # a lucky finesse",
        "4SN= H2N H3S",
        "6CW+1 T1EW H5E",
    ],
)
def test_every_kind_of_deal_comes_back_from_the_database_as_it_went_in(line):
    rubber = rubber_in_play()
    record(rubber, line)
    assert Deal.objects.get().facts == parse_deal(line)


def test_the_same_key_again_is_the_same_deal_and_the_same_answer():
    rubber, key = rubber_in_play(), uuid4()
    arguments = {
        "facts": parse_deal("2hn="),
        "number": 1,
        "seen_revision": 0,
        "key": key,
    }
    arguments |= {"by": rubber.players[Seat.NORTH], "now": NOON}
    first = services.record_deal(state=load(rubber.pk), **arguments)
    again = services.record_deal(state=load(rubber.pk), **arguments)
    assert first == again
    assert Deal.objects.count() == 1


def used_again(rubber, line, key):
    rubber.refresh_from_db()
    return services.record_deal(
        state=load(rubber.pk),
        facts=parse_deal(line),
        number=2,
        seen_revision=rubber.revision,
        key=key,
        by=rubber.players[Seat.NORTH],
        now=NOON,
    )


def test_a_key_that_recorded_another_deal_records_nothing_and_says_which():
    rubber = rubber_in_play(lines=("4sn=",))
    with pytest.raises(
        KeySpent, match="This form was used already for deal 1: 4♠ by Anna, made"
    ):
        used_again(rubber, "2he=", Deal.objects.get().key)
    assert Deal.objects.count() == 1


def test_a_key_whose_deal_was_undone_since_records_nothing():
    rubber = rubber_in_play(lines=("4sn=",))
    key = Deal.objects.get().key
    services.undo_deal(
        state=load(rubber.pk), number=1, by=rubber.players[Seat.NORTH], now=NOON
    )
    with pytest.raises(KeySpent):
        used_again(rubber, "4sn=", key)
    assert load(rubber.pk).sheet.deals == ()


@pytest.mark.parametrize("number", [1, 3])
def test_an_entry_for_a_deal_that_is_not_the_next_is_refused_however_new_its_revision(
    number,
):
    rubber = rubber_in_play(lines=("4sn=",))
    with pytest.raises(Stale, match="Anna recorded deal 1 meanwhile"):
        services.record_deal(
            state=load(rubber.pk),
            facts=parse_deal("4sn="),
            number=number,
            seen_revision=rubber.revision,
            key=uuid4(),
            by=rubber.players[Seat.SOUTH],
            now=NOON,
        )
    rubber.refresh_from_db()
    assert (rubber.revision, Deal.objects.count()) == (1, 1)


def test_the_second_of_two_scorers_is_told_what_the_first_recorded_and_writes_nothing():
    rubber = rubber_in_play()
    record(rubber, "4sn=", by=rubber.players[Seat.EAST])
    with pytest.raises(Stale, match="Ben recorded deal 1 meanwhile: 4♠ by Anna, made"):
        services.record_deal(
            state=load(rubber.pk),
            facts=parse_deal("3nn="),
            number=1,
            seen_revision=0,
            key=uuid4(),
            by=rubber.players[Seat.NORTH],
            now=NOON,
        )
    assert Deal.objects.count() == 1


def test_a_deal_that_cannot_be_is_refused_and_the_sheet_does_not_move():
    rubber = rubber_in_play()
    with pytest.raises(InvalidDeal):
        record(rubber, "4sn+4")
    rubber.refresh_from_db()
    assert (rubber.revision, Deal.objects.count()) == (0, 0)


def test_somebody_who_does_not_play_here_cannot_write_on_the_sheet():
    rubber, eve = rubber_in_play(), member("Eve")
    with pytest.raises(PermissionDenied):
        record(rubber, "4sn=", by=eve)
    assert Deal.objects.count() == 0


def test_an_admin_may_write_on_any_sheet():
    rubber, sam = rubber_in_play(), member("Sam", role=Role.ADMIN)
    assert record(rubber, "4sn=", by=sam).recorded_by == sam


def test_nine_deals_end_the_rubber_and_its_margin_is_posted_to_all_four_once_it_is_agreed():
    players = four()
    rubber = rubber_in_play(players, lines=NINE_DEALS)
    assert books().accounts == []
    agree(rubber)
    sheet = load(rubber.pk).sheet
    assert (sheet.totals[Side.NS].total, sheet.totals[Side.EW].total) == (1690, 880)
    assert (rubber.ending, rubber.is_over) == ("complete", True)
    assert {account.member.name: account.net for account in books().accounts} == {
        "Anna": 810, "Cleo": 810, "Ben": -810, "Dan": -810,
    }  # fmt: skip


def test_nothing_can_be_recorded_after_the_end():
    rubber = rubber_in_play(lines=NINE_DEALS)
    with pytest.raises(Refused, match="This rubber is over"):
        record(rubber, "1cn=")


def test_a_rubber_with_equal_totals_posts_nothing_to_anyone_but_counts_as_played():
    # N–S: 100 + 100 and 700 for two games to none; E–W: 800 for four down doubled, 100 for one down vulnerable.
    rubber = agreed_rubber(lines=("4sxn-4", "3nn=", "1cn-1", "3nn="))
    sheet = load(rubber.pk).sheet
    assert (sheet.totals[Side.NS].total, sheet.totals[Side.EW].total, sheet.winner) == (
        900,
        900,
        None,
    )
    assert [
        (line.rubbers, line.won, line.lost, line.net) for line in books().accounts
    ] == [(1, 0, 0, 0)] * 4
