"""The sheet names who was replaced, by whom, and from which deal (1912, Law 26)."""

from datetime import timedelta

import pytest
from django.test import Client

from clubscore.rubbers.models import RubberSeat
from clubscore.rubbers.rubber.loading import load
from clubscore.rubbers.sheet.replaced import replaced_players
from clubscore.rubbers.substitution.services import consent, propose_substitute
from scoring import Seat
from tests.factories import NOON, member, record, rubber_in_play, stop_rubber

pytestmark = pytest.mark.django_db

N, E, S, W = Seat


def replace(rubber, seat, substitute, *, minutes=10):
    at = NOON + timedelta(minutes=minutes)
    asker, *others = [other for other in Seat if other is not seat]
    state = load(rubber.pk)
    proposed = propose_substitute(
        state=state,
        seat=seat,
        substitute=substitute,
        by=state.players[asker],
        now=at,
    )
    for other in others:
        consent(
            state=load(rubber.pk),
            substitution=proposed,
            by=state.players[other],
            now=at,
        )


def test_the_sheet_names_who_was_replaced_from_which_deal_on():
    rubber = rubber_in_play(lines=("2hs=", "p"))
    assert replaced_players(load(rubber.pk)) == ()
    replace(rubber, W, member("Mei Tan"))
    assert replaced_players(load(rubber.pk)) == ("Mei for Dan from deal 3",)
    record(rubber, "1nn=", now=NOON + timedelta(minutes=20))
    replace(rubber, W, member("Noor"), minutes=30)
    assert replaced_players(load(rubber.pk)) == (
        "Mei for Dan from deal 3",
        "Noor for Mei from deal 4",
    )


def test_a_substitute_who_played_no_deal_is_named_without_one():
    rubber = rubber_in_play(lines=("2hs=",))
    replace(rubber, W, member("Mei"))
    rubber.refresh_from_db()
    stop_rubber(
        state=load(rubber.pk),
        reason="Rain",
        seen_revision=rubber.revision,
        by=rubber.players[N],
        now=NOON + timedelta(hours=1),
    )
    assert replaced_players(load(rubber.pk)) == ("Mei for Dan",)


def test_two_of_one_first_name_are_told_apart():
    rubber = rubber_in_play(lines=("2hs=",))
    ben = RubberSeat.objects.get(rubber=rubber, seat="E").member
    type(ben).objects.filter(pk=ben.pk).update(name="Ben Falk")
    replace(rubber, E, member("Ben Ott"))
    assert replaced_players(load(rubber.pk)) == ("Ben Ott for Ben Falk from deal 2",)


def test_the_page_of_the_rubber_and_so_its_paper_say_it():
    rubber = rubber_in_play(lines=("2hs=",))
    client = Client()
    client.force_login(rubber.players[N])
    page = f"/rubbers/{rubber.pk}/"
    assert "Mei for Dan" not in client.get(page).content.decode()
    replace(rubber, W, member("Mei"))
    assert "Mei for Dan from deal 2" in client.get(page).content.decode()
