"""The demo club has two past seasons of three games, and a rubber of each game in play."""

from collections import Counter

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError
from django.test import Client

from clubscore.duplicate.models import Session
from clubscore.duplicate.outcomes.results import results_of
from clubscore.duplicate.session.loading import load
from clubscore.ledger.books import books
from clubscore.ledger.models import Season
from clubscore.members.models import Member
from clubscore.rubbers.books.audit import differences
from clubscore.rubbers.models import Proposal, Rubber
from clubscore.settlements.models import PaymentEvent, Transfer
from clubscore.standings.duplicate.queries import counted_in

pytestmark = [pytest.mark.django_db, pytest.mark.slow]


@pytest.fixture(autouse=True)
def data_dir(settings, tmp_path):
    settings.DATA_DIR = tmp_path


@pytest.mark.landing
def test_two_seasons_of_three_games_lie_behind_a_rubber_of_each_in_play(
    capsys, settings
):
    call_command("fill_demo", password="bridge-demo")
    assert "Sign in as ruth" in capsys.readouterr().out
    assert Client().login(username="ruth", password="bridge-demo")
    assert Member.objects.filter(is_guest=False).count() == 24
    before, tonight = (
        Rubber.objects.order_by("pk")[:160],
        Rubber.objects.order_by("pk")[160:],
    )
    assert {each.ending for each in before} == {"complete"}
    assert Counter(each.system for each in before) == {
        "contract": 80,
        "chicago": 40,
        "royal": 40,
    }
    assert [(each.system, each.ending) for each in tonight] == [
        ("contract", "complete"),
        ("contract", "complete"),
        ("contract", ""),
        ("chicago", ""),
        ("royal", ""),
    ]
    assert sum(account.net for account in books().accounts) == 0
    assert list(differences()) == []
    call_command("check_ledger")
    call_command("check_rubbers")
    call_command("check_standings")
    call_command("check_sessions")
    assert_every_page_has_something_to_show()
    assert_a_session_is_in_play_and_one_is_over()
    assert_kept_for_its_owner(settings.DATA_DIR / "demo-sign-in.txt")


def assert_every_page_has_something_to_show():
    assert [season.is_closed for season in Season.objects.order_by("begins_on")] == [
        True,
        False,
    ]
    assert set(PaymentEvent.objects.values_list("kind", flat=True)) == {
        "paid",
        "received",
    }
    assert Transfer.objects.exclude(events__kind="received").exists()
    assert Proposal.objects.open().count() == 1


def assert_a_session_is_in_play_and_one_is_over():
    over, in_play = (load(session.pk) for session in Session.objects.order_by("pk"))
    assert [
        (state.tables, state.boards, state.session.is_over) for state in (over, in_play)
    ] == [
        (9, 27, True),
        (3, 10, False),
    ]
    assert (len(results_of(over.session.pk)), len(results_of(in_play.session.pk))) == (
        243,
        9,
    )
    assert over.session.deal_set.is_unchanged and over.session.deal_set.opened_at
    assert not in_play.session.deal_set.opened_at
    season = Season.objects.order_by("begins_on").last()
    ranked = {len(own) for own in counted_in(season).percentages.values()}
    assert (counted_in(season).sessions, ranked) == (1, {1})


def assert_kept_for_its_owner(kept):
    assert (kept.stat().st_mode & 0o777, "bridge-demo" in kept.read_text()) == (
        0o600,
        True,
    )


def test_a_club_that_has_members_is_left_alone():
    Member.objects.create_user(username="anna", name="Anna")
    with pytest.raises(CommandError, match="only into an empty database"):
        call_command("fill_demo", password="bridge-demo")
