"""Correction in royal auction (1912, laws 12 and 13): honours until the rubber is agreed, tricks until its game is."""

from uuid import uuid4

import pytest

from clubscore.refusals import Refused
from clubscore.rubbers.correction.auction import call_auction_over
from clubscore.rubbers.correction.services import cast, propose
from clubscore.rubbers.loading import load
from scoring import Seat, parse_deal
from tests.factories import NOON, four, record, rubber_in_play

pytestmark = pytest.mark.django_db


@pytest.fixture
def rubber(db):
    """The first deal has won a game: four royals, 36 points."""
    return rubber_in_play(four(), system="royal", lines=("4rn= h3n h2e",))


def correct(rubber, line):
    base = rubber.deals.filter(number=1).latest("version")
    facts = parse_deal(line, royals=True)
    return propose(
        state=load(base.rubber_id), base=base, facts=facts, key=uuid4(), by=rubber.players[Seat.NORTH], now=NOON
    )


def test_tricks_of_royal_auction_are_corrected_by_a_majority_until_the_game_is_concluded(rubber):
    proposal = correct(rubber, "4rn+1 h3n h2e")
    for seat in (Seat.EAST, Seat.SOUTH):
        cast(state=load(proposal.rubber_id), proposal=proposal, is_yes=True, by=rubber.players[seat], now=NOON)
    assert str(load(rubber.pk).sheet.deals[0].deal).startswith("4RN+1")


def test_tricks_of_royal_auction_stand_once_a_deal_of_the_next_game_is_recorded(rubber):
    record(rubber, "1cn= h3n h2e")
    with pytest.raises(Refused, match="concluded"):
        correct(rubber, "4rn+1 h3n h2e")


def test_tricks_of_royal_auction_stand_once_a_declaration_has_been_made_in_the_next_game(rubber):
    for seat in (Seat.WEST, Seat.NORTH):
        call_auction_over(state=load(rubber.pk), number=1, by=rubber.players[seat], now=NOON)
    with pytest.raises(Refused, match="concluded"):
        correct(rubber, "4rn+1 h3n h2e")


def test_honours_of_royal_auction_are_corrected_after_their_game_is_concluded(rubber):
    record(rubber, "1cn= h3n h2e")
    proposal = correct(rubber, "4rn= h4n h1e")
    for seat in (Seat.EAST, Seat.SOUTH):
        cast(state=load(proposal.rubber_id), proposal=proposal, is_yes=True, by=rubber.players[seat], now=NOON)
    proposal.refresh_from_db()
    assert proposal.state == "accepted"
