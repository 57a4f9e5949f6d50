"""Somebody leaves in the middle of a rubber: a substitute by consent of the other three."""

from datetime import timedelta

import pytest
from django.core.exceptions import PermissionDenied
from django.test import Client

from clubscore.ledger.books import books
from clubscore.members.roles import Role
from clubscore.refusals import Refused
from clubscore.rubbers.agreement.services import agree_net
from clubscore.rubbers.loading import load
from clubscore.rubbers.models import RubberSeat
from clubscore.rubbers.substitution.services import consent, propose_substitute, withdraw_substitute
from clubscore.tables.queries import seating_at
from scoring import Seat
from tests.factories import NINE_DEALS, NOON, agree, member, record, rubber_in_play

pytestmark = pytest.mark.django_db

LATER = NOON + timedelta(hours=1)


@pytest.fixture
def eve():
    return member("Eve")


def substituted(rubber, eve):
    """Eve plays on for Ben."""
    substitution = propose_substitute(
        state=load(rubber.pk), seat=Seat.EAST, substitute=eve, by=rubber.players[Seat.NORTH], now=LATER
    )
    for seat in (Seat.SOUTH, Seat.WEST):
        consent(state=load(substitution.rubber_id), substitution=substitution, by=rubber.players[seat], now=LATER)
    rubber.refresh_from_db()


def test_with_the_consent_of_the_other_three_the_seat_changes_hands_with_a_time(eve):
    rubber = rubber_in_play(lines=NINE_DEALS[:4])
    ben = rubber.players[Seat.EAST]
    substituted(rubber, eve)
    assert rubber.players[Seat.EAST] == eve
    assert RubberSeat.objects.get(rubber=rubber, member=ben).until == LATER
    assert seating_at(rubber.table).seats[Seat.EAST] == eve


def test_a_watcher_is_not_taken_as_a_substitute():
    wim = member("Wim", role=Role.WATCHER)
    rubber = rubber_in_play()
    client = Client()
    client.force_login(rubber.players[Seat.NORTH])
    answer = client.post(f"/rubbers/{rubber.pk}/substitution/", {"seat": "E", "substitute": wim.pk})
    assert answer.status_code == 422
    assert "Wim only watches: choose somebody who plays." in answer.content.decode()
    assert not rubber.substitutions.exists()


def test_two_consents_are_not_enough(eve):
    rubber = rubber_in_play()
    substitution = propose_substitute(
        state=load(rubber.pk), seat=Seat.EAST, substitute=eve, by=rubber.players[Seat.NORTH], now=LATER
    )
    consent(state=load(substitution.rubber_id), substitution=substitution, by=rubber.players[Seat.SOUTH], now=LATER)
    assert rubber.players[Seat.EAST].name == "Ben"


def test_who_leaves_may_ask_but_not_consent(eve):
    rubber = rubber_in_play()
    ben = rubber.players[Seat.EAST]
    substitution = propose_substitute(state=load(rubber.pk), seat=Seat.EAST, substitute=eve, by=ben, now=LATER)
    with pytest.raises(PermissionDenied):
        consent(state=load(substitution.rubber_id), substitution=substitution, by=ben, now=LATER)
    assert substitution.consents.count() == 0


def test_the_substitute_records_and_agrees_and_has_the_result(eve):
    rubber = rubber_in_play(lines=NINE_DEALS[:8])
    substituted(rubber, eve)
    record(rubber, NINE_DEALS[8], by=eve)
    agree(rubber)
    assert {account.member.name: account.net for account in books().accounts} == {
        "Anna": 810, "Cleo": 810, "Dan": -810, "Eve": -810,
    }  # fmt: skip


def test_who_has_left_signs_nothing_any_more(eve):
    rubber = rubber_in_play(lines=NINE_DEALS[:8])
    ben = rubber.players[Seat.EAST]
    substituted(rubber, eve)
    record(rubber, NINE_DEALS[8])
    with pytest.raises(PermissionDenied):
        agree_net(state=load(rubber.pk), newest=rubber.deals.latest("pk"), by=ben, now=LATER)


def test_one_who_plays_already_is_no_substitute():
    rubber = rubber_in_play()
    with pytest.raises(Refused, match="plays in this rubber already"):
        propose_substitute(
            state=load(rubber.pk),
            seat=Seat.EAST,
            substitute=rubber.players[Seat.WEST],
            by=rubber.players[Seat.NORTH],
            now=LATER,
        )


def test_whoever_asked_takes_it_back(eve):
    rubber = rubber_in_play()
    substitution = propose_substitute(
        state=load(rubber.pk), seat=Seat.EAST, substitute=eve, by=rubber.players[Seat.NORTH], now=LATER
    )
    withdraw_substitute(state=load(rubber.pk), substitution=substitution, by=rubber.players[Seat.NORTH], now=LATER)
    with pytest.raises(Refused, match="settled already"):
        consent(state=load(substitution.rubber_id), substitution=substitution, by=rubber.players[Seat.SOUTH], now=LATER)
