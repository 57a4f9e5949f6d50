"""A rubber that was ended early is played on by the same consents, while the four have played no later deal."""

import pytest
from django.core.exceptions import PermissionDenied

from clubscore.members.roles import Role
from clubscore.refusals import Refused
from clubscore.rubbers.models import Motion
from clubscore.rubbers.recording.services import start_rubber
from clubscore.rubbers.rubber.loading import load, newest_at
from clubscore.tables import services as tables
from clubscore.tables.models import Table
from scoring import Seat
from tests.factories import (
    NINE_DEALS,
    agree,
    four,
    member,
    record,
    rubber_in_play,
    seated_table,
    stop_rubber,
)
from tests.rubbers.motions.asking import LATER, answer, arbiter, ask, named

pytestmark = pytest.mark.django_db

CONTINUE = Motion.Kind.CONTINUE


def ended_early(players=None):
    rubber = rubber_in_play(players, lines=("4sn=", "2he="))
    stop_rubber(
        state=load(rubber.pk),
        reason="Ben had to leave",
        seen_revision=rubber.revision,
        by=rubber.players[Seat.NORTH],
        now=LATER,
    )
    rubber.refresh_from_db()
    return rubber


def play_on(rubber):
    motion = ask(rubber, kind=CONTINUE, reason="Ben is back")
    answer(rubber, motion, Seat.EAST)
    return motion


def test_one_of_each_side_plays_on_and_the_next_deal_is_recorded():
    rubber = ended_early()
    motion = play_on(rubber)
    assert (rubber.is_over, rubber.ending, rubber.ending_reason, motion.state) == (
        False,
        "",
        "",
        "carried",
    )
    assert record(rubber, "1ntn=", now=LATER).number == 3
    assert load(rubber.pk).sheet.closing == ()


def test_one_side_alone_does_not_play_on():
    rubber = ended_early()
    motion = ask(rubber, kind=CONTINUE)
    answer(rubber, motion, Seat.SOUTH)
    assert rubber.is_over


def test_a_neutral_arbiter_lets_them_play_on_and_a_scorer_does_not():
    rubber = ended_early()
    with pytest.raises(PermissionDenied):
        ask(rubber, kind=CONTINUE, by=named("Sam", role=Role.SCORER))
    ask(rubber, kind=CONTINUE, by=arbiter())
    rubber.refresh_from_db()
    assert not rubber.is_over


def test_a_deal_of_the_same_four_elsewhere_and_in_other_seats_closes_it():
    players = four()
    rubber = ended_early(players)
    for player in players.values():
        tables.leave_table(table=rubber.table, member=player, now=LATER)
    turned = dict(
        zip(Seat, list(players.values())[1:] + [players[Seat.NORTH]], strict=True)
    )
    elsewhere = seated_table(turned, now=LATER)
    following = start_rubber(
        table=elsewhere, dealer=Seat.NORTH, by=players[Seat.NORTH], now=LATER
    )
    for seat, player in turned.items():
        assert load(following.pk).players[seat] == player
    motion = None
    with pytest.raises(Refused, match="Sit down at"):
        motion = ask(rubber, kind=CONTINUE)
    record(following, "2hn=", now=LATER)
    with pytest.raises(Refused, match="played another deal since"):
        ask(rubber, kind=CONTINUE)
    assert motion is None


def test_a_deal_of_three_of_them_with_another_does_not_close_it():
    players = four()
    rubber = ended_early(players)
    tables.leave_table(table=rubber.table, member=players[Seat.WEST], now=LATER)
    tables.come_to_table(
        table=rubber.table, member=member("Eve"), seat=Seat.WEST, now=LATER
    )
    following = start_rubber(
        table=rubber.table, dealer=Seat.NORTH, by=players[Seat.NORTH], now=LATER
    )
    record(following, "2hn=", now=LATER)
    with pytest.raises(Refused, match="Another rubber is in play"):
        ask(rubber, kind=CONTINUE)
    stop_rubber(
        state=load(following.pk),
        reason="Dan is back",
        seen_revision=1,
        by=players[Seat.NORTH],
        now=LATER,
    )
    with pytest.raises(Refused, match="Sit down at"):
        ask(rubber, kind=CONTINUE)
    table = Table.objects.get(pk=rubber.table_id)
    tables.leave_table(
        table=table, member=load(following.pk).players[Seat.WEST], now=LATER
    )
    tables.come_to_table(
        table=table, member=players[Seat.WEST], seat=Seat.WEST, now=LATER
    )
    play_on(rubber)
    assert newest_at(table).rubber == rubber


def test_an_agreed_rubber_is_opened_again_first():
    rubber = ended_early()
    agree(rubber, now=LATER)
    with pytest.raises(Refused, match="it must be opened again first"):
        ask(rubber, kind=CONTINUE)


def test_the_agreement_to_the_net_score_closes_the_question():
    rubber = ended_early()
    motion = ask(rubber, kind=CONTINUE)
    agree(rubber, now=LATER)
    motion.refresh_from_db()
    assert motion.state == "expired"


def test_a_complete_rubber_is_not_played_on():
    rubber = rubber_in_play(lines=NINE_DEALS)
    with pytest.raises(Refused, match="complete"):
        ask(rubber, kind=CONTINUE)
