"""The pages /public/room/, /public/evenings/, /public/evenings/2026-11-21/, /public/standings/ and
/public/standings/autumn/.
"""

import re
from datetime import date, timedelta

import pytest
import time_machine
from django.test import Client

from clubscore.ledger.models import Season
from clubscore.members.people.services import add_guest
from clubscore.public.choices.services import wish_naming
from clubscore.public.naming import Naming
from clubscore.rubbers.models import Rubber
from clubscore.standings.ranking.ranks import Order
from clubscore.standings.seasons.services import close_season, open_season
from clubscore.tables.services import close_table
from scoring import Seat
from tests.blanks import tight
from tests.duplicate.published import played, published
from tests.factories import (
    NINE_DEALS,
    NOON,
    agree,
    agreed_rubber,
    member,
    record,
    rubber_in_play,
)
from tests.public.conftest import NAMES
from tests.unguarded import rewrite

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

EVENING = "/public/evenings/2026-11-21/"
TIES = ("4sn=", "4he=", "2nn=", "3ce=")


def get(path: str) -> str:
    answer = Client().get(path)
    assert answer.status_code == 200
    return answer.content.decode()


@pytest.fixture(autouse=True)
def that_evening():
    with time_machine.travel(NOON + timedelta(hours=1), tick=False):
        yield


def test_what_is_not_chosen_does_not_exist(choose, players):
    agreed_rubber(players)
    season = Season.objects.get().slug
    session = published(played()).session_id
    pages = {
        "room": ["/public/room/"],
        "evenings": ["/public/evenings/", EVENING],
        "duplicate": ["/public/duplicate/", f"/public/duplicate/{session}/"],
        "standings": ["/public/standings/", f"/public/standings/{season}/"],
    }
    nowhere = Client().get("/nowhere/")
    for kind in (None, *pages):
        choose(**{name: name == kind for name in pages})
        for name, paths in pages.items():
            for path in paths:
                answer = Client().get(path)
                assert (path, answer.status_code) == (
                    path,
                    200 if name == kind else 404,
                )
                if name != kind:
                    assert answer.content == nowhere.content
        assert Client().get("/public/").status_code == (302 if kind else 404)
        of_calendar = 200 if kind in ("evenings", "duplicate") else 404
        assert Client().get("/public/evenings.ics").status_code == of_calendar


def test_the_first_page_is_the_first_that_is_public(choose):
    choose(room=False)
    assert Client().get("/public/").url == "/public/evenings/"


# --- the room ---


def test_the_room_shows_the_tables_and_no_way_to_a_members_page(choose, players):
    rubber_in_play(players, lines=("4sn=",))
    choose()
    html = get("/public/room/")
    assert all(name in html for name in NAMES)
    assert "4" in html and "by Anna Weiss, made" in html
    assert set(re.findall(r'href="([^"]*)"', html)) - {"#main"} <= {
        *re.findall(r'href="(/static/[^"]*)"', html),
        "/public/room/",
        "/public/evenings/",
        "/public/duplicate/",
        "/public/standings/",
    }
    assert "<script" not in html


@pytest.mark.parametrize("naming", [Naming.FIRST, Naming.NONE])
def test_no_page_gives_a_name_away_that_the_club_does_not_show(choose, players, naming):
    players[Seat.NORTH].nickname = "Zorro"
    players[Seat.NORTH].save()
    agreed_rubber(players)
    rubber_in_play(
        {seat: member(f"{seat.word} Hidden", nickname="Zorro") for seat in Seat},
        lines=("4sn=",),
    )
    choose(naming=naming)
    season = Season.objects.get().slug
    session = published(played(family="Hidden")).session_id
    paths = (
        "/public/room/",
        EVENING,
        "/public/standings/",
        f"/public/standings/{season}/",
    )
    pages = [
        get(path)
        for path in (
            *paths,
            f"/public/duplicate/{session}/",
            f"{paths[-1]}?game=duplicate",
        )
    ]
    hidden = ["Weiss", "Ortiz", "Weber", "Novak", "Hidden", "Zorro", "anna-weiss"]
    hidden += ["Anna", "Ben", "Cleo", "Dan"] if naming == Naming.NONE else []
    assert [word for page in pages for word in hidden if word in page] == []
    assert ("Anna W." in pages[1]) == (naming == Naming.FIRST)


def test_who_asked_for_it_and_guests_are_not_named_whatever_the_club_chose(
    choose, players
):
    guest = add_guest(name="Gus Visitor", now=NOON)
    wish_naming(
        member=players[Seat.NORTH], is_unnamed=True, by=players[Seat.NORTH], now=NOON
    )
    agreed_rubber(players | {Seat.EAST: guest})
    choose()
    for path in ("/public/room/", EVENING, "/public/standings/"):
        html = get(path)
        assert "Anna" not in html and "Gus" not in html
        assert "Cleo Weber" in html
    assert re.search(r"Player \d{4}", get(EVENING))[0] in get("/public/room/")
    assert re.search(r"Guest \d{4}", get(EVENING))


def test_a_wish_is_followed_at_once(choose, players):
    agreed_rubber(players)
    choose()
    assert "Anna Weiss" in get(EVENING)
    wish_naming(
        member=players[Seat.NORTH], is_unnamed=True, by=players[Seat.NORTH], now=NOON
    )
    assert "Anna Weiss" not in get(EVENING)


def test_a_new_name_is_followed_within_five_minutes(choose, players):
    agreed_rubber(players)
    choose()
    get(EVENING)
    players[Seat.NORTH].name = "Anna Schwarz"
    players[Seat.NORTH].save()
    with time_machine.travel(NOON + timedelta(hours=1, minutes=5), tick=False):
        assert "Anna Schwarz" in get(EVENING)


def test_a_rubber_in_play_has_no_score_until_it_is_over_where_the_club_wishes_so(
    choose, players
):
    rubber = rubber_in_play(players, lines=NINE_DEALS[:-1])
    choose(shows_play=False)
    html = get("/public/room/")
    assert "The score is shown when the rubber is over." in html
    assert "mini" not in html and "made" not in html
    record(rubber, NINE_DEALS[-1])
    assert "made" in get("/public/room/")
    assert "810" in get(EVENING)


def test_an_empty_club_has_pages_that_say_so(choose):
    choose()
    assert "Nobody is playing now." in get("/public/room/")
    assert "There is none yet." in get("/public/evenings/")
    assert "The first season begins with the first rubber." in get("/public/standings/")


# --- evenings ---


def test_an_evening_has_the_same_figures_as_for_members(choose, players):
    agreed_rubber(players)
    choose(naming=Naming.FIRST)
    html = tight(get(EVENING))
    assert re.findall(r'<th scope="row" class="who">([^<]*)</th>', html)[:4] == [
        "Anna W.",
        "Cleo W.",
        "Ben O.",
        "Dan N.",
    ]
    assert html.count("+810") >= 4
    assert 'class="own"' not in html


def test_a_rubber_after_midnight_is_of_the_evening_before(choose, players):
    rubber = agreed_rubber(players)
    rewrite(Rubber.objects.filter(pk=rubber.pk), started_at=NOON + timedelta(hours=16))
    choose()
    assert "Saturday 21 November 2026" in get(EVENING)
    assert Client().get("/public/evenings/2026-11-22/").status_code == 404


@pytest.mark.parametrize(
    "day", ["2026-11-20", "yesterday", "2026-13-01", "20261121", "0001-01-01"]
)
def test_an_evening_on_which_nobody_played_does_not_exist(choose, players, day):
    agreed_rubber(players)
    choose()
    assert Client().get(f"/public/evenings/{day}/").status_code == 404


def test_what_is_not_agreed_is_in_pencil(choose, players):
    rubber = rubber_in_play(players, lines=NINE_DEALS)
    choose()
    assert "1 not agreed yet" in get(EVENING)
    agree(rubber)
    assert "not agreed" not in get(EVENING)


def test_a_draw_is_nobodys_plus(choose, players):
    rubber = rubber_in_play(players, lines=TIES, system="chicago")
    assert rubber.is_over
    choose()
    assert "Chicago" in get("/public/room/")
    assert Client().get(EVENING).status_code == 200


def test_the_list_has_each_evening_with_a_way_to_it(choose, players):
    agreed_rubber(players)
    choose()
    assert f'href="{EVENING}"' in get("/public/evenings/")
    assert get("/public/evenings/?year=1999") == get("/public/evenings/")


# --- standings ---


def test_standings_are_ranked_by_the_seasons_terms_with_public_names(choose, players):
    agreed_rubber(players)
    choose(naming=Naming.FIRST)
    lines = re.findall(
        r"<td>(\d)</td>\s*<th[^>]*>([^<]*)</th>", tight(get("/public/standings/"))
    )
    assert lines == [
        ("1", "Anna W."),
        ("1", "Cleo W."),
        ("3", "Ben O."),
        ("3", "Dan N."),
    ]


def test_a_final_table_stays_as_published(choose, players, admin):
    agreed_rubber(players)
    season = Season.objects.get()
    terms = {"by": Order.NET, "least": "1", "guests": False, "best": None}
    open_season(
        name="Spring",
        slug="spring",
        begins_on=date(2026, 11, 22),
        **terms,
        admin=admin,
        now=NOON,
    )
    close_season(season=season, by=admin, now=NOON)
    choose(naming=Naming.FIRST)
    html = get(f"/public/standings/{season.slug}/")
    assert "final table, published 21 November 2026" in html
    assert "Anna W." in html and "Weiss" not in html
    assert "Spring" not in html  # it has not begun


def test_a_player_without_a_name_has_one_number_in_all_of_a_season(choose, players):
    agreed_rubber(players)
    choose(naming=Naming.NONE)
    before = set(re.findall(r"Player \d{4}", get("/public/standings/")))
    others = {seat: member(f"{seat.word} Later") for seat in Seat}
    agreed_rubber(others, lines=("4sn=", "4sn="))
    assert before < set(re.findall(r"Player \d{4}", get("/public/standings/")))
    assert before.isdisjoint(re.findall(r"Player \d{4}", get(EVENING)))


# --- statements ---


def four_more(number: int) -> dict[Seat, object]:
    return {seat: member(f"{seat.word} Number{number}") for seat in Seat}


@pytest.mark.parametrize(
    ("path", "most"),
    [
        ("/public/room/", 11),
        ("/public/evenings/", 8),
        (EVENING, 14),
        ("/public/standings/", 17),
    ],
)
def test_a_page_takes_a_fixed_number_of_statements_however_much_it_shows(
    choose, players, path, most, django_assert_max_num_queries
):
    agreed_rubber(players)
    rubber_in_play(four_more(1), lines=("4sn=",))
    choose()
    with django_assert_max_num_queries(most) as one:
        get(path)
    for number in (2, 3):
        agreed_rubber(four_more(number), lines=("4sn=", "4sn="))
        rubber_in_play(four_more(number + 2), lines=("4sn=", "2hs="))
    close_table(table=Rubber.objects.order_by("pk").first().table, now=NOON)
    with django_assert_max_num_queries(len(one)):
        get(path)
