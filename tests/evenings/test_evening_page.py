"""The pages /evenings/, /evenings/newest/ and /evenings/2026-11-21/, and the CSV file of an evening."""

from datetime import date, timedelta

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from clubscore.evenings import views
from clubscore.evenings.queries import evenings_of, matrix_for, rubbers_of
from clubscore.members.merging.services import merge
from clubscore.members.roles import Role
from clubscore.rubbers.correction.rulings import reopen
from clubscore.rubbers.models import Rubber
from clubscore.rubbers.rubber.loading import load
from clubscore.tables.services import leave_table
from scoring import Seat
from tests.factories import (
    NINE_DEALS,
    NOON,
    agree,
    agreed_rubber,
    member,
    rubber_in_play,
    stop_rubber,
    void,
)
from tests.unguarded import rewrite

pytestmark = pytest.mark.django_db

DAY = date(2026, 11, 21)
PAGE = "/evenings/2026-11-21/"


def four_more(*names: str):
    return dict(zip(Seat, [member(name) for name in names], strict=True))


def matrix():
    return matrix_for(DAY, rubbers_of(DAY))


def moved(rubber, by: timedelta):
    """Set the rubber's start to `by` after NOON, and return the rubber."""
    rewrite(Rubber.objects.filter(pk=rubber.pk), started_at=NOON + by)
    return rubber


def test_a_row_for_each_player_and_a_column_for_each_rubber(players):
    agreed_rubber(players)
    shown = matrix()
    assert [
        (row.member.name, [cell.points for cell in row.cells], row.total)
        for row in shown.rows
    ] == [
        ("Anna", [810], 810),
        ("Cleo", [810], 810),
        ("Ben", [-810], -810),
        ("Dan", [-810], -810),
    ]
    assert (shown.plus, shown.minus) == (1620, -1620)
    assert (shown.columns[0].plus, shown.columns[0].minus) == (1620, -1620)


def test_who_was_not_in_a_rubber_has_a_blank_there(players):
    agreed_rubber(players)
    agreed_rubber(four_more("Eve", "Fay", "Gus", "Hal"), lines=("4sn=", "4sn="))
    rows = {
        row.member.name: [cell.points for cell in row.cells] for row in matrix().rows
    }
    assert sorted(None in cells for cells in rows.values()) == [True] * 8
    assert rows["Eve"].count(None) == 1


def test_columns_are_in_order_of_the_ends(players):
    late = agreed_rubber(players)
    early = agreed_rubber(four_more("Eve", "Fay", "Gus", "Hal"), lines=("4sn=", "4sn="))
    assert early.ended_at < late.ended_at
    assert [(column.number, column.rubber) for column in matrix().columns] == [
        (1, early),
        (2, late),
    ]


def test_what_is_not_agreed_is_pencilled_and_counts_in_no_total(players, anna):
    rubber_in_play(players, lines=NINE_DEALS)
    shown = matrix()
    assert [
        (row.cells[0].points, row.cells[0].is_pencilled, row.total)
        for row in shown.rows
    ] == [
        (810, True, 0),
        (-810, True, 0),
        (810, True, 0),
        (-810, True, 0),
    ]
    assert (shown.plus, shown.minus, shown.agreed, shown.pencilled) == (0, 0, 0, 1)
    html = anna.get(PAGE).content.decode()
    assert "1 not agreed" in html
    assert "counts in no total" in html


def test_an_agreed_rubber_that_is_opened_again_goes_back_to_pencil(players):
    rubber = agreed_rubber(players)
    reopen(
        state=load(rubber.pk),
        reason="A hand record",
        by=member("Sam", role=Role.ADMIN),
        now=NOON,
    )
    assert (matrix().agreed, matrix().pencilled) == (0, 1)
    agree(Rubber.objects.get(pk=rubber.pk))
    assert (matrix().agreed, matrix().pencilled) == (1, 0)


def test_a_rubber_in_play_has_no_column_but_is_named(players, anna):
    rubber = rubber_in_play(players, lines=("2hs+2",))
    assert matrix().columns == ()
    assert f'href="/rubbers/{rubber.pk}/"' in anna.get(PAGE).content.decode()


def test_two_records_of_one_person_have_one_row(players):
    agreed_rubber(players)
    others = four_more("Eve", "Fay", "Gus", "Anna Weiss")
    rubber = agreed_rubber(others, lines=("4sn=", "4sn="))
    leave_table(table=rubber.table, member=others[Seat.WEST], now=NOON)
    merge(
        kept=players[Seat.NORTH],
        merged=others[Seat.WEST],
        by=players[Seat.EAST],
        now=NOON,
    )
    rows = [row for row in matrix().rows if row.member.name.startswith("Anna")]
    assert len(rows) == 1
    assert None not in [cell.points for cell in rows[0].cells]


@pytest.mark.parametrize(
    ("later", "is_shown"),
    [
        (timedelta(hours=12), True),
        (timedelta(hours=16, minutes=59), True),
        (timedelta(hours=17), False),
    ],
)
def test_an_evening_lasts_until_five_in_the_morning(players, later, is_shown):
    moved(agreed_rubber(players), later)
    assert bool(matrix().columns) == is_shown


def test_the_page_leads_to_the_sheets_the_statements_and_the_neighbours(players, anna):
    rubber = agreed_rubber(players)
    for names, days in (("Eve Fay Gus Hal", -3), ("Ida Jon Kay Lea", 7)):
        moved(agreed_rubber(four_more(*names.split())), timedelta(days=days))
    html = anna.get(PAGE).content.decode()
    assert f'href="/rubbers/{rubber.pk}/"' in html
    assert f'href="/ledger/{players[Seat.NORTH].pk}/"' in html
    assert 'href="/evenings/2026-11-18/"' in html
    assert 'href="/evenings/2026-11-28/"' in html
    assert '<tr class="own">' in html


@pytest.mark.parametrize(
    "day",
    [
        "yesterday",
        "2026-13-01",
        "20261121",
        "2026-W47-6",
        "0001-01-01",
        "9999-12-31",
        "2026-11-211",
    ],
)
@pytest.mark.parametrize("ending", ["", "evening.csv"])
def test_what_is_no_date_has_no_evening(anna, day, ending):
    assert anna.get(f"/evenings/{day}/{ending}").status_code == 404


def test_a_day_without_play_says_so(anna):
    assert (
        "Nobody played on this evening"
        in anna.get("/evenings/1999-01-02/").content.decode()
    )


def test_the_csv_has_a_row_for_each_player(players, anna):
    first = agreed_rubber(players)
    waiting = rubber_in_play(
        four_more("Eve", "Fay", "Gus", "=Hal"), lines=("4sn=", "4sn=")
    )
    answer = anna.get(f"{PAGE}evening.csv")
    assert (
        answer.headers["Content-Disposition"]
        == 'attachment; filename="evening-2026-11-21.csv"'
    )
    header, *rows = answer.content.decode("utf-8-sig").split("\r\n")[:-1]
    assert (
        header
        == f"member_id,name,rubber_{waiting.pk}_not_agreed,rubber_{first.pk},total"
    )
    assert rows[0] == f"{players[Seat.NORTH].pk},Anna,,810,810"
    assert any(",'=Hal," in row and row.endswith(",,0") for row in rows)


def test_the_list_names_the_evenings_of_a_year_newest_first(players, anna):
    agreed_rubber(players)
    moved(rubber_in_play(four_more("Eve", "Fay", "Gus", "Hal")), timedelta(days=-7))
    moved(agreed_rubber(four_more("Ida", "Jon", "Kay", "Lea")), timedelta(days=-365))
    answer = anna.get("/evenings/")
    assert [
        (listed.day, listed.rubbers, listed.not_agreed)
        for listed in answer.context["page"].object_list
    ] == [
        (DAY, 1, 0),
        (date(2026, 11, 14), 1, 1),
    ]
    assert anna.get("/evenings/?year=2025").context["page"].object_list[0].day == date(
        2025, 11, 21
    )
    assert anna.get("/evenings/?year=nineteen").context["year"] == 2026


def test_a_long_year_goes_over_several_pages(players, anna, monkeypatch):
    monkeypatch.setattr(views, "PAGE_SIZE", 1)
    agreed_rubber(players)
    moved(rubber_in_play(four_more("Eve", "Fay", "Gus", "Hal")), timedelta(days=-7))
    first, second = (
        anna.get(f"/evenings/?page={page}").context["page"] for page in (1, 2)
    )
    assert [listed.day for listed in (*first.object_list, *second.object_list)] == [
        DAY,
        date(2026, 11, 14),
    ]
    assert (first.has_next, second.has_next) == (True, False)
    assert "Nobody" not in anna.get("/evenings/?page=3").content.decode()


def test_before_the_first_rubber_the_list_is_empty_and_the_newest_leads_to_it(anna):
    assert "There is none yet" in anna.get("/evenings/").content.decode()
    assert anna.get("/evenings/newest/").url == "/evenings/"


def test_the_newest_evening_is_that_of_the_newest_rubber(players, anna):
    moved(rubber_in_play(players), timedelta(hours=13))
    assert anna.get("/evenings/newest/").url == PAGE


def test_the_room_and_the_ledger_lead_to_the_evenings(anna):
    assert 'href="/evenings/"' in anna.get("/").content.decode()
    assert 'href="/evenings/"' in anna.get("/ledger/").content.decode()


def test_a_watcher_may_look(players):
    watcher = member("Will")
    watcher.groups.clear()
    client = Client()
    client.force_login(watcher)
    assert [
        client.get(page).status_code
        for page in ("/evenings/", PAGE, f"{PAGE}evening.csv")
    ] == [200] * 3


@pytest.mark.parametrize(
    "page", ["/evenings/", "/evenings/newest/", PAGE, f"{PAGE}evening.csv"]
)
def test_nothing_is_written_here(anna, page):
    assert anna.post(page).status_code == 405


def queries_of(client, page) -> int:
    with CaptureQueriesContext(connection) as queries:
        client.get(page)
    return len(queries)


@pytest.mark.parametrize("page", ["/evenings/", PAGE, f"{PAGE}evening.csv"])
def test_an_evening_of_three_tables_takes_as_many_queries_as_one(page, anna, players):
    agreed_rubber(players)
    rubber_in_play(four_more("Eve", "Fay", "Gus", "Hal"), lines=NINE_DEALS)
    count = queries_of(anna, page)
    for names in ("Ida Jon Kay Lea", "Max Nia Oto Pia"):
        agreed_rubber(four_more(*names.split()))
        rubber_in_play(
            four_more(*(f"{name} Too" for name in names.split())), lines=NINE_DEALS
        )
    assert queries_of(anna, page) == count


def test_law_80_what_counts_nowhere_is_not_in_the_number_of_rubbers(players, anna):
    agreed_rubber(players)
    void(agreed_rubber(four_more("Eve", "Fay", "Gus", "Hal")))
    passed_out = rubber_in_play(
        four_more("Ida", "Jon", "Kay", "Lea"), lines=("p", "p", "p", "p")
    )
    assert [listed.rubbers for listed in evenings_of(DAY.year)] == [2]
    stop_rubber(
        state=load(passed_out.pk),
        reason="Nobody bid",
        seen_revision=passed_out.revision,
        by=passed_out.players[Seat.NORTH],
        now=NOON,
    )
    (listed,) = anna.get("/evenings/").context["page"].object_list
    assert (listed.rubbers, listed.not_agreed) == (1, 0)
