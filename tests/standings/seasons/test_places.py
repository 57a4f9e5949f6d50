"""The places of members in the course of a season, and the places moved within a week."""

from datetime import date, timedelta

import pytest

from clubscore.ledger import services as ledger
from clubscore.standings.ranking.ranks import Least, Order
from clubscore.standings.seasons.places import MOST, places_course
from tests.factories import NOON
from tests.standings.season_of import book, take_back

pytestmark = pytest.mark.django_db

TODAY = NOON.date()


@pytest.fixture
def season(cast):
    return ledger.open_season(name="Ever", slug="ever", begins_on=date(2020, 1, 1))


def course(season, *, least=0, weeks=1):
    return places_course(
        season,
        "contract",
        by=Order.NET,
        least=Least(least),
        guests=True,
        a_week_ago=TODAY - timedelta(weeks=weeks),
        listed=frozenset(),
    )


def test_the_places_moved_are_those_since_the_evening_a_week_ago(cast, season):
    anna, ben, cleo, dan = cast
    book((anna, cleo), (ben, dan), 500, now=NOON - timedelta(weeks=1))
    book((ben, dan), (anna, cleo), 900, now=NOON)
    found = course(season)
    assert found.a_week_ago == {anna.pk: 1, cleo.pk: 1, ben.pk: 3, dan.pk: 3}
    assert found.moved(ben.pk, 1) == 2
    assert found.moved(anna.pk, 3) == -2
    assert found.line_of(ben.pk) == [3, 1]


def test_who_was_not_ranked_a_week_ago_has_not_moved(cast, season):
    anna, ben, cleo, dan = cast
    book((anna, cleo), (ben, dan), 500, now=NOON)
    found = course(season)
    assert found.moved(anna.pk, 1) == 0
    assert found.moved(anna.pk, None) == 0
    assert course(season, least=2).line_of(anna.pk) == []


def test_a_rubber_taken_back_moved_nobody(cast, season):
    anna, ben, cleo, dan = cast
    book((anna, cleo), (ben, dan), 500, now=NOON - timedelta(weeks=1))
    taken = book((ben, dan), (anna, cleo), 900, now=NOON - timedelta(weeks=1))
    take_back(taken, now=NOON)
    assert course(season).a_week_ago[anna.pk] == 1


def test_a_line_has_few_evenings_and_ends_on_the_last(cast, season):
    anna, ben, cleo, dan = cast
    for weeks in range(30, -1, -1):
        winners, losers = (
            ((anna, cleo), (ben, dan)) if weeks else ((ben, dan), (anna, cleo))
        )
        book(
            winners, losers, 100 if weeks else 9_000, now=NOON - timedelta(weeks=weeks)
        )
    line = course(season).line_of(anna.pk)
    assert len(line) <= MOST
    assert line[-1] == 3
    assert set(line[:-1]) == {1}


def test_nothing_booked_is_no_course(season):
    assert course(season).line_of(1) == []
