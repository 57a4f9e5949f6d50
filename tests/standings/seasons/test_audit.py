"""The command `manage.py check_standings` compares published tables with the books."""

from datetime import date, timedelta

import pytest
from django.core.management import CommandError, call_command

from clubscore.ledger import services as ledger
from clubscore.members.merging.services import merge, undo
from clubscore.standings.models import FinalRow
from clubscore.standings.ranking.ranks import Least, Order
from clubscore.standings.seasons.audit import differences
from clubscore.standings.seasons.services import change_terms, close_season
from tests.factories import NOON, member
from tests.standings.season_of import book, take_back
from tests.unguarded import rewrite

pytestmark = pytest.mark.django_db
LATER = NOON + timedelta(days=3)


@pytest.fixture
def seasons(cast):
    """Autumn, not closed, with three rubbers of contract and one of royal auction; and Winter, which follows it."""
    anna, ben, cleo, dan = cast
    autumn = ledger.open_season(
        name="Autumn", slug="autumn", begins_on=date(2026, 9, 1)
    )
    winter = ledger.open_season(
        name="Winter", slug="winter", begins_on=date(2026, 11, 22)
    )
    book((anna, cleo), (ben, dan), 810, source_id=7)
    take_back(book((anna, dan), (ben, cleo), 70, source_id=8))
    book((anna, ben), (cleo, dan), 300, source_id=9)
    book((anna, dan), (ben, cleo), 90, source_id=10, game="royal")
    return autumn, winter


def close(season, by):
    return close_season(season=season, by=by, now=NOON + timedelta(minutes=1))


@pytest.mark.parametrize(
    ("order", "best"), [*((order, None) for order in Order), (Order.NET, 1)]
)
def test_a_table_as_it_was_published_agrees_by_whatever_terms(
    cast, seasons, order, best
):
    change_terms(
        season=seasons[0],
        by=order,
        least=Least(count=1),
        guests=True,
        best=best,
        admin=cast[0],
        now=NOON,
    )
    close(seasons[0], cast[0])
    assert list(differences()) == []


def test_what_happens_after_the_closing_changes_nothing(cast, seasons):
    autumn, winter = seasons
    first = autumn.transactions.order_by("pk").first()
    close(autumn, cast[0])
    take_back(first, now=LATER)
    book(cast[:2], cast[2:], 500, source_id=7, now=LATER)
    merge(kept=cast[0], merged=member("Annie"), by=cast[1], now=LATER)
    assert list(differences()) == []


def test_a_booking_whose_clock_was_read_before_the_closing_and_that_came_after_it_is_not_in_its_ratings(
    cast, seasons
):
    close(seasons[0], cast[0])
    book(cast[:2], cast[2:], 500, source_id=11, now=NOON)
    assert list(differences()) == []


def test_who_was_merged_at_the_closing_is_one_person_also_when_parted_later(
    cast, seasons
):
    anna, ben, cleo, dan = cast
    annie = member("Annie")
    book((annie, ben), (cleo, dan), 220, source_id=11)
    made = merge(kept=anna, merged=annie, by=ben, now=NOON)
    close(seasons[0], anna)
    undo(merge=made, by=ben, now=LATER)
    assert FinalRow.objects.get(member=anna, game="contract").net == 1330
    assert list(differences()) == []


@pytest.mark.parametrize(
    "column",
    [
        "rank",
        "rubbers",
        "won",
        "lost",
        "net",
        "net_exact",
        "best",
        "worst",
        "rating",
        "give",
    ],
)
def test_a_forged_line_is_named(cast, seasons, column):
    close(seasons[0], cast[0])
    rows = FinalRow.objects.filter(member=cast[0], game="contract")
    true = getattr(rows.get(), column)
    rewrite(rows, **{column: 77})
    assert list(differences()) == [
        f"Autumn, contract: Anna is published with {column} 77; the books make it {true}.",
    ]


def test_a_line_too_many_and_a_line_missing_are_named(cast, seasons):
    close(seasons[0], cast[0])
    rewrite(
        FinalRow.objects.filter(member=cast[1], game="royal"),
        member=member("Eve"),
        name="Eve",
    )
    assert list(differences()) == [
        "Autumn, royal: Eve is published, and the books have no rubber of theirs.",
        "Autumn, royal: Ben is not published, and stands in the books.",
    ]


def test_a_table_of_before_the_exact_net_was_kept_agrees(cast, seasons):
    close(seasons[0], cast[0])
    rewrite(FinalRow.objects, net_exact=None)
    assert list(differences()) == []


def test_the_command_says_so_and_fails_where_there_is_a_difference(
    cast, seasons, capsys
):
    close(seasons[0], cast[0])
    call_command("check_standings")
    assert "is what the books say" in capsys.readouterr().out
    rewrite(FinalRow.objects.filter(member=cast[0]), net=1)
    with pytest.raises(CommandError, match="2 differences"):
        call_command("check_standings")
    assert "Anna is published with net 1;" in capsys.readouterr().err
