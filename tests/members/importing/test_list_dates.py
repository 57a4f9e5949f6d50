"""Dates of a list: one date that says the order says it for all dates; nobody's day of joining is guessed twice."""

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clubscore.members.importing.dates import (
    DateOrder,
    DateReading,
    day_of,
    is_no_date,
    reading_of,
)
from clubscore.members.importing.plan import plan_import
from clubscore.members.models import Member
from tests.members.importing.reading import read_list

PAGE = "/members/import/"
DAY, MONTH = DateOrder.DAY_FIRST, DateOrder.MONTH_FIRST
DAYS = st.dates(min_value=date(1950, 1, 1), max_value=date(2030, 12, 31))


def written(day: date, order: DateOrder, sign: str = "/") -> str:
    parts = f"{day:%m}", f"{day:%d}"
    first, second = parts if order == MONTH else parts[::-1]
    return f"{first}{sign}{second}{sign}{day.year}"


# --- the order ---


@pytest.mark.parametrize(
    ("cells", "reading"),
    [
        ([], DateReading(DAY)),
        (["2026-11-21", "", "soon"], DateReading(DAY)),
        (["13/02/2019"], DateReading(DAY)),
        (["03/04/2019", "13/02/2019"], DateReading(DAY, example="03/04/2019")),
        (["05/05/2019"], DateReading(DAY)),
        (["05/05/2019", "03/04/2019"], DateReading(DAY, is_certain=False, example="03/04/2019")),
        (["02/13/2019"], DateReading(MONTH, example="02/13/2019")),
        (["02/13/2019", "03/04/2019"], DateReading(MONTH, example="03/04/2019")),
        (["13/02/2019", "02/13/2019"], DateReading(None)),
        (["31/12/2019", "40/50/2019", "02/99/2019"], DateReading(DAY)),
    ],
)  # fmt: skip
def test_the_dates_of_a_list_say_what_stands_first(cells, reading):
    assert reading_of(cells) == reading


@pytest.mark.parametrize("order", DateOrder)
def test_a_chosen_order_counts_whatever_the_dates_say(order):
    reading = reading_of(["13/02/2019", "02/13/2019"], chosen=order)
    assert (reading.order, reading.is_certain) == (order, True)


@given(days=st.lists(DAYS, min_size=1), order=st.sampled_from(DateOrder), sign=st.sampled_from("/.-"))  # fmt: skip
def test_a_list_written_in_one_order_never_contradicts_itself(days, order, sign):
    cells = [written(day, order, sign) for day in days]
    reading = reading_of(cells)
    assert reading.order is not None
    if any(day.day > 12 for day in days):
        assert reading.order == order
        assert [day_of(cell, reading.order) for cell in cells] == days
    else:
        assert reading.order == DAY


@given(day=DAYS, order=st.sampled_from(DateOrder), sign=st.sampled_from("/.-"))
def test_a_date_is_read_in_its_order(day, order, sign):
    assert day_of(written(day, order, sign), order) == day
    assert day_of(f"{day:%Y{sign}%m{sign}%d}", None) == day


@pytest.mark.parametrize(
    "cell", ["2019-02-13", "2019-02-13 12:03:34", "2019/2/13", "2019-02-13T00:00:00.000"]
)  # fmt: skip
def test_the_year_first_needs_no_order(cell):
    assert day_of(cell, None) == date(2019, 2, 13)


@pytest.mark.parametrize("cell", ["2/13/2019 12:00:00 AM", "02-13-2019 0:00"])
def test_the_time_behind_a_day_does_not_matter(cell):
    assert day_of(cell, MONTH) == date(2019, 2, 13)


@pytest.mark.parametrize("cell", ["31/02/2019", "13/02/19", "13/02-2019", "0/0/2019", "never"])  # fmt: skip
def test_what_is_no_date_is_refused(cell):
    with pytest.raises(ValueError, match=r".*"):
        day_of(cell, DAY)


def test_zeros_are_no_day_that_anybody_knows():
    cells = ["00/00/0000", "0000-00-00 00:00:00", "", "10/10/2010"]
    assert [is_no_date(cell) for cell in cells] == [True, True, False, False]


# --- the list ---


def plan(text: str, ruth: Member, order: DateOrder | None = None):
    return plan_import(rows=read_list(text), overwrite=False, by=ruth, date_order=order)


def days(made) -> list[str]:
    return [f"{outcome.values['joined_at']:%Y-%m-%d}" for outcome in made.outcomes]


AMERICAN = "Name,Joined\nAnna Weiss,03/04/2019\nBen Cole,02/13/2019\nEva Klein,2020-05-06\n"  # fmt: skip
MIXED = "Name,Joined\nAnna Weiss,13/02/2019\nBen Cole,02/13/2019\nEva Klein,2020-05-06\n"  # fmt: skip


@pytest.mark.django_db
def test_one_date_with_the_month_first_turns_the_whole_column(ruth):
    assert days(plan(AMERICAN, ruth)) == ["2019-03-04", "2019-02-13", "2020-05-06"]


@pytest.mark.django_db
def test_a_column_that_contradicts_itself_is_refused_cell_by_cell(ruth):
    made = plan(MIXED, ruth)
    words = (
        "{}: Some dates of the list have the day first, others the month: write “{}” as 2026-11-21, "
        "or choose the order."
    )
    assert [outcome.problems for outcome in made.outcomes] == [
        (words.format("B2", "13/02/2019"),),
        (words.format("B3", "02/13/2019"),),
        (),
    ]
    chosen = plan(MIXED, ruth, DAY)
    assert [outcome.problems for outcome in chosen.outcomes] == [
        (),
        ("B3: “02/13/2019” is not a date; write it as 2026-11-21.",),
        (),
    ]


@pytest.mark.django_db
def test_a_day_that_nobody_knows_is_blank(ruth):
    (outcome,) = plan("Name,Joined\nAnna Weiss,00/00/0000\n", ruth).outcomes
    assert (outcome.kind, "joined_at" in outcome.values) == ("new", False)


# --- the page ---


@pytest.mark.django_db
def test_the_page_says_how_the_dates_were_read(office):
    html = office.post(PAGE, {"list": AMERICAN}).content.decode()
    assert "Dates are read with the month first: 03/04/2019 is 4 March 2019." in html


@pytest.mark.django_db
def test_the_page_is_silent_where_dates_have_one_reading(office):
    text = "Name,Joined\nAnna Weiss,13/02/2019\n"
    html = office.post(PAGE, {"list": text}).content.decode()
    assert "Dates are read" not in html
    assert 'name="dates"' not in html


@pytest.mark.django_db
def test_the_other_order_is_chosen_on_the_page_and_imported(office):
    text = "Name,Joined\nAnna Weiss,03/04/2019\n"
    html = office.post(PAGE, {"list": text}).content.decode()
    assert "Dates are read with the day first: 03/04/2019 is 3 April 2019." in html
    chosen = {"column-0": "name", "column-1": "joined_on", "dates": "month"}
    answer = office.post(PAGE, {"list": text, **chosen})
    html = answer.content.decode()
    assert "Dates are read with the month first: 03/04/2019 is 4 March 2019." in html
    assert '<input type="hidden" name="dates" value="month">' in html
    office.post(PAGE, {"list": text, **chosen, "import": "yes"})
    anna = Member.objects.get(name="Anna Weiss")
    assert anna.joined_at.date() == date(2019, 3, 4)


@pytest.mark.django_db
def test_a_contradiction_opens_the_choice(office):
    html = office.post(PAGE, {"list": MIXED}).content.decode()
    assert "choose the order of day and month below" in html
    assert '<details class="columns-choice" open>' in html


@pytest.mark.django_db
def test_an_order_that_does_not_exist_is_refused(office):
    answer = office.post(PAGE, {"list": AMERICAN, "dates": "year"})
    assert answer.status_code == 422
