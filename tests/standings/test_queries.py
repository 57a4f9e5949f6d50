"""The figures of a season, as the queries read them from the books."""

from datetime import UTC, date, datetime, timedelta

import pytest

from clubscore.ledger import services as ledger
from clubscore.ledger.models import Season
from clubscore.standings import queries
from clubscore.standings.seasons.pairs import pairs_of
from clubscore.standings.seasons.services import close_season
from tests.factories import NINE_DEALS, NOON, agree, record, rubber_in_play
from tests.standings.season_of import book, take_back

pytestmark = [pytest.mark.django_db, pytest.mark.database]


def season():
    return Season.objects.get()


def of(members, *, game="contract", best=None, shown=None):
    """The figures of each of these members: (rubbers, won, lost, net, best, worst)."""
    found = {
        line.member_id: line
        for line in queries.figures_of(shown or season(), game, best=best)
    }
    return [
        (line.rubbers, line.won, line.lost, line.net, line.best, line.worst)
        for line in (found[member.pk] for member in members)
    ]


def test_figures_add_up_a_members_rubbers(cast):
    anna, ben, cleo, dan = cast
    book((anna, cleo), (ben, dan), 810)
    book((anna, ben), (cleo, dan), 300)
    book((cleo, dan), (anna, ben), 0)
    assert of(cast) == [
        (3, 2, 0, 1110, 810, 0),
        (3, 1, 1, -510, 300, -810),
        (3, 1, 1, 510, 810, -300),
        (3, 0, 2, -1110, 0, -810),
    ]


def test_games_are_never_mixed(cast):
    anna, ben, cleo, dan = cast
    book((anna, cleo), (ben, dan), 810)
    book((anna, cleo), (ben, dan), 400, game="royal")
    assert of([anna]) == [(1, 1, 0, 810, 810, 810)]
    assert of([anna], game="royal") == [(1, 1, 0, 400, 400, 400)]
    assert queries.games_of(season()) == ["contract", "royal"]


def test_a_rubber_taken_back_counts_nothing_and_is_nobodys_best(cast):
    anna, ben, cleo, dan = cast
    take_back(book((anna, cleo), (ben, dan), 8100, source_id=7))
    book((anna, cleo), (ben, dan), 810, source_id=7)
    assert of([anna, dan]) == [(1, 1, 0, 810, 810, 810), (1, 0, 1, -810, -810, -810)]


def test_only_the_best_rubbers_of_each_count(cast):
    anna, ben, cleo, dan = cast
    for margin in (100, 200, 300):
        book((anna, cleo), (ben, dan), margin)
    assert of([anna, ben], best=2) == [
        (2, 2, 0, 500, 300, 200),
        (2, 0, 2, -300, -100, -200),
    ]


@pytest.fixture
def two_seasons(cast):
    """Autumn, closed, with a rubber of 810; and Winter, open, in which that rubber was corrected to 700."""
    anna, ben, cleo, dan = cast
    autumn = ledger.open_season(
        name="Autumn", slug="autumn", begins_on=date(2026, 9, 1)
    )
    winter = ledger.open_season(
        name="Winter", slug="winter", begins_on=date(2026, 11, 22)
    )
    first = book((anna, cleo), (ben, dan), 810, source_id=7)
    autumn = close_season(season=autumn, by=anna, now=NOON)
    later = NOON + timedelta(days=3)
    take_back(first, now=later)
    book((anna, cleo), (ben, dan), 700, source_id=7, now=later)
    return autumn, winter


def test_a_correction_of_a_closed_season_moves_the_open_one_by_the_difference(
    cast, two_seasons
):
    _, winter = two_seasons
    assert of(cast[:2], shown=winter) == [
        (0, 0, 0, -110, 700, 700),
        (0, 0, 0, 110, -700, -700),
    ]
    [correction] = queries.from_earlier(winter, "contract")
    assert (correction.is_correction, correction.season.name) == (True, "Autumn")


def test_a_closed_season_is_what_was_published(cast, two_seasons):
    autumn, _ = two_seasons
    assert of(cast[:2], shown=autumn) == [
        (1, 1, 0, 810, 810, 810),
        (1, 0, 1, -810, -810, -810),
    ]
    anna, ben, cleo, dan = (member.pk for member in cast)
    assert queries.published_ranks(autumn, "contract") == {
        anna: 1,
        cleo: 1,
        ben: 3,
        dan: 3,
    }


def test_pairs_are_who_won_or_lost_together(cast):
    anna, ben, cleo, dan = cast
    book((anna, cleo), (ben, dan), 810)
    book((ben, dan), (anna, cleo), 300)
    book((anna, ben), (cleo, dan), 0)
    pairs = pairs_of(season(), "contract", guests=True)
    assert [(pair.names, pair.rubbers, pair.won, pair.net) for pair in pairs] == [
        (("Anna", "Cleo"), 2, 1, 510),
        (("Ben", "Dan"), 2, 1, -510),
    ]


def test_a_rubber_that_ended_and_is_not_agreed_waits(players):
    this_year = ledger.open_season(name="Year", slug="year", begins_on=date(2026, 1, 1))
    rubber = rubber_in_play(players, lines=NINE_DEALS)
    assert queries.waiting(this_year, "contract") == 1
    agree(rubber)
    assert queries.waiting(this_year, "contract") == 0


def test_a_rubber_in_play_does_not_wait(players):
    rubber = rubber_in_play(players, lines=NINE_DEALS[:2])
    record(rubber, "p")
    this_year = ledger.open_season(name="Year", slug="year", begins_on=date(2026, 1, 1))
    assert queries.waiting(this_year, "contract") == 0


def test_the_current_season_is_todays_or_the_first(db):
    assert queries.current_season(NOON) is None
    spring = ledger.open_season(
        name="Spring", slug="spring", begins_on=date(2027, 3, 1)
    )
    assert queries.current_season(NOON) == spring
    autumn = ledger.open_season(
        name="Autumn", slug="autumn", begins_on=date(2026, 9, 1)
    )
    assert queries.current_season(NOON) == autumn
    assert queries.current_season(datetime(2027, 3, 1, 12, tzinfo=UTC)) == spring
