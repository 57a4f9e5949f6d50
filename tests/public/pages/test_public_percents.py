"""Public standings of duplicate: /public/standings/?game=duplicate and, in the API, /api/v1/standings/autumn/."""

import re
from datetime import date, timedelta

import pytest
import time_machine
from django.test import Client

from clubscore.ledger import services as ledger
from clubscore.members.models import Member
from clubscore.public.api.services import make_token
from clubscore.public.choices.services import wish_naming
from clubscore.public.naming import Naming
from clubscore.standings.duplicate.queries import counted_in, figures_of
from clubscore.standings.duplicate.services import change_duplicate_terms
from clubscore.standings.ranking.percentages import Counting, PercentOrder
from clubscore.standings.ranking.ranks import Least
from clubscore.standings.seasons.services import close_season
from tests.blanks import tight
from tests.duplicate.published import played, published
from tests.factories import NOON, agreed_rubber

pytestmark = [pytest.mark.django_db, pytest.mark.slow]
AT = "/public/standings/autumn/"


@pytest.fixture(autouse=True)
def that_evening():
    with time_machine.travel(NOON, tick=False):
        yield


@pytest.fixture
def autumn(admin):
    season = ledger.open_season(
        name="Autumn", slug="autumn", begins_on=date(2026, 9, 1)
    )
    published(played(admin))
    return season


def get(path: str = AT) -> str:
    answer = Client().get(path)
    assert answer.status_code == 200
    return answer.content.decode()


def names_on(html: str) -> set[str]:
    return set(re.findall(r'<th scope="row" class="who">([^<]*)<', tight(html)))


def api(admin, query: str = "") -> dict:
    secret = make_token(name="The website", has_full_names=False, by=admin, now=NOON)
    return (
        Client()
        .get(
            f"/api/v1/standings/autumn/{query}",
            headers={"Authorization": f"Bearer {secret}"},
        )
        .json()
    )


def test_the_table_is_public_where_the_standings_are_and_says_what_is_provisional(
    autumn, choose
):
    assert Client().get(AT).status_code == 404
    choose()
    html = get()
    figures = figures_of(counted_in(autumn), Counting(PercentOrder.MEAN))
    assert names_on(html) == {each.name for each in figures}
    assert all(each.percent_written in html for each in figures)
    assert (
        "1 session, ranked by the mean of all sessions. 1 session is provisional."
        in html
    )
    with time_machine.travel(NOON + timedelta(hours=1), tick=False):
        assert "provisional" not in get()


def test_names_are_as_the_club_chose_and_who_asked_not_to_be_named_is_not(
    autumn, choose, admin
):
    anna = Member.objects.get(name="Anna")
    wish_naming(member=anna, is_unnamed=True, by=anna, now=NOON)
    choose()
    assert "Anna" not in names_on(get()) and "Ben" in names_on(get())
    choose(naming=Naming.NONE)
    assert all(re.fullmatch(r"Player \d{4}", name) for name in names_on(get()))


def test_a_guest_is_never_named(autumn, choose, admin):
    Member.objects.filter(name="Ben").update(is_guest=True, username=None)
    change_duplicate_terms(
        season=autumn,
        counting=Counting(PercentOrder.MEAN),
        least=Least(),
        guests=True,
        by=admin,
        now=NOON,
    )
    choose()
    assert "Ben" not in names_on(get()) and any(
        name.startswith("Guest ") for name in names_on(get())
    )


def test_rubbers_come_first_and_duplicate_has_its_tab(autumn, choose, players):
    agreed_rubber(players)
    choose()
    assert (
        "Contract rubber · so far" in get() and f'href="{AT}?game=duplicate"' in get()
    )
    assert "Duplicate · so far" in get(f"{AT}?game=duplicate")


def test_a_season_without_sessions_says_so(choose, admin):
    ledger.open_season(name="Autumn", slug="autumn", begins_on=date(2026, 9, 1))
    choose()
    assert "No session of this season is published yet" in get(f"{AT}?game=duplicate")


def test_a_page_that_was_seen_is_drawn_again_when_a_session_is_published(
    autumn, choose, admin
):
    choose()
    tag = Client().get(AT)["ETag"]
    assert Client().get(AT, headers={"If-None-Match": tag}).status_code == 304
    published(played(admin, name="Another", family="Other"))
    assert Client().get(AT, headers={"If-None-Match": tag}).status_code == 200
    assert "2 sessions" in get()


def test_the_final_table_is_public_as_it_was_published(autumn, choose, admin):
    choose()
    before = re.findall(r'<td class="net">([^<]*)', get())
    ledger.open_season(name="Winter", slug="winter", begins_on=date(2026, 11, 22))
    close_season(season=autumn, by=admin, now=NOON)
    published(played(admin, name="Late", family="Late"))
    assert re.findall(r'<td class="net">([^<]*)', get()) == before
    assert "final table, published" in get() and "provisional" not in get()


def test_programs_get_the_same_with_its_terms(autumn, admin, choose):
    choose(naming=Naming.FIRST)
    found = api(admin)
    first = found["lines"][0]
    assert (found["game"], found["games"], found["ranked_by"], found["best"], found["last"]) == (
        "duplicate", ["duplicate"], "mean", None, None,
    )  # fmt: skip
    assert (found["sessions"], found["provisional"], found["more"]) == (1, 1, 0)
    assert first.keys() == {
        "rank",
        "name",
        "is_guest",
        "sessions",
        "counted",
        "percent",
        "best",
        "masterpoints",
    }
    assert (first["rank"], first["sessions"], first["counted"]) == (1, 1, 1)
    assert f"{first['percent']:.2f}" in get()
    assert api(admin, "?game=duplicate") == found


def test_a_very_long_table_is_cut(autumn, choose, monkeypatch):
    monkeypatch.setattr("clubscore.public.pages.percents.MOST_LINES", 3)
    choose()
    assert "5 more are not listed here." in get()


def test_the_page_takes_as_many_statements_with_three_sessions_as_with_one(
    autumn, choose, admin, django_assert_max_num_queries
):
    choose()
    with django_assert_max_num_queries(17) as one:
        assert len(names_on(get())) == 8
    for number in (1, 2):
        published(played(admin, name=f"S{number}", family=str(number)))
    with django_assert_max_num_queries(len(one)):
        assert len(names_on(get())) == 24
