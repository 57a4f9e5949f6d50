"""Masterpoints in the season: the sum of each member, the order, the closing, the public, and a member's own page."""

from datetime import date, timedelta

import pytest
import time_machine
from django.test import Client

from clubscore.duplicate.results.masterpoints.services import choose_scale
from clubscore.ledger import services as ledger
from clubscore.members.models import Member
from clubscore.members.people.services import give_role
from clubscore.members.roles import Role
from clubscore.standings.duplicate.audit import differences
from clubscore.standings.duplicate.queries import counted_in
from clubscore.standings.models import DuplicateTerms, FinalPercentage
from clubscore.standings.ranking.percentages import Counting, PercentOrder
from clubscore.standings.seasons.services import close_season
from tests.duplicate.published import played, published
from tests.factories import NOON, member
from tests.unguarded import rewrite

pytestmark = [pytest.mark.django_db, pytest.mark.slow]
OWN = {"depth": "1", "each": 25, "most": 100, "shares": ["100", "60", "10", "5"]}


@pytest.fixture
def ruth():
    ruth = member("Ruth")
    give_role(member=ruth, role=Role.ADMIN)
    return ruth


@pytest.fixture
def autumn(ruth):
    """A season with a session that gave masterpoints, which another season follows."""
    season = ledger.open_season(
        name="Autumn", slug="autumn", begins_on=date(2026, 9, 1)
    )
    ledger.open_season(name="Winter", slug="winter", begins_on=date(2026, 11, 22))
    with_masterpoints(ruth)
    return season


def with_masterpoints(ruth, **opening):
    session = played(ruth, **opening)
    choose_scale(session=session, scale="own", own=OWN, by=ruth, now=NOON)
    return published(session)


def of(who: Member) -> Client:
    client = Client()
    client.force_login(who)
    return client


def page(who, query="?game=duplicate&by=points"):
    with time_machine.travel(NOON, tick=False):
        return of(who).get(f"/standings/autumn/{query}")


def points_of(season):
    counted = counted_in(season)
    names = dict(Member.objects.values_list("pk", "name"))
    return {names[pk]: points for pk, points in counted.masterpoints.items()}


def test_the_sums_are_those_of_the_published_rows(autumn):
    points = points_of(autumn)
    assert sum(points.values()) == 2 * (80 + 80 + 8 + 8)
    assert len(points) == 8


def test_a_season_is_ordered_by_masterpoints_when_the_reader_asks(autumn, ruth):
    shown = page(ruth)
    assert ("points", "Masterpoints") in shown.context["tabs"]
    lines = list(shown.context["page"])
    points = [line.figures.masterpoints for line in lines]
    assert points == sorted(points, reverse=True)
    assert lines[0].figures.masterpoints_written == "0.80"
    assert [line.rank for line in lines] == [1, 1, 1, 1, 5, 5, 5, 5]
    assert "Ranked by the sum of masterpoints" in shown.content.decode()


def test_a_season_without_masterpoints_offers_no_such_order(ruth):
    ledger.open_season(name="Autumn", slug="autumn", begins_on=date(2026, 9, 1))
    published(played(ruth))
    shown = page(ruth, "?game=duplicate")
    assert [key for key, _ in shown.context["tabs"]] == ["mean", "best", "ladder"]
    assert "Master" not in shown.content.decode().split("<main")[1].split("</main")[0]


def test_the_closing_freezes_the_sums_and_the_order_by_masterpoints(autumn, ruth):
    fields = {"by": "points", "best": "3", "last": "9", "least": "1"}
    assert (
        of(ruth).post("/standings/autumn/terms/duplicate/", fields).status_code == 302
    )
    terms = DuplicateTerms.objects.get()
    assert terms.counting == Counting(PercentOrder.MASTERPOINTS)
    assert terms.words.startswith("duplicate by the sum of masterpoints")
    close_season(season=autumn, by=ruth, now=NOON + timedelta(minutes=1))
    rows = FinalPercentage.objects.order_by("pk").values_list("rank", "masterpoints")
    assert list(rows) == [(1, 80)] * 4 + [(5, 8)] * 4
    assert list(differences()) == []
    shown = page(ruth, "?game=duplicate")
    assert [line.rank for line in shown.context["page"]] == [1, 1, 1, 1, 5, 5, 5, 5]


def test_the_check_finds_a_sum_that_the_sessions_do_not_make(autumn, ruth):
    close_season(season=autumn, by=ruth, now=NOON + timedelta(minutes=1))
    rewrite(FinalPercentage.objects.filter(name="Anna"), masterpoints=99)
    assert any("masterpoints 99" in words for words in differences())


def test_the_table_for_spreadsheets_has_the_sum(autumn, ruth):
    csv = (
        of(ruth).get("/standings/autumn/standings.csv?game=duplicate").content.decode()
    )
    header, first, *_ = csv.lstrip("\ufeff").splitlines()
    assert header.split(",")[-1] == "masterpoints"
    assert first.split(",")[-1] in {"0.8", "0.08"}


def test_a_members_page_says_how_many_were_won_this_season(autumn, ruth):
    best = max(points_of(autumn).items(), key=lambda item: item[1])[0]
    who = Member.objects.get(name=best)
    shown = of(ruth).get(f"/members/{who.pk}/?season=autumn")
    assert shown.context["duplicate_figures"].masterpoints_written == "0.80"
    assert "<dt>masterpoints</dt>" in shown.content.decode()


def test_a_friendly_session_gives_nothing_in_the_season(autumn, ruth):
    before = points_of(autumn)
    with_masterpoints(member("Edith"), name="Friendly", family="Else", is_friendly=True)
    assert points_of(autumn) == before
