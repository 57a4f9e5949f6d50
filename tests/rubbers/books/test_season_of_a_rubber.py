"""The season to which a rubber belongs: by the evening of play, or by the day of posting, as the house rules say."""

from datetime import UTC, date, datetime

import pytest
from django.core.management import call_command
from django.db import IntegrityError, transaction
from django.test import Client

from clubscore.ledger import services as ledger
from clubscore.ledger.models import Transaction
from clubscore.members.roles import Role
from clubscore.rubbers.books.day_audit import wrongly_dated
from clubscore.rubbers.correction.rulings import reopen
from clubscore.rubbers.models import HouseRules, Rubber
from clubscore.rubbers.recording.services import start_rubber
from clubscore.rubbers.rubber.loading import load
from clubscore.standings import queries
from clubscore.standings.seasons.services import close_season
from clubscore.tables import services as tables
from scoring import Seat
from tests.factories import agree, four, member, record, rubber_in_play, seated_table
from tests.unguarded import rewrite

pytestmark = pytest.mark.django_db

OLD_YEAR, NEW_YEAR = date(2025, 1, 1), date(2026, 1, 1)
LATE_EVENING = datetime(2025, 12, 31, 23, 30, tzinfo=UTC)
AFTER_MIDNIGHT = datetime(2026, 1, 1, 0, 30, tzinfo=UTC)
NEXT_EVENING = datetime(2026, 1, 1, 20, 0, tzinfo=UTC)
AGREED = datetime(2026, 1, 2, 20, 0, tzinfo=UTC)
LATER = datetime(2026, 1, 9, 20, 0, tzinfo=UTC)

TWO_GAMES = ("4sn=", "4sn=")
BEGINNINGS = pytest.mark.parametrize(
    "begun", [LATE_EVENING, AFTER_MIDNIGHT], ids=["before midnight", "after midnight"]
)


@pytest.fixture
def old_year():
    return ledger.open_season(name="2025", slug="2025", begins_on=OLD_YEAR)


@pytest.fixture
def new_year(old_year):
    return ledger.open_season(name="2026", slug="2026", begins_on=NEW_YEAR)


@pytest.fixture
def ruth():
    return member("Ruth", role=Role.ADMIN)


@pytest.fixture
def by_posting():
    """The house rules of a club that takes the season from the day of posting."""
    return HouseRules.objects.create(pk=1, season_by="posting")


@pytest.fixture
def for_money():
    return HouseRules.objects.create(pk=1, stake=10, table_money=50)


def played(at: datetime, players=None):
    """A finished rubber of two games that was played at this time."""
    rubber = rubber_in_play(players, now=at)
    for line in TWO_GAMES:
        record(rubber, line, now=at)
    return rubber


def booked(rubber) -> list[tuple[str, date]]:
    """The season's name and the day of each booking of the rubber, oldest first."""
    rows = Transaction.objects.filter(source_id=rubber.pk, source="rubber").order_by(
        "pk"
    )
    return list(rows.values_list("season__name", "day"))


def close(season, ruth, now=AGREED):
    return close_season(season=season, by=ruth, now=now)


EVE = date(2025, 12, 31)


@BEGINNINGS
def test_a_rubber_of_new_years_eve_agreed_in_january_counts_in_the_old_year(
    old_year, new_year, begun
):
    rubber = played(begun)
    agree(rubber, now=AGREED)
    assert booked(rubber) == [("2025", EVE)]


def test_one_of_the_next_evening_counts_in_the_new_year(old_year, new_year):
    rubber = played(NEXT_EVENING)
    agree(rubber, now=AGREED)
    assert booked(rubber) == [("2026", date(2026, 1, 1))]


@BEGINNINGS
def test_when_the_old_year_is_closed_it_counts_in_the_open_one_and_keeps_its_day(
    old_year, new_year, ruth, begun
):
    rubber = played(begun)
    close(old_year, ruth)
    agree(rubber, now=AGREED)
    assert booked(rubber) == [("2026", EVE)]


def test_of_two_open_seasons_after_a_closed_one_the_next_takes_it(
    old_year, new_year, ruth
):
    ledger.open_season(name="Spring", slug="spring", begins_on=date(2026, 1, 5))
    rubber = played(LATE_EVENING)
    close(old_year, ruth)
    agree(rubber, now=LATER)
    assert booked(rubber) == [("2026", EVE)]


@BEGINNINGS
def test_a_club_that_goes_by_the_day_of_posting_has_it_in_the_new_year(
    by_posting, old_year, new_year, begun
):
    rubber = played(begun)
    agree(rubber, now=AGREED)
    assert booked(rubber) == [("2026", date(2026, 1, 2))]


def test_what_is_posted_before_five_in_the_morning_belongs_to_the_evening(
    by_posting, old_year, new_year
):
    rubber = played(LATE_EVENING)
    agree(rubber, now=AFTER_MIDNIGHT)
    assert booked(rubber) == [("2025", EVE)]


def test_a_rubber_keeps_the_choice_with_which_it_began(by_posting, old_year, new_year):
    rubber = played(LATE_EVENING)
    HouseRules.objects.update(season_by="play")
    agree(rubber, now=AGREED)
    assert booked(rubber) == [("2026", date(2026, 1, 2))]


def test_opened_again_and_agreed_anew_it_stays_in_the_old_year(
    old_year, new_year, ruth
):
    rubber = played(LATE_EVENING)
    agree(rubber, now=AGREED)
    reopen(state=load(rubber.pk), reason="A hand record", by=ruth, now=LATER)
    agree(rubber, now=LATER)
    assert booked(rubber) == [("2025", EVE)] * 3


def test_opened_again_after_the_closing_it_is_taken_back_and_booked_anew_in_the_next(
    old_year, new_year, ruth
):
    rubber = played(LATE_EVENING)
    agree(rubber, now=AGREED)
    close(old_year, ruth)
    reopen(state=load(rubber.pk), reason="A hand record", by=ruth, now=LATER)
    agree(rubber, now=LATER)
    assert booked(rubber) == [("2025", EVE), ("2026", EVE), ("2026", EVE)]


def test_closed_between_the_two_the_old_year_keeps_what_it_has(
    old_year, new_year, ruth
):
    rubber = played(LATE_EVENING)
    agree(rubber, now=AGREED)
    reopen(state=load(rubber.pk), reason="A hand record", by=ruth, now=AGREED)
    close(old_year, ruth)
    agree(rubber, now=LATER)
    assert booked(rubber) == [("2025", EVE), ("2025", EVE), ("2026", EVE)]


@BEGINNINGS
def test_a_season_that_divides_takes_the_rubbers_played_since_its_first_day(
    old_year, begun
):
    before, after = (
        played(begun),
        played(NEXT_EVENING, {seat: member(f"{seat.word}") for seat in Seat}),
    )
    for rubber in (before, after):
        agree(rubber, now=AGREED)
    ledger.open_season(name="2026", slug="2026", begins_on=NEW_YEAR)
    assert (booked(before), booked(after)) == (
        [("2025", EVE)],
        [("2026", date(2026, 1, 1))],
    )


def test_a_season_that_divides_takes_both_editions_and_the_money(
    for_money, old_year, ruth
):
    rubber = played(LATE_EVENING)
    agree(rubber, now=AGREED)
    reopen(state=load(rubber.pk), reason="A hand record", by=ruth, now=AGREED)
    agree(rubber, now=LATER)
    december = ledger.open_season(
        name="December", slug="december", begins_on=date(2025, 12, 1)
    )
    ledger.open_season(name="2026", slug="2026", begins_on=NEW_YEAR)
    assert set(Transaction.objects.values_list("source", "season")) == {
        (source, december.pk) for source in ("rubber", "stake", "table_money")
    }
    assert Transaction.objects.count() == 9


def test_stake_and_table_money_go_with_their_rubber_also_after_the_closing(
    for_money, old_year, new_year, ruth
):
    rubber = played(AFTER_MIDNIGHT)
    close(old_year, ruth)
    agree(rubber, now=AGREED)
    reopen(state=load(rubber.pk), reason="A hand record", by=ruth, now=LATER)
    assert set(Transaction.objects.values_list("source", "season__name", "day")) == {
        (source, "2026", EVE) for source in ("rubber", "stake", "table_money")
    }


def test_what_came_late_stays_with_the_next_season_when_that_is_divided(
    old_year, new_year, ruth
):
    rubber = played(LATE_EVENING)
    close(old_year, ruth)
    agree(rubber, now=LATER)
    ledger.open_season(name="Spring", slug="spring", begins_on=date(2026, 1, 5))
    assert booked(rubber) == [("2026", EVE)]


def test_a_club_without_a_season_gets_the_year_of_the_evening(ruth):
    rubber = played(AFTER_MIDNIGHT)
    agree(rubber, now=AGREED)
    assert booked(rubber) == [("Season 2025", EVE)]


def test_a_season_opened_before_the_first_takes_what_was_played_before_it(
    new_year_alone,
):
    rubber = played(LATE_EVENING)
    agree(rubber, now=AGREED)
    assert booked(rubber) == [("2026", EVE)]
    ledger.open_season(name="2025", slug="2025", begins_on=OLD_YEAR)
    assert booked(rubber) == [("2025", EVE)]


@pytest.fixture
def new_year_alone():
    return ledger.open_season(name="2026", slug="2026", begins_on=NEW_YEAR)


def test_the_standings_count_it_where_it_is_booked(old_year, new_year):
    players = four()
    agree(played(LATE_EVENING, players), now=AGREED)
    assert [line.rubbers for line in queries.figures_of(old_year, "contract")] == [
        1
    ] * 4
    assert queries.figures_of(new_year, "contract") == []


def test_all_checks_agree_with_rubbers_agreed_late_reopened_and_closed(
    for_money, old_year, new_year, ruth
):
    players = four()
    first = played(LATE_EVENING, players)
    agree(first, now=AGREED)
    tables.close_table(table=first.table, now=AGREED)
    late = start_rubber(
        table=seated_table(players),
        dealer=Seat.NORTH,
        by=players[Seat.NORTH],
        now=AFTER_MIDNIGHT,
    )
    for line in TWO_GAMES:
        record(late, line, now=AFTER_MIDNIGHT)
    close(old_year, ruth)
    agree(late, now=AGREED)
    for rubber in (first, late):
        rubber.refresh_from_db()
        reopen(state=load(rubber.pk), reason="A hand record", by=ruth, now=LATER)
        agree(rubber, now=LATER)
    ledger.open_season(name="Spring", slug="spring", begins_on=date(2026, 3, 1))
    close(new_year, ruth, now=datetime(2026, 3, 2, 20, tzinfo=UTC))
    for command in ("check_ledger", "check_rubbers", "check_standings"):
        call_command(command)


def test_a_booking_of_another_day_than_the_evening_is_named_where_the_rubber_counts_by_that(
    by_posting, old_year
):
    by_the_posting = played(LATE_EVENING)
    HouseRules.objects.update(season_by="play")
    by_the_evening = played(LATE_EVENING, {seat: member(seat.word) for seat in Seat})
    for rubber in (by_the_posting, by_the_evening):
        agree(rubber, now=AGREED)
    assert list(wrongly_dated()) == []
    rewrite(Transaction.objects, day=date(2025, 12, 30))
    assert list(wrongly_dated()) == [
        f"{by_the_evening}: its bookings are not of the evening on which it was played; see its sheet."
    ]


def test_an_admin_chooses_between_the_two_among_the_house_rules():
    client = Client()
    client.force_login(member("Ruth", role=Role.OWNER))
    form = client.get("/admin/rubbers/houserules/add/").content.decode()
    assert (
        "the evening on which it was played; if that season is closed, the next" in form
    )
    rules = {"agreed_by": "sides", "agreed_after": 30}
    client.post("/admin/rubbers/houserules/add/", rules | {"season_by": "posting"})
    assert HouseRules.current().season_by == "posting"
    client.post("/admin/rubbers/houserules/1/change/", rules)
    assert HouseRules.current().season_by == "play"


def test_the_database_refuses_another_choice():
    rubber = rubber_in_play()
    with (
        pytest.raises(IntegrityError, match="rubbers_house_season_is_known"),
        transaction.atomic(),
    ):
        HouseRules.objects.create(pk=1, season_by="luck")
    with (
        pytest.raises(IntegrityError, match="rubbers_rubber_season_is_known"),
        transaction.atomic(),
    ):
        rewrite(Rubber.objects.filter(pk=rubber.pk), season_by="luck")
