"""A person with two records is one person in the standings, until the records are separated again."""

from datetime import date

import pytest

from clubscore.ledger import services as ledger
from clubscore.members.merging.services import merge, undo
from clubscore.members.models import Member
from clubscore.standings import queries
from clubscore.standings.models import Rating, RatingStep
from clubscore.standings.profiles.context import member_context
from clubscore.standings.ranking.ranks import Least, Order
from clubscore.standings.rating.services import forget_ratings, work_in_ratings
from clubscore.standings.seasons.pairs import pairs_of
from clubscore.standings.seasons.places import places_course
from clubscore.standings.seasons.services import close_season
from clubscore.tables.services import leave_table
from scoring import Seat
from tests.factories import NOON, agreed_rubber, member
from tests.standings.season_of import book

pytestmark = pytest.mark.django_db


@pytest.fixture
def annie() -> Member:
    """Annie, a second record of Anna."""
    return member("Annie")


@pytest.fixture
def season(cast, annie):
    """Autumn, in which Anna and Annie each win one rubber with Cleo, and Annie loses one with Dan."""
    anna, ben, cleo, dan = cast
    autumn = ledger.open_season(
        name="Autumn", slug="autumn", begins_on=date(2026, 9, 1)
    )
    book((anna, cleo), (ben, dan), 810)
    book((annie, cleo), (ben, dan), 300)
    book((ben, cleo), (annie, dan), 90)
    return autumn


@pytest.fixture
def merged(cast, annie, season):
    return merge(kept=cast[0], merged=annie, by=cast[1], now=NOON)


def figures(season, best=None):
    return {
        line.name: (line.rubbers, line.won, line.lost, line.net, line.best, line.worst)
        for line in queries.figures_of(season, "contract", best=best)
    }


def pairs(season):
    return {
        pair.names: (pair.rubbers, pair.won, pair.net)
        for pair in pairs_of(season, "contract", guests=True)
    }


def places(season, *listed):
    return places_course(
        season,
        "contract",
        by=Order.NET,
        least=Least(),
        best=None,
        listed=frozenset(person.pk for person in listed),
        a_week_ago=NOON.date(),
    )


def test_figures_pairs_and_places_are_the_persons(cast, annie, season, merged):
    assert figures(season)["Anna"] == (3, 2, 1, 1020, 810, -90)
    assert "Annie" not in figures(season)
    assert pairs(season)["Anna", "Cleo"] == (2, 2, 1110)
    assert pairs(season)["Anna", "Dan"] == (1, 0, -90)
    assert places(season, *cast).a_week_ago[cast[0].pk] == 2


def test_the_best_rubbers_are_those_of_both_records(season, merged):
    assert figures(season, best=2)["Anna"] == (2, 2, 0, 1110, 810, 300)
    assert figures(season, best=1)["Anna"] == (1, 1, 0, 810, 810, 810)


def test_parted_they_are_two_again(cast, season, merged):
    undo(merge=merged, by=cast[1], now=NOON)
    assert figures(season)["Anna"] == (1, 1, 0, 810, 810, 810)
    assert figures(season)["Annie"] == (2, 1, 1, 210, 300, -90)
    assert pairs(season)["Cleo", "Annie"] == (1, 1, 300)


def test_a_table_published_before_stays_with_two_lines_and_their_places(
    cast, annie, season
):
    ledger.open_season(name="Winter", slug="winter", begins_on=date(2026, 11, 22))
    closed = close_season(season=season, by=cast[1], now=NOON)
    before = figures(closed)
    merge(kept=cast[0], merged=annie, by=cast[1], now=NOON)
    assert figures(closed) == before
    course = places(closed, cast[0], annie)
    assert {cast[0].pk, annie.pk} <= course.a_week_ago.keys()


def ratings():
    while work_in_ratings():
        pass
    return list(
        Rating.objects.order_by("member", "game").values_list(
            "member__name", "mu", "sigma"
        )
    )


def test_ratings_are_worked_in_anew_from_the_first_rubber_of_the_other_record(
    cast, annie, season
):
    apart = ratings()
    made = merge(kept=cast[0], merged=annie, by=cast[1], now=NOON)
    together = ratings()
    assert [name for name, *_ in together] == ["Anna", "Ben", "Cleo", "Dan"]
    assert not RatingStep.objects.filter(member=annie).exists()
    forget_ratings()
    assert ratings() == together
    undo(merge=made, by=cast[1], now=NOON)
    assert ratings() == apart


def test_before_the_other_records_first_rubber_nothing_is_worked_in_anew(
    cast, annie, season
):
    ratings()
    steps = RatingStep.objects.filter(
        transaction=season.transactions.order_by("pk").first()
    )
    kept = set(steps.values_list("pk", flat=True))
    merge(kept=cast[0], merged=annie, by=cast[1], now=NOON)
    ratings()
    assert set(steps.values_list("pk", flat=True)) == kept


def test_a_record_without_a_rubber_moves_no_rating(cast, season):
    before = ratings()
    merge(kept=cast[0], merged=member("Nobody"), by=cast[1], now=NOON)
    assert work_in_ratings() is False
    assert ratings() == before


def test_the_members_page_has_the_rubbers_of_both_records_and_of_whom_they_met(
    players, annie
):
    ledger.open_season(name="Autumn", slug="autumn", begins_on=date(2026, 9, 1))
    agreed_rubber(players)
    leave_table(
        table=agreed_rubber({**players, Seat.NORTH: annie}).table,
        member=annie,
        now=NOON,
    )
    merge(kept=players[Seat.NORTH], merged=annie, by=players[Seat.EAST], now=NOON)
    context = member_context(players[Seat.NORTH], {}, NOON)
    assert (context["sums"].rubbers, context["sums"].net) == (2, 1620)
    assert context["declarer"].all.bid == 4
    assert [(line.member.name, line.rubbers) for line in context["partners"].rows] == [
        ("Cleo", 2)
    ]
    of_cleo = member_context(players[Seat.SOUTH], {}, NOON)
    assert [(line.member.name, line.rubbers) for line in of_cleo["partners"].rows] == [
        ("Anna", 2)
    ]


def test_the_page_of_a_merged_record_leads_to_the_person_with_what_was_asked_for(
    anna, cast, annie, merged
):
    assert (
        anna.get(f"/members/{annie.pk}/?season=all").url
        == f"/members/{cast[0].pk}/?season=all"
    )
    assert (
        anna.get(f"/members/{annie.pk}/with/{cast[2].pk}/").url
        == f"/members/{cast[0].pk}/with/{cast[2].pk}/"
    )
    assert (
        anna.get(f"/members/{annie.pk}/rubbers.csv").content
        == anna.get(f"/members/{cast[0].pk}/rubbers.csv").content
    )
    assert anna.get(f"/members/{annie.pk}/with/{cast[0].pk}/").status_code == 404
