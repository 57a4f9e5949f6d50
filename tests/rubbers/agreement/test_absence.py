"""A player says that he or she was not there when a rubber was played in that player's name."""

from datetime import timedelta

import pytest
from django.core.exceptions import PermissionDenied
from django.db import IntegrityError, transaction

from clubscore.audit import SubjectKind
from clubscore.ledger.books import books
from clubscore.members.roles import Role
from clubscore.office.audit import AuditFilter, every_entry
from clubscore.refusals import Refused
from clubscore.rubbers.agreement.absence import say_not_there, say_there
from clubscore.rubbers.agreement.due import post_due
from clubscore.rubbers.agreement.services import agree_net_instead
from clubscore.rubbers.correction.rulings import reopen
from clubscore.rubbers.history.queries import history_of
from clubscore.rubbers.models import HouseRules, NotThere
from clubscore.rubbers.rubber.loading import load
from clubscore.rubbers.sheet.net_signatures import net_annotations
from scoring import Seat
from tests.factories import (
    NINE_DEALS,
    NOON,
    agree,
    agreed_rubber,
    member,
    record,
    rubber_in_play,
)
from tests.rubbers.conftest import HTMX

pytestmark = pytest.mark.django_db

N, E, S, W = Seat
LATER = NOON + timedelta(hours=1)


@pytest.fixture
def over(db):
    return rubber_in_play(lines=NINE_DEALS)


@pytest.fixture
def sam(db):
    return member("Sam", role=Role.ADMIN)


def absent(rubber, seat):
    say_not_there(state=load(rubber.pk), by=rubber.players[seat], now=LATER)


def decide(rubber, seat, *, by, reason="Two saw him play"):
    newest = rubber.deals.latest("pk")
    agree_net_instead(
        state=load(rubber.pk), newest=newest, seat=seat, reason=reason, by=by, now=LATER
    )
    rubber.refresh_from_db()


def test_the_rubber_is_not_posted_though_one_of_each_side_has_agreed(over):
    absent(over, W)
    agree(over, N, E)
    assert not over.is_agreed
    assert not books().accounts
    waits = net_annotations(load(over.pk)).waits_for
    assert waits == "Dan, who said “I am not there”"


def test_that_player_s_own_signature_posts_it(over):
    absent(over, W)
    agree(over, N, E)
    agree(over, W)
    assert over.is_agreed
    assert NotThere.objects.get().closed_by == over.players[W]


def test_taken_back_it_is_posted_by_what_the_others_have_agreed_to(over):
    absent(over, W)
    agree(over, N, E)
    say_there(state=load(over.pk), by=over.players[W], now=LATER)
    over.refresh_from_db()
    assert over.is_agreed


def test_an_admin_decides_in_writing_also_about_a_player_who_can_sign_in(over, sam):
    absent(over, W)
    agree(over, N, E)
    with pytest.raises(Refused, match="Write down why"):
        decide(over, W, by=sam, reason=" ")
    decide(over, W, by=sam)
    assert over.is_agreed
    said = NotThere.objects.get()
    assert (said.closed_by, said.ruling) == (sam, "Two saw him play")


def test_an_admin_decides_also_about_who_had_agreed_before(over, sam):
    agree(over, W)
    absent(over, W)
    agree(over, N)
    assert not over.is_agreed
    decide(over, W, by=sam)
    assert over.is_agreed


def test_no_time_runs_out_against_it(db):
    HouseRules.objects.create(pk=1, agreed_by="time", agreed_after=30)
    rubber = rubber_in_play(lines=NINE_DEALS)
    absent(rubber, W)
    assert post_due(now=NOON + timedelta(days=3)) == []
    assert net_annotations(load(rubber.pk)).by_itself_at is None
    say_there(state=load(rubber.pk), by=rubber.players[W], now=NOON + timedelta(days=3))
    rubber.refresh_from_db()
    assert rubber.is_agreed


def test_nor_do_all_four_where_all_four_sign(db, sam):
    HouseRules.objects.create(pk=1, agreed_by="all")
    rubber = rubber_in_play(lines=NINE_DEALS)
    agree(rubber, W)
    absent(rubber, W)
    agree(rubber, N, E, S)
    assert not rubber.is_agreed


def test_it_is_said_of_a_rubber_in_play_and_holds_to_the_end(db):
    rubber = rubber_in_play(lines=NINE_DEALS[:-1])
    absent(rubber, W)
    absent(rubber, W)
    assert NotThere.objects.count() == 1
    record(rubber, NINE_DEALS[-1])
    agree(rubber, N, E)
    assert not rubber.is_agreed


def test_who_has_been_replaced_holds_up_nothing(db):
    rubber = rubber_in_play(lines=NINE_DEALS[:-1])
    absent(rubber, W)
    rubber.seats.filter(seat="W").update(until=LATER)
    rubber.seats.create(seat="W", member=member("Edith"), since=LATER)
    record(rubber, NINE_DEALS[-1])
    agree(rubber, N, E)
    assert rubber.is_agreed


def test_only_the_players_say_so_and_nobody_of_what_is_agreed(over, sam):
    with pytest.raises(PermissionDenied):
        say_not_there(state=load(over.pk), by=sam, now=LATER)
    with pytest.raises(PermissionDenied):
        say_there(state=load(over.pk), by=sam, now=LATER)
    agree(over)
    with pytest.raises(Refused, match="must be opened again first"):
        absent(over, W)


def test_after_a_reopening_it_can_be_said(sam):
    rubber = agreed_rubber()
    reopen(state=load(rubber.pk), reason="Dan was in Rome", by=sam, now=LATER)
    absent(rubber, W)
    agree(rubber, N, E, now=LATER)
    assert not rubber.is_agreed


def test_all_who_keep_the_rubber_see_it_and_who_said_it_can_take_it_back(
    over, signed_in
):
    dan = signed_in(over.players[W])
    assert "I was not there" in dan.get(f"/rubbers/{over.pk}/").content.decode()
    html = dan.post(f"/rubbers/{over.pk}/absence/", headers=HTMX).content.decode()
    assert "You say that you are not there" in html
    assert "I was not there" not in html
    other = (
        signed_in(over.players[N]).get(f"/rubbers/{over.pk}/consent/").content.decode()
    )
    assert "Dan says: I am not there" in other
    assert "It is not posted before Dan agrees to it" in other
    assert "I am here after all" not in other
    html = dan.post(f"/rubbers/{over.pk}/presence/", headers=HTMX).content.decode()
    assert "You say that you are not there" not in html


def test_without_scripts_it_leads_back_to_the_page_and_a_stranger_is_refused(
    over, signed_in
):
    answer = signed_in(over.players[W]).post(f"/rubbers/{over.pk}/absence/")
    assert (answer.status_code, answer.url) == (
        302,
        f"/tables/{over.table_id}/#consent",
    )
    assert (
        signed_in(member("Eve")).post(f"/rubbers/{over.pk}/absence/").status_code == 403
    )


def test_what_came_too_late_is_said_in_a_sentence(over, signed_in):
    agree(over)
    answer = signed_in(over.players[W]).post(
        f"/rubbers/{over.pk}/absence/", headers=HTMX
    )
    assert answer.status_code == 409
    assert "it must be opened again first" in answer.content.decode()


def test_history_and_audit_tell_it(over, sam):
    absent(over, W)
    decide(over, W, by=sam)
    absent(over, E)
    say_there(state=load(over.pk), by=over.players[E], now=LATER)
    words = [event.words for event in history_of(load(over.pk)).events]
    assert "Dan said “I am not there”" in words
    assert any(
        each.startswith("Sam (arbiter) decided that Dan was there: Two saw him play.")
        for each in words
    )
    assert "Ben was there after all" in words
    entries = [
        entry.description
        for entry in every_entry(AuditFilter(kind=SubjectKind.RUBBERS))
    ]
    told = {entry.action: entry for entry in entries}
    assert (
        told["rubber.not_there"].words == "said “I am not there” in a rubber at Table 1"
    )
    assert (
        told["rubber.there_by_ruling"].words
        == "decided that Dan was there in a rubber at Table 1"
    )
    assert told["rubber.there_by_ruling"].reason == "Two saw him play"
    assert (
        told["rubber.there_after_all"].words
        == "was there after all in a rubber at Table 1"
    )


def test_the_database_keeps_one_open_word_a_member_and_closes_it_whole(over, sam):
    dan = over.players[W]
    absent(over, W)
    wrong = (
        {"member": dan},
        {"member": over.players[E], "closed_at": LATER},
        {"member": over.players[E], "closed_at": LATER, "closed_by": sam},
        {"member": over.players[E], "ruling": "So be it"},
    )
    for columns in wrong:
        with pytest.raises(IntegrityError), transaction.atomic():
            NotThere.objects.create(rubber=over, at=NOON, **columns)


def test_a_rubber_without_such_a_word_is_loaded_in_as_many_statements_as_before(
    over, django_assert_num_queries
):
    with django_assert_num_queries(6):
        load(over.pk)
    absent(over, W)
    with django_assert_num_queries(7):
        load(over.pk)
