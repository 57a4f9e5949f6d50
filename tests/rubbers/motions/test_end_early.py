"""A rubber with deals ends early by one player of each side, or by somebody neutral (decision 0076, Law 80)."""

from datetime import timedelta

import pytest
from django.core.exceptions import PermissionDenied

from clubscore.contracts.models import SignatureMethod
from clubscore.members.people.services import add_guest, give_role
from clubscore.members.roles import Role
from clubscore.refusals import Refused
from clubscore.rubbers.models import Motion
from clubscore.rubbers.motions import services
from clubscore.rubbers.recording.refusals import Stale
from clubscore.rubbers.recording.services import stop_rubber
from clubscore.rubbers.rubber.loading import load
from scoring import Seat
from tests.factories import four, member, record, rubber_in_play
from tests.rubbers.motions.asking import LATER, answer, arbiter, ask, named

pytestmark = pytest.mark.django_db

GAME_AND_PART_SCORE = ("4sn=", "2he=")


def test_one_player_asks_and_one_of_the_other_side_ends_it():
    rubber = rubber_in_play(lines=GAME_AND_PART_SCORE)
    motion = ask(rubber)
    rubber.refresh_from_db()
    assert not rubber.is_over
    answer(rubber, motion, Seat.WEST)
    assert (rubber.ending, rubber.ending_reason, motion.state) == (
        "unfinished",
        "Ben had to leave",
        "carried",
    )
    assert (rubber.ended_by, motion.closed_by.name) == (
        rubber.players[Seat.NORTH],
        "Dan",
    )
    assert load(rubber.pk).sheet.margin == 260
    assert not rubber.table.__class__.objects.get(pk=rubber.table_id).is_playing


def test_the_partner_alone_does_not_end_it():
    rubber = rubber_in_play(lines=GAME_AND_PART_SCORE)
    motion = ask(rubber)
    answer(rubber, motion, Seat.SOUTH)
    assert (rubber.is_over, motion.state) == (False, "open")


def test_one_no_refuses_it_and_it_can_be_asked_again():
    rubber = rubber_in_play(lines=GAME_AND_PART_SCORE)
    motion = ask(rubber)
    answer(rubber, motion, Seat.EAST, is_yes=False)
    assert (rubber.is_over, motion.state, motion.closed_by.name) == (
        False,
        "refused",
        "Ben",
    )
    with pytest.raises(Refused, match="settled already"):
        answer(rubber, motion, Seat.WEST)
    assert ask(rubber).is_open


def test_it_is_asked_once():
    rubber = rubber_in_play(lines=GAME_AND_PART_SCORE)
    ask(rubber)
    with pytest.raises(Refused, match="Anna has asked that already"):
        ask(rubber, Seat.EAST)


def test_its_maker_alone_takes_it_back():
    rubber = rubber_in_play(lines=GAME_AND_PART_SCORE)
    motion = ask(rubber)
    with pytest.raises(PermissionDenied):
        services.take_back(
            state=load(rubber.pk),
            motion=motion,
            by=rubber.players[Seat.SOUTH],
            now=LATER,
        )
    services.take_back(
        state=load(rubber.pk),
        motion=motion,
        by=rubber.players[Seat.NORTH],
        now=LATER,
    )
    motion.refresh_from_db()
    assert motion.state == "withdrawn"
    with pytest.raises(Refused, match="settled already"):
        answer(rubber, motion, Seat.WEST)


def test_a_deal_that_is_recorded_since_makes_it_expire():
    rubber = rubber_in_play(lines=GAME_AND_PART_SCORE)
    motion = ask(rubber)
    record(rubber, "1ntn=", now=LATER)
    motion.refresh_from_db()
    assert (motion.state, load(rubber.pk).motions) == ("expired", ())


def test_a_sheet_that_has_changed_is_not_ended_unseen():
    rubber = rubber_in_play(lines=GAME_AND_PART_SCORE)
    with pytest.raises(Stale, match="Anna recorded deal 2"):
        services.end_early(
            state=load(rubber.pk),
            reason="Rain",
            seen_revision=1,
            by=rubber.players[Seat.NORTH],
            now=LATER,
        )


def test_nobody_ends_a_rubber_with_a_deal_alone():
    rubber = rubber_in_play(lines=GAME_AND_PART_SCORE)
    with pytest.raises(Refused, match="one player of each side"):
        stop_rubber(
            state=load(rubber.pk),
            reason="Rain",
            seen_revision=2,
            by=rubber.players[Seat.NORTH],
            now=LATER,
        )


def test_a_rubber_without_a_deal_is_stopped_by_one_tap():
    rubber = rubber_in_play()
    motion = services.end_early(
        state=load(rubber.pk),
        reason="The wrong table",
        seen_revision=0,
        by=rubber.players[Seat.NORTH],
        now=LATER,
    )
    assert motion is None
    rubber.refresh_from_db()
    assert rubber.is_over
    assert rubber.is_agreed


def test_law_74_a_scorer_does_not_end_a_rubber_against_a_side():
    """West has said no; a scorer who is a friend of North cannot end it before West wins it."""
    rubber = rubber_in_play(lines=GAME_AND_PART_SCORE)
    sam = named("Sam", role=Role.SCORER)
    motion = ask(rubber)
    with pytest.raises(PermissionDenied):
        ask(rubber, by=sam, now=LATER + timedelta(hours=1))
    with pytest.raises(PermissionDenied):
        services.decide(
            state=load(rubber.pk),
            motion=motion,
            is_yes=True,
            ruling="It is late",
            by=sam,
            now=LATER,
        )
    rubber.refresh_from_db()
    assert not rubber.is_over


def test_a_neutral_arbiter_ends_it_and_a_plain_member_does_not():
    rubber = rubber_in_play(lines=GAME_AND_PART_SCORE)
    with pytest.raises(PermissionDenied, match="One of the four players asks"):
        ask(rubber, by=named("Eve"))
    ask(rubber, by=arbiter())
    rubber.refresh_from_db()
    assert rubber.is_over


def test_an_admin_who_plays_only_asks():
    players = four()
    give_role(member=players[Seat.NORTH], role=Role.OWNER)
    rubber = rubber_in_play(players, lines=GAME_AND_PART_SCORE)
    motion = ask(rubber)
    assert motion.is_open
    with pytest.raises(PermissionDenied, match="nobody decides in their own matter"):
        services.decide(
            state=load(rubber.pk),
            motion=motion,
            is_yes=True,
            ruling="I may do anything",
            by=rubber.players[Seat.NORTH],
            now=LATER,
        )


def test_an_arbiter_decides_a_motion_of_the_players_either_way():
    rubber = rubber_in_play(lines=GAME_AND_PART_SCORE)
    otto = arbiter()
    first = ask(rubber)
    decision = {"by": otto, "now": LATER, "ruling": "Half an hour is left"}
    services.decide(state=load(rubber.pk), motion=first, is_yes=False, **decision)
    rubber.refresh_from_db()
    assert not rubber.is_over
    second = ask(rubber)
    services.decide(state=load(rubber.pk), motion=second, is_yes=True, **decision)
    rubber.refresh_from_db()
    assert rubber.is_over
    assert list(
        Motion.objects.order_by("pk").values_list("state", "is_ruled_yes", "ruling")
    ) == [
        ("ruled", False, "Half an hour is left"),
        ("ruled", True, "Half an hour is left"),
    ]


def test_a_table_pin_of_a_member_ends_nothing_and_of_two_guests_does():
    players = four()
    rubber = rubber_in_play(players, lines=GAME_AND_PART_SCORE)
    motion = ask(rubber)
    by_table_pin = {
        "how": SignatureMethod.TABLE_PIN,
        "device_of": players[Seat.NORTH],
    }
    with pytest.raises(Refused, match="chosen at a table"):
        answer(rubber, motion, Seat.EAST, **by_table_pin)
    guests = four_with_guests_east_west()
    rubber = rubber_in_play(guests, lines=GAME_AND_PART_SCORE)
    motion = ask(rubber)
    answer(rubber, motion, Seat.EAST, **by_table_pin)
    assert rubber.is_over


def four_with_guests_east_west():
    return {
        Seat.NORTH: member("Nora"),
        Seat.EAST: add_guest(name="Gil", now=LATER),
        Seat.SOUTH: member("Pia"),
        Seat.WEST: add_guest(name="Gus", now=LATER),
    }
