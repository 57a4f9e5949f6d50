"""The notices to members and admins about rubbers that are agreed after their season is closed, or not agreed yet."""

from datetime import UTC, date, datetime

import pytest

from clubscore.ledger import services as ledger
from clubscore.members.roles import Role
from clubscore.rubbers.correction.rulings import reopen
from clubscore.rubbers.models import HouseRules, Rubber
from clubscore.rubbers.rubber.loading import load
from clubscore.standings import queries
from clubscore.standings.seasons import context
from clubscore.standings.seasons.services import close_season
from scoring import Seat
from tests.blanks import tight
from tests.factories import agree, member, rubber_in_play

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

EVE = datetime(2025, 12, 31, 23, 30, tzinfo=UTC)
AFTER_MIDNIGHT = datetime(2026, 1, 1, 0, 30, tzinfo=UTC)
NEXT_EVENING = datetime(2026, 1, 1, 20, 0, tzinfo=UTC)
AGREED = datetime(2026, 1, 2, 20, 0, tzinfo=UTC)
TWO_GAMES = ("4sn=", "4sn=")


@pytest.fixture
def old_year():
    return ledger.open_season(
        name="Autumn 2025", slug="autumn-2025", begins_on=date(2025, 9, 1)
    )


@pytest.fixture
def new_year(old_year):
    return ledger.open_season(
        name="Winter 2026", slug="winter-2026", begins_on=date(2026, 1, 1)
    )


@pytest.fixture
def ruth():
    return member("Ruth", role=Role.ADMIN)


def played(at=EVE, players=None, lines=TWO_GAMES) -> Rubber:
    return rubber_in_play(players, lines=lines, now=at)


def other_four(name: str):
    return {seat: member(f"{seat.word} {name}") for seat in Seat}


@pytest.fixture
def late(players, old_year, new_year, ruth) -> Rubber:
    """A rubber that was played on New Year's Eve and agreed after the old year was closed."""
    rubber = played(players=players)
    close_season(season=old_year, by=ruth, now=AGREED)
    agree(rubber, now=AGREED)
    return rubber


def read(client, path):
    return " ".join(client.get(path).content.decode().split())


LINK = '<a href="/standings/autumn-2025/">Autumn 2025</a>, which is closed'


def test_the_statement_says_in_which_closed_season_a_rubber_was_played(
    anna, players, late
):
    html = read(anna, f"/ledger/{players[Seat.NORTH].pk}/")
    assert (
        'of 31 Dec 2025, <a href="/standings/autumn-2025/">played in Autumn 2025, which is closed</a>'
        in html
    )


def test_the_statement_gives_the_evening_of_a_rubber_that_was_agreed_later_in_its_season(
    anna, players, old_year
):
    rubber = played(players=players)
    agree(rubber, now=AGREED)
    html = read(anna, f"/ledger/{players[Seat.NORTH].pk}/")
    assert '<small class="second">of 31 Dec 2025</small>' in tight(html)
    assert "which is closed" not in html
    assert '<small class="second">of 31 Dec 2025</small>' in read(
        anna, f"/members/{players[Seat.NORTH].pk}/?season=all"
    )


def test_a_rubber_that_was_agreed_on_its_evening_says_nothing_of_it(
    anna, players, old_year
):
    agree(played(players=players), now=AFTER_MIDNIGHT)
    for page in (
        f"/ledger/{players[Seat.NORTH].pk}/",
        f"/members/{players[Seat.NORTH].pk}/?season=all",
    ):
        assert "of 31 Dec 2025" not in read(anna, page)


def test_an_adjustment_booked_after_the_closing_on_the_last_day_is_of_the_closed_season(
    anna, players, old_year, new_year, ruth
):
    close_season(season=old_year, by=ruth, now=EVE)
    points = {players[Seat.NORTH]: 10, players[Seat.EAST]: -10}
    ledger.post(
        source="adjustment", source_id=1, game="", description="Adjustment 1", points=points, reason="x", by=ruth,
        now=EVE,
    )  # fmt: skip
    link = '<a href="/standings/autumn-2025/">of Autumn 2025, which is closed</a>'
    assert tight(f'<small class="second">{link}</small>') in tight(
        read(anna, f"/ledger/{players[Seat.NORTH].pk}/")
    )


def test_the_page_of_the_rubber_says_where_it_counts_and_why(anna, late):
    html = read(anna, f"/rubbers/{late.pk}/")
    assert (
        f'Counts in <a href="/standings/winter-2026/">Winter 2026</a>: it was played in {LINK}.'
        in html
    )


def test_a_rubber_in_its_own_season_says_nothing_of_seasons(
    anna, players, old_year, new_year
):
    rubber = played(players=players)
    agree(rubber, now=AGREED)
    assert "booked-late" not in read(anna, f"/rubbers/{rubber.pk}/")


def test_a_rubber_of_before_the_first_season_says_so(anna, players):
    ledger.open_season(
        name="Winter 2026", slug="winter-2026", begins_on=date(2026, 1, 1)
    )
    rubber = played(players=players)
    agree(rubber, now=AGREED)
    assert "it was played before the first season." in read(
        anna, f"/rubbers/{rubber.pk}/"
    )
    assert "31 Dec 2025, played before the first season" in read(
        anna, "/standings/winter-2026/"
    )


def test_the_standings_name_rubbers_of_earlier_seasons(anna, late):
    html = read(anna, "/standings/winter-2026/")
    assert "With 1 rubber of earlier seasons" in html
    assert f"31 Dec 2025, played in {LINK}" in html


def test_what_was_corrected_in_its_new_season_is_named_once(late, new_year, ruth):
    reopen(state=load(late.pk), reason="A hand record", by=ruth, now=AGREED)
    assert queries.from_earlier(new_year, "contract") == []
    agree(late, now=AGREED)
    assert [
        each.is_correction for each in queries.from_earlier(new_year, "contract")
    ] == [False]


def test_a_rubber_taken_back_and_booked_anew_after_the_closing_is_named_twice(
    anna, players, old_year, new_year, ruth
):
    rubber = played(players=players)
    agree(rubber, now=AGREED)
    close_season(season=old_year, by=ruth, now=AGREED)
    reopen(state=load(rubber.pk), reason="A hand record", by=ruth, now=AGREED)
    agree(rubber, now=AGREED)
    html = read(anna, "/standings/winter-2026/")
    assert "With 1 correction and 1 rubber of earlier seasons" in html
    assert (
        '31 Dec 2025, taken back from <a href="/standings/autumn-2025/">Autumn 2025</a>'
        in html
    )
    assert f"31 Dec 2025, played in {LINK}" in html


@pytest.mark.parametrize("count", [1, 3])
def test_the_standings_ask_as_often_for_three_late_rubbers_as_for_one(
    count, old_year, new_year, ruth, django_assert_num_queries
):
    rubbers = [played(players=other_four(str(number))) for number in range(count)]
    close_season(season=old_year, by=ruth, now=AGREED)
    for rubber in rubbers:
        agree(rubber, now=AGREED)
    with django_assert_num_queries(2):
        assert len(queries.from_earlier(new_year, "contract")) == count


def test_the_page_that_closes_a_season_names_the_rubbers_that_would_count_in_the_next(
    admin, players, old_year, new_year
):
    agree(played(players=other_four("Agreed")), now=AGREED)
    waits = played(players=players)
    in_play = played(AFTER_MIDNIGHT, other_four("Playing"), lines=("4sn=",))
    played(NEXT_EVENING, other_four("Tomorrow"))
    html = read(admin, "/standings/autumn-2025/closing/")
    assert (
        "2 rubbers of this season are not agreed. Closed now, they count for Winter 2026."
        in html
    )
    listed = html.split('<ul id="late" class="corrections">')[1].split("</ul>")[0]
    assert [line.strip() for line in listed.split("<li>")[1:]] == [
        f'<a href="/rubbers/{rubber.pk}/">Contract rubber at {rubber.table.name}</a>, 31 Dec 2025{more}</li>'
        for rubber, more in ((waits, ""), (in_play, ", still in play"))
    ]
    assert queries.waiting(old_year, "contract") == 1


def test_where_the_day_of_posting_counts_the_page_says_that_closing_changes_nothing(
    admin, players, old_year, new_year
):
    HouseRules.objects.create(pk=1, season_by="posting")
    played(players=players)
    html = read(admin, "/standings/autumn-2025/closing/")
    assert (
        "1 rubber of its evenings counts for the season of the day on which it is agreed"
        in html
    )
    assert "Closed now" not in html


def test_a_long_list_of_them_is_cut_and_counted(admin, old_year, new_year, monkeypatch):
    monkeypatch.setattr(context, "SHOWN", 1)
    for number in range(3):
        played(players=other_four(str(number)))
    html = read(admin, "/standings/autumn-2025/closing/")
    assert "3 rubbers of this season are not agreed" in html
    assert html.count(", 31 Dec 2025") == 1
    assert "<li>and 2 more</li>" in html


def test_the_standings_of_the_evening_are_shown_until_five_in_the_morning(
    old_year, new_year
):
    assert queries.current_season(AFTER_MIDNIGHT) == old_year
    assert queries.current_season(NEXT_EVENING) == new_year
