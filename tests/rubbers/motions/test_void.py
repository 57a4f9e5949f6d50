"""All four, or a neutral arbiter, void a rubber that should not be: it stays in the history and counts nowhere."""

from datetime import timedelta

import pytest
from django.core.exceptions import PermissionDenied
from django.db import IntegrityError, transaction

from clubscore.evenings.queries import evening_before, rubbers_of
from clubscore.ledger.books import books
from clubscore.members.roles import Role
from clubscore.public.pages.queries import evening_mark
from clubscore.refusals import Refused
from clubscore.rubbers.agreement.due import post_due
from clubscore.rubbers.agreement.services import agree_net
from clubscore.rubbers.books.audit import differences
from clubscore.rubbers.correction.rulings import reopen
from clubscore.rubbers.models import HouseRules, Motion, Rubber
from clubscore.rubbers.recording.services import start_rubber
from clubscore.rubbers.rubber.loading import load
from clubscore.rubbers.sheet.embargo import Embargo
from clubscore.rubbers.sheet.voided import voided_in_words
from clubscore.wall.queries import SoFar, state_to_show
from scoring import Seat
from tests.factories import (
    NINE_DEALS,
    NOON,
    agree,
    agreed_rubber,
    record,
    rubber_in_play,
    void,
)
from tests.rubbers.motions.asking import LATER, answer, arbiter, ask, named

pytestmark = pytest.mark.django_db

VOID = Motion.Kind.VOID


def test_all_four_void_a_rubber_in_play_and_its_seats_are_free():
    rubber = rubber_in_play(lines=("4sn=",))
    motion = ask(rubber, kind=VOID, reason="A trial")
    for seat in (Seat.EAST, Seat.SOUTH):
        answer(rubber, motion, seat)
    assert (rubber.is_voided, rubber.is_over) == (False, False)
    answer(rubber, motion, Seat.WEST)
    assert (rubber.is_voided, rubber.is_over, motion.state) == (True, True, "carried")
    assert not type(rubber.table).objects.get(pk=rubber.table_id).is_playing
    assert (
        voided_in_words(load(rubber.pk))
        == "Voided by Anna, Ben, Cleo and Dan: “A trial”. It counts nowhere."
    )


def test_one_no_keeps_it():
    rubber = rubber_in_play(lines=("4sn=",))
    motion = ask(rubber, kind=VOID)
    answer(rubber, motion, Seat.WEST, is_yes=False)
    assert (rubber.is_voided, motion.state) == (False, "refused")


def test_a_posted_rubber_is_taken_out_of_the_books():
    rubber = agreed_rubber()
    assert any(account.net for account in books().accounts)
    void(rubber, now=LATER)
    assert not any(account.net for account in books().accounts)
    assert list(differences()) == []


def test_time_posts_no_voided_rubber_and_none_that_waits_to_be_voided():
    HouseRules.objects.create(pk=1, agreed_by="time", agreed_after=10)
    rubber = rubber_in_play(lines=NINE_DEALS)
    motion = ask(rubber, kind=VOID)
    tomorrow = NOON + timedelta(days=1)
    assert post_due(now=tomorrow) == []
    for seat in (Seat.EAST, Seat.SOUTH, Seat.WEST):
        answer(rubber, motion, seat)
    assert post_due(now=tomorrow) == []
    assert books().accounts == []


def test_a_neutral_arbiter_voids_it_alone_and_the_sheet_says_so():
    rubber = rubber_in_play(lines=("4sn=",))
    with pytest.raises(PermissionDenied):
        ask(rubber, kind=VOID, by=named("Sam", role=Role.SCORER))
    ask(rubber, kind=VOID, by=arbiter(), reason="The wrong four")
    assert (
        voided_in_words(load(rubber.pk))
        == "Voided by Otto, who has not played in it: “The wrong four”. It counts nowhere."
    )


def test_nothing_is_written_in_a_voided_rubber_any_more():
    rubber = rubber_in_play(lines=NINE_DEALS)
    void(rubber, now=LATER)
    with pytest.raises(Refused, match="voided"):
        agree_net(
            state=load(rubber.pk),
            newest=rubber.deals.order_by("pk").last(),
            by=rubber.players[Seat.NORTH],
            now=LATER,
        )
    with pytest.raises(Refused, match="voided"):
        ask(rubber, kind=VOID)
    with pytest.raises(Refused, match="voided"):
        reopen(
            state=load(rubber.pk),
            reason="Why not",
            by=named("Rae", role=Role.OWNER),
            now=LATER,
        )


def test_a_rubber_without_a_deal_is_not_voided():
    with pytest.raises(Refused, match="counts nowhere"):
        ask(rubber_in_play(), kind=VOID)


def test_the_evening_does_not_know_it():
    rubber = rubber_in_play(lines=("4sn=",))
    void(rubber, now=LATER)
    evening = NOON.date()
    assert rubbers_of(evening) == []
    assert evening_before(evening + timedelta(days=1)) is None
    assert list(Rubber.objects.counting()) == []


def test_no_screen_on_the_wall_shows_it():
    rubber = rubber_in_play(lines=("4sn=",))
    void(rubber, now=LATER)
    assert SoFar(LATER).rubbers == []
    assert state_to_show(rubber.table, Embargo.NONE) is None


def test_the_public_page_of_the_evening_moves_with_it():
    rubber = rubber_in_play(lines=NINE_DEALS)
    before = evening_mark(NOON.date())
    void(rubber, now=LATER)
    assert (bool(before), evening_mark(NOON.date())) == (True, "")


def test_its_deals_are_no_next_deal_of_the_rubber_before():
    rubber = rubber_in_play(lines=NINE_DEALS)
    following = rubber_again(rubber)
    record(following, "2hn=", now=LATER)
    assert load(rubber.pk).next_deal.is_recorded
    void(following, now=LATER)
    assert not load(rubber.pk).next_deal.is_recorded


def rubber_again(rubber):
    return start_rubber(
        table=rubber.table, dealer=Seat.NORTH, by=rubber.players[Seat.NORTH], now=LATER
    )


def test_the_database_voids_no_rubber_that_is_open():
    rubber = rubber_in_play(lines=("4sn=",))
    with pytest.raises(IntegrityError), transaction.atomic():
        Rubber.objects.filter(pk=rubber.pk).update(voided_at=NOON)


def test_an_agreed_rubber_keeps_the_time_of_its_posting():
    rubber = rubber_in_play(lines=NINE_DEALS)
    agree(rubber, now=LATER)
    posted_at = rubber.agreed_at
    void(rubber, now=LATER + timedelta(hours=1))
    assert (rubber.agreed_at, rubber.voided_at) == (
        posted_at,
        LATER + timedelta(hours=1),
    )
