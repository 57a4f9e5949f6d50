"""A statement by month and evening, and a member's last evenings."""

from datetime import timedelta

import pytest
from django.test import Client

from clubscore.ledger.pages.folded import folded, last_evenings_of
from clubscore.ledger.queries import statement_of
from clubscore.members.models import Member
from tests.factories import NOON
from tests.standings.season_of import book, take_back

pytestmark = pytest.mark.django_db


def test_every_entry_is_in_one_evening_and_the_sums_are_those_of_the_entries(cast):
    anna, ben, cleo, dan = cast
    book((anna, cleo), (ben, dan), 810, now=NOON - timedelta(days=40))
    book((ben, dan), (anna, cleo), 300, now=NOON - timedelta(days=1))
    book((anna, ben), (cleo, dan), 100, now=NOON)
    taken = book((anna, ben), (cleo, dan), 70, now=NOON)
    take_back(taken, now=NOON)
    statement = statement_of(anna)
    months = folded(statement).months
    evenings = [evening for month in months for evening in month.evenings]
    lines = [line for evening in evenings for line in evening.lines]
    assert [line.entry for line in lines] == statement.entries
    assert [line.details.transaction.source_id for line in lines] == [
        *(taken.source_id, taken.source_id, 3, 2, 1)
    ]
    assert [(month.rubbers, month.net) for month in months] == [(2, -200), (1, 810)]
    assert [(evening.rubbers, evening.net) for evening in evenings] == [
        (1, 100),
        (1, -300),
        (1, 810),
    ]
    assert sum(month.net for month in months) == statement.balance


def test_the_last_evenings_have_the_sums_of_the_rubbers_that_stand(cast):
    anna, ben, cleo, dan = cast
    for days in range(6, -1, -1):
        book((anna, cleo), (ben, dan), 100 + days, now=NOON - timedelta(days=days))
    taken = book((anna, cleo), (ben, dan), 500, now=NOON - timedelta(days=2))
    take_back(taken, now=NOON + timedelta(days=1))
    evenings = last_evenings_of(anna)
    assert [(evening.rubbers, evening.net) for evening in evenings] == [
        (1, 100),
        (1, 101),
        (1, 102),
        (1, 103),
    ]
    assert evenings[0].day > evenings[1].day


@pytest.fixture
def three_months(cast) -> Member:
    """Anna, who has played 2 rubbers this month, 3 the month before and 70 in the oldest month."""
    anna, ben, cleo, dan = cast
    for days, rubbers in ((62, 70), (31, 3), (0, 2)):
        for _ in range(rubbers):
            book((anna, cleo), (ben, dan), 10, now=NOON - timedelta(days=days))
    return anna


def shown(months) -> list[tuple[str, bool, int]]:
    """The name of each month, whether it is shown, and the number of its lines with details."""
    counted = []
    for month in months:
        lines = sum(len(evening.lines) for evening in month.evenings)
        counted.append((month.name, month.is_shown, lines))
    return counted


def test_older_months_of_a_long_statement_have_their_sums_alone(three_months):
    statement = folded(statement_of(three_months))
    assert shown(statement.months) == [
        ("2026-11", True, 2),
        ("2026-10", True, 3),
        ("2026-09", False, 0),
    ]
    assert [(month.rubbers, month.net) for month in statement.months] == [
        *((2, 20), (3, 30), (70, 700))
    ]
    assert not statement.is_whole


@pytest.mark.parametrize("opened", ["2026-09", "all"])
def test_a_month_that_is_opened_has_every_line(three_months, opened):
    statement = folded(statement_of(three_months), opened)
    assert shown(statement.months)[2] == ("2026-09", True, 70)
    assert statement.is_whole


def test_the_newest_month_is_shown_however_long_it_is(cast):
    anna, ben, cleo, dan = cast
    book((anna, cleo), (ben, dan), 10, now=NOON - timedelta(days=31))
    for _ in range(61):
        book((anna, cleo), (ben, dan), 10, now=NOON)
    assert shown(folded(statement_of(anna)).months) == [
        ("2026-11", True, 61),
        ("2026-10", False, 0),
    ]


def test_the_page_fetches_an_older_month_by_a_link_and_prints_only_when_whole(
    three_months,
):
    client = Client()
    client.force_login(three_months)
    path = f"/ledger/{three_months.pk}/"
    short = client.get(path).content.decode()
    assert short.count('<td class="ledger-sum">') == 5
    assert 'hx-get="?month=2026-09"' in short
    assert (
        '<a href="?month=2026-09#month-entries-pt-2026-09">Show 70 entries</a>' in short
    )
    assert '<a href="?month=all">Show every month, to print</a>' in short
    assert 'id="print"' not in short
    for opened in ("2026-09", "all"):
        whole = client.get(path, {"month": opened}).content.decode()
        assert whole.count('<td class="ledger-sum">') == 75
        assert "hx-get" not in whole.partition('id="entries-pt"')[2]
        assert 'id="print"' in whole
