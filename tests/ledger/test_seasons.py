"""Each day belongs to a season, and nothing is booked into a closed season."""

from datetime import UTC, date, datetime, timedelta

import pytest
from django.db import IntegrityError, transaction
from django.utils import translation

from clubscore.ledger import services
from clubscore.ledger.models import Season, Transaction
from clubscore.ledger.placing import wrongly_placed
from scoring import Seat
from tests.factories import NOON, four
from tests.unguarded import rewrite

pytestmark = pytest.mark.django_db

RUBBER = Transaction.Source.RUBBER
AUTUMN, WINTER, SPRING = date(2026, 9, 1), date(2026, 12, 1), date(2027, 3, 1)


@pytest.fixture
def players():
    return four()


@pytest.fixture
def autumn():
    return services.open_season(
        name="Autumn 2026", slug="autumn-2026", begins_on=AUTUMN
    )


@pytest.fixture
def winter(autumn):
    return services.open_season(
        name="Winter 2026", slug="winter-2026", begins_on=WINTER
    )


def at(day: date) -> datetime:
    return datetime(day.year, day.month, day.day, 20, tzinfo=UTC)


def post(players, *, now, source_id=1, margin=810, day=None):
    points = {
        player: margin if seat.side == "NS" else -margin
        for seat, player in players.items()
    }
    return services.post(
        source=RUBBER,
        source_id=source_id,
        game="contract",
        description="A rubber",
        points=points,
        by=players[Seat.NORTH],
        now=now,
        day=day,
    )


def reverse(players, *, now, source_id=1):
    return services.reverse(
        source=RUBBER, source_id=source_id, by=players[Seat.NORTH], now=now
    )


def close(season, players, *, now):
    return services.close_season(season=season, by=players[Seat.NORTH], now=now)


def test_the_year_is_the_season_of_a_club_that_made_none(players):
    season = post(players, now=NOON).season
    assert (season.name, season.slug, season.begins_on) == (
        "Season 2026",
        "2026",
        date(2026, 1, 1),
    )
    assert post(players, now=NOON, source_id=2).season == season


def test_what_is_booked_belongs_to_the_season_of_its_day(players, autumn, winter):
    assert post(players, now=at(WINTER - timedelta(days=1))).season == autumn
    assert post(players, now=at(WINTER), source_id=2).season == winter


def test_the_day_is_the_clubs_not_greenwichs(players, autumn, winter, settings):
    settings.TIME_ZONE = "Australia/Sydney"
    assert post(players, now=datetime(2026, 11, 30, 20, tzinfo=UTC)).season == winter


def test_a_season_begins_at_five_in_the_morning_as_evenings_do(players, autumn, winter):
    assert post(players, now=datetime(2026, 12, 1, 4, 59, tzinfo=UTC)).season == autumn
    assert (
        post(players, now=datetime(2026, 12, 1, 5, 0, tzinfo=UTC), source_id=2).season
        == winter
    )


def test_a_new_season_takes_what_was_booked_since_its_first_day_with_its_reversals(
    players,
):
    before, after = (
        post(players, now=at(date(2026, 8, 31))),
        post(players, now=at(AUTUMN), source_id=2),
    )
    reversal = reverse(players, now=at(WINTER), source_id=2)
    autumn = services.open_season(name="Autumn", slug="autumn", begins_on=AUTUMN)
    for row in (before, after, reversal):
        row.refresh_from_db()
    assert (before.season.name, after.season, reversal.season) == (
        "Season 2026",
        autumn,
        autumn,
    )


def test_a_season_put_between_two_takes_nothing_of_the_later_one(players, autumn):
    services.open_season(name="Spring", slug="spring", begins_on=SPRING)
    in_winter, in_spring = (
        post(players, now=at(WINTER)),
        post(players, now=at(SPRING), source_id=2),
    )
    winter = services.open_season(name="Winter", slug="winter", begins_on=WINTER)
    in_winter.refresh_from_db()
    in_spring.refresh_from_db()
    assert (in_winter.season, in_spring.season.name) == (winter, "Spring")


def test_a_reversal_and_the_second_edition_stay_in_the_season_of_the_first_while_it_is_open(
    players, autumn, winter
):
    post(players, now=at(AUTUMN))
    assert reverse(players, now=at(WINTER)).season == autumn
    assert post(players, now=at(WINTER), margin=700).season == autumn


def test_the_second_edition_and_its_reversal_go_with_the_first_when_a_season_divides_theirs(
    players, autumn
):
    post(players, now=at(AUTUMN))
    reverse(players, now=at(WINTER))
    post(players, now=at(WINTER), margin=700)
    reverse(players, now=at(SPRING))
    services.open_season(name="Winter 2026", slug="winter-2026", begins_on=WINTER)
    assert set(Transaction.objects.values_list("season__name", "day")) == {
        ("Autumn 2026", AUTUMN)
    }
    assert Transaction.objects.count() == 4


def test_a_correction_of_a_closed_season_goes_into_the_open_one_and_names_what_it_corrects(
    players, autumn, winter
):
    first = post(players, now=at(AUTUMN))
    close(autumn, players, now=at(WINTER))
    reversal, second = (
        reverse(players, now=at(WINTER)),
        post(players, now=at(WINTER), margin=700),
    )
    assert (reversal.season, second.season) == (winter, winter)
    assert (reversal.reverses, second.edition) == (first, 2)


def test_what_is_played_after_the_closing_on_the_last_day_belongs_to_the_next_season(
    players, autumn, winter
):
    last_day = at(WINTER - timedelta(days=1))
    close(autumn, players, now=last_day)
    assert post(players, now=last_day).season == winter


def given_a_later_day(booked, autumn, winter):
    rewrite(Transaction.objects.filter(pk=booked.pk), day=WINTER)
    return f"Transaction {booked} is of 1 December 2026, and stands in Autumn 2026, which was over."


def put_into_a_later_season(booked, autumn, winter):
    rewrite(Transaction.objects.filter(pk=booked.pk), season=winter)
    return f"Transaction {booked} is of 1 September 2026, before Winter 2026, whose day has an open season."


def put_into_a_closed_season(booked, autumn, winter):
    close(autumn, {Seat.NORTH: booked.posted_by}, now=at(WINTER))
    rewrite(Season.objects.filter(pk=autumn.pk), closed_after=booked.pk - 1)
    return f"Transaction {booked} came into Autumn 2026 after that was closed."


@pytest.mark.parametrize(
    "forged", [given_a_later_day, put_into_a_later_season, put_into_a_closed_season]
)
def test_a_booking_that_is_not_in_the_season_of_its_day_is_named(
    players, autumn, winter, forged
):
    booked = post(players, now=at(AUTUMN))
    assert list(wrongly_placed()) == []
    sentence = forged(booked, autumn, winter)
    assert sentence in list(wrongly_placed())


def test_what_came_after_a_closing_is_in_its_place_in_the_next_season(
    players, autumn, winter
):
    post(players, now=at(AUTUMN))
    close(autumn, players, now=at(WINTER))
    post(players, now=at(WINTER), source_id=2, day=AUTUMN)
    assert list(wrongly_placed()) == []


def test_a_season_is_not_closed_before_its_last_day(players, autumn, winter):
    with pytest.raises(services.SeasonRefused, match="Autumn 2026 is still on"):
        close(autumn, players, now=at(WINTER - timedelta(days=2)))


def test_the_last_season_is_not_closed(players, autumn):
    with pytest.raises(
        services.SeasonRefused, match="Open the season after Autumn 2026 first"
    ):
        close(autumn, players, now=at(SPRING))


def test_seasons_are_closed_in_their_order_and_once(players, autumn, winter):
    services.open_season(name="Spring", slug="spring", begins_on=SPRING)
    with pytest.raises(services.SeasonRefused, match="seasons before it"):
        close(winter, players, now=at(SPRING))
    close(autumn, players, now=at(SPRING))
    with pytest.raises(services.SeasonRefused, match="closed already"):
        close(autumn, players, now=at(SPRING))


def test_a_closed_season_is_not_divided_nor_given_one_before_it(
    players, autumn, winter
):
    close(autumn, players, now=at(WINTER))
    for day in (date(2026, 10, 1), date(2026, 8, 1)):
        with pytest.raises(services.SeasonRefused, match="closed"):
            services.open_season(name="Late", slug="late", begins_on=day)
    assert Season.objects.count() == 2


@pytest.mark.parametrize("day", [date(1, 1, 1), date(1899, 12, 31), date(2200, 1, 1)])
def test_the_database_refuses_a_season_in_no_time_of_ours(day):
    with (
        pytest.raises(IntegrityError, match="ledger_season_begins_while_clubs_play"),
        transaction.atomic(),
    ):
        Season.objects.create(name="Long ago", slug="long-ago", begins_on=day)


def test_a_refusal_names_a_season_in_the_language_of_the_reader(ruth):
    first, _ = (
        services.open_season(name=f"Season {year}", slug=f"{year}", begins_on=day)
        for year, day in ((2025, date(2025, 1, 1)), (2026, date(2026, 1, 1)))
    )
    services.close_season(season=first, by=ruth, now=NOON)
    with (
        translation.override("de"),
        pytest.raises(services.SeasonRefused, match="^Saison 2025 "),
    ):
        services.close_season(season=first, by=ruth, now=NOON)
