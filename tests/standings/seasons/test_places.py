"""The places of members in the course of a season, and the places moved within a week."""

from datetime import date, timedelta

import pytest
from django.utils.http import urlencode

from clubscore.calendar import evening_of
from clubscore.ledger import services as ledger
from clubscore.members.models import Member
from clubscore.standings.queries import terms_of
from clubscore.standings.ranking.ranks import Least, Order
from clubscore.standings.rating.services import work_in_ratings
from clubscore.standings.seasons.context import standings_context
from clubscore.standings.seasons.forms import View
from clubscore.standings.seasons.places import MOST, places_course
from clubscore.standings.seasons.services import close_season
from clubscore.standings.seasons.table import table_of
from tests.factories import NOON, member
from tests.standings.season_of import book, take_back

pytestmark = pytest.mark.django_db

TODAY = NOON.date()
KINDS = [
    {"by": "net"},
    {"by": "average"},
    {"by": "won"},
    {"by": "rating"},
    {"by": "net", "best": "2"},
    {"by": "average", "best": "1"},
    {"by": "rating", "best": "2"},
    {"by": "net", "least": "50%"},
    {"by": "net", "guests": "in"},
]


@pytest.fixture
def season(cast):
    return ledger.open_season(name="Ever", slug="ever", begins_on=date(2020, 1, 1))


def course(season, *, least=0, weeks=1):
    return places_course(
        season,
        "contract",
        by=Order.NET,
        least=Least(least),
        best=None,
        listed=frozenset(Member.objects.values_list("pk", flat=True)),
        a_week_ago=TODAY - timedelta(weeks=weeks),
    )


def table(season, kind):
    """The ranks of the standings by the reader's choices `kind`, by the member's id."""
    while work_in_ratings():
        pass
    view = View({"least": "0"} | kind, terms=terms_of(season), games=["contract"])
    lines = table_of(season, view, with_skills=view.order == Order.RATING).placed
    return {line.figures.member_id: line.rank for line in lines}


def shown(season, kind, *, now=NOON):
    """The lines on the page of the standings."""
    params = {"least": "0"} | kind
    reader = Member.objects.earliest("pk")
    context = standings_context(season, params, now, ["contract"], reader)
    return context["lines_above_about"]


@pytest.fixture
def weeks_of_play(cast, season):
    """Book five weeks' rubbers of five members and a guest. Return a function that books the next week's."""
    eva = member("Eva")
    gus = Member.objects.create(name="Gus Guest", is_guest=True)
    anna, ben, cleo, dan = cast
    weeks = [
        ((anna, cleo), (ben, dan), 500),
        ((ben, eva), (anna, gus), 900),
        ((gus, dan), (cleo, eva), 1_300),
        ((ben, dan), (anna, cleo), 200),
        ((eva, anna), (gus, ben), 700),
    ]

    def play():
        when = NOON - timedelta(weeks=len(weeks) - 1)
        winners, losers, margin = weeks.pop(0)
        book(winners, losers, margin, now=when)
        book(losers, winners, margin // 3, now=when)
        return evening_of(when)

    return play


@pytest.mark.parametrize("kind", KINDS, ids=urlencode)
def test_a_line_has_the_places_of_each_evening_and_ends_with_the_place_of_now(
    season, weeks_of_play, kind
):
    evenings = {}
    for _ in range(5):
        evening = weeks_of_play()
        evenings[evening] = table(season, kind)
    *earlier, now = evenings.values()
    view = View({"least": "0"} | kind, terms=terms_of(season), games=["contract"])
    found = places_course(
        season,
        "contract",
        by=view.order,
        least=view.the_least,
        best=view.the_best,
        listed=frozenset(now),
        a_week_ago=TODAY - timedelta(weeks=1),
    )
    assert found.earlier == earlier
    assert found.a_week_ago == earlier[-1]
    drawn = {}
    for line in shown(season, kind):
        drawn[line.figures.member_id] = line.course and line.course.last
    assert drawn == now


@pytest.mark.parametrize("kind", KINDS[:4], ids=urlencode)
def test_the_line_of_a_closed_season_ends_with_the_published_place(
    season, weeks_of_play, cast, kind
):
    for _ in range(5):
        weeks_of_play()
    ledger.open_season(name="Next", slug="next", begins_on=TODAY + timedelta(days=1))
    now = NOON + timedelta(days=2)
    closed = close_season(season=season, by=cast[0], now=now)
    Member.objects.filter(is_guest=True).update(is_guest=False)
    lines = shown(closed, kind, now=now)
    assert [line.course.last for line in lines] == [line.placed.rank for line in lines]
    assert [line.moved for line in lines] == [0] * 5


def test_a_guest_who_becomes_a_member_is_in_the_places_at_once(season, weeks_of_play):
    for _ in range(5):
        weeks_of_play()
    before = [line.moved for line in shown(season, {})]
    guest = Member.objects.get(is_guest=True)
    Member.objects.filter(pk=guest.pk).update(is_guest=False)
    after = {line.figures.name: line for line in shown(season, {})}
    assert len(before) == 5
    assert after["Gus Guest"].course.last == after["Gus Guest"].placed.rank
    assert table(season, {"guests": "in"}) == {
        line.figures.member_id: line.placed.rank for line in after.values()
    }


def test_a_rubber_booked_late_counts_on_its_own_evening(cast, season):
    anna, ben, cleo, dan = cast
    book((anna, cleo), (ben, dan), 500, now=NOON - timedelta(weeks=2))
    book((anna, cleo), (ben, dan), 500, now=NOON)
    assert table(season, {"by": "rating"})[anna.pk] == 1
    lines = shown(season, {"by": "rating"})
    assert [line.course.first for line in lines] == [1, 1, 3, 3]


def test_the_places_moved_are_those_since_the_evening_a_week_ago(cast, season):
    anna, ben, cleo, dan = cast
    book((anna, cleo), (ben, dan), 500, now=NOON - timedelta(weeks=1))
    book((ben, dan), (anna, cleo), 900, now=NOON)
    found = course(season)
    assert found.a_week_ago == {anna.pk: 1, cleo.pk: 1, ben.pk: 3, dan.pk: 3}
    assert found.moved(ben.pk, 1) == 2
    assert found.moved(anna.pk, 3) == -2
    assert found.line_of(ben.pk, 1) == [3, 1]


def test_who_was_not_ranked_a_week_ago_has_not_moved(cast, season):
    anna, ben, cleo, dan = cast
    book((anna, cleo), (ben, dan), 500, now=NOON)
    found = course(season)
    assert found.moved(anna.pk, 1) == 0
    assert found.moved(anna.pk, None) == 0
    assert course(season, least=2).line_of(anna.pk, None) == []


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
    line = course(season).line_of(anna.pk, 3)
    assert 2 <= len(line) <= MOST
    assert line[-1] == 3
    assert set(line[:-1]) == {1}


def test_nothing_booked_is_no_course(season):
    assert course(season).line_of(1, None) == []
