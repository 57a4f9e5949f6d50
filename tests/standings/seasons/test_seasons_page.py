"""The pages /standings/seasons/, /standings/autumn/terms/ and /standings/autumn/closing/."""

from datetime import date, timedelta

import pytest
from django.utils import timezone

from clubscore.ledger import services as ledger
from clubscore.ledger.models import Season
from clubscore.standings.models import FinalRow, Terms
from tests.standings.season_of import book

pytestmark = pytest.mark.django_db

NEW = {
    "name": "Winter 2026",
    "begins_on": "2026-12-01",
    "by": "average",
    "least": "10",
    "best": "",
    "guests": "on",
}


@pytest.fixture
def autumn(cast):
    season = ledger.open_season(
        name="Autumn", slug="autumn", begins_on=date(2020, 1, 1)
    )
    book(cast[:2], cast[2:], 810, now=timezone.now())
    return season


def following():
    tomorrow = timezone.localdate() + timedelta(days=1)
    return ledger.open_season(name="Winter", slug="winter", begins_on=tomorrow)


def test_an_admin_opens_a_season_with_its_terms(admin):
    assert admin.post("/standings/seasons/", NEW).url == "/standings/seasons/#main"
    season = Season.objects.get()
    assert (season.name, season.slug, season.begins_on) == (
        "Winter 2026",
        "winter-2026",
        date(2026, 12, 1),
    )
    terms = Terms.objects.get()
    assert (terms.season, terms.by, terms.least, terms.best, terms.guests) == (
        season,
        "average",
        "10",
        None,
        True,
    )


@pytest.mark.parametrize(
    ("changed", "says"),
    [
        ({"name": "Autumn"}, "Another season has this name"),
        ({"name": "Seasons"}, "cannot be an address"),
        ({"name": "♠"}, "cannot be an address"),
        ({"begins_on": "2020-01-01"}, "Another season begins on this day"),
        ({"begins_on": "soon"}, "Enter a valid date"),
        ({"begins_on": "0001-01-01"}, "Look at the year"),
        ({"begins_on": "2200-01-01"}, "Look at the year"),
        ({"least": "many"}, "such as 25%"),
    ],
)
def test_a_season_that_cannot_be_is_refused_with_the_reason(
    admin, autumn, changed, says
):
    answer = admin.post("/standings/seasons/", NEW | changed)
    assert answer.status_code == 422
    assert says in answer.content.decode()
    assert Season.objects.count() == 1


def test_a_season_inside_a_closed_one_is_refused(admin, autumn):
    following()
    admin.post("/standings/autumn/closing/")
    answer = admin.post("/standings/seasons/", NEW | {"begins_on": "2021-01-01"})
    assert "Autumn is closed and reaches beyond that day" in answer.content.decode()


def test_a_member_sees_the_seasons_and_opens_none(anna, autumn):
    html = anna.get("/standings/seasons/").content.decode()
    assert "Autumn" in html
    assert "Open a season" not in html
    assert anna.post("/standings/seasons/", NEW).status_code == 403
    assert Season.objects.count() == 1


def test_an_admin_comes_from_the_next_season_that_opened_to_the_one_to_close(
    admin, anna, autumn
):
    following()  # begins tomorrow: it cannot be closed
    listed = admin.get("/standings/seasons/").content.decode()
    assert 'href="/standings/autumn/closing/"' in listed
    assert 'action="/standings/seasons/#open-title"' in listed  # a refusal is in sight
    assert "/standings/winter/closing/" not in listed
    assert "/closing/" not in anna.get("/standings/seasons/").content.decode()
    admin.post("/standings/autumn/closing/")
    assert "/closing/" not in admin.get("/standings/seasons/").content.decode()


def test_an_admin_changes_the_terms(admin, autumn):
    assert "25%" in admin.get("/standings/autumn/terms/").content.decode()
    changed = {"by": "won", "least": "50%", "best": "20"}
    assert admin.post("/standings/autumn/terms/", changed).url == "/standings/autumn/"
    terms = Terms.objects.get(season=autumn)
    assert (terms.by, terms.least, terms.best, terms.guests) == (
        "won",
        "50%",
        20,
        False,
    )
    html = admin.get("/standings/autumn/").content.decode()
    assert (
        "Ranked by rubbers won, at least 1 rubber, only each one’s best 20 count."
        in html
    )


def test_terms_that_make_no_sense_are_refused(admin, autumn):
    assert (
        admin.post("/standings/autumn/terms/", {"by": "luck", "least": "x"}).status_code
        == 422
    )


def test_an_admin_closes_a_season_and_its_table_is_published(admin, autumn, cast):
    following()
    assert (
        "The table is published as it stands now"
        in admin.get("/standings/autumn/closing/").content.decode()
    )
    assert admin.post("/standings/autumn/closing/").url == "/standings/autumn/"
    rows = FinalRow.objects.order_by("pk").values_list(
        "rank", "name", "rubbers", "net", "rating"
    )
    assert [row[:4] for row in rows] == [
        (1, "Anna", 1, 810),
        (1, "Ben", 1, 810),
        (3, "Cleo", 1, -810),
        (3, "Dan", 1, -810),
    ]
    assert [row[4] > 1500 for row in rows] == [True, True, False, False]
    autumn.refresh_from_db()
    assert autumn.closed_by == cast[1]


def test_terms_of_a_published_table_stay(admin, autumn):
    following()
    admin.post("/standings/autumn/closing/")
    answer = admin.post(
        "/standings/autumn/terms/", {"by": "won", "least": "", "best": ""}
    )
    assert "its terms stay as they were" in answer.content.decode()


def test_the_last_season_is_not_closed_and_the_admin_is_told_what_to_do(admin, autumn):
    page = admin.get("/standings/autumn/closing/").content.decode()
    assert "Open the season after Autumn first" in page
    assert 'href="/standings/seasons/#open-title"' in page
    assert "Publish the final table" not in page
    answer = admin.post("/standings/autumn/closing/", follow=True)
    assert "Open the season after Autumn first" in answer.content.decode()
    assert not FinalRow.objects.exists()


@pytest.mark.parametrize("page", ["terms", "closing"])
@pytest.mark.parametrize("method", ["get", "post"])
def test_members_keep_no_seasons(anna, autumn, page, method):
    assert getattr(anna, method)(f"/standings/autumn/{page}/").status_code == 403


@pytest.mark.parametrize(
    "page",
    ["/standings/autumn/terms/", "/standings/autumn/closing/", "/standings/seasons/"],
)
def test_other_verbs_are_refused(admin, autumn, page):
    assert admin.delete(page).status_code == 405


def test_the_list_of_seasons_can_be_downloaded(anna, admin, autumn):
    following()
    admin.post("/standings/autumn/closing/")
    answer = anna.get("/standings/seasons.csv")
    header, winter, closed = answer.content.decode("utf-8-sig").splitlines()
    assert header == "season,begins_on,closed_at"
    assert winter == f"Winter,{timezone.localdate() + timedelta(days=1)},"
    assert closed.startswith("Autumn,2020-01-01,2")
    assert anna.post("/standings/seasons.csv").status_code == 405
