"""Handicaps and strata worked out from the season: means, shares, thirds, and the page that offers them."""

from datetime import timedelta
from decimal import Decimal
from fractions import Fraction

import pytest
from django.test import Client

from clubscore.duplicate.models import Grading, PublishedRow, Session
from clubscore.duplicate.outcomes.published import percentage_of
from clubscore.duplicate.results.grading.forms import WorkingOutForm
from clubscore.duplicate.results.grading.grades import NO_GRADE, Grade, grades_of
from clubscore.duplicate.results.grading.working_out import (
    Method,
    _thirds,
    entry_means,
    worked_out,
)
from clubscore.duplicate.session.loading import load
from clubscore.members.models import Member
from tests.duplicate.evening import seated
from tests.duplicate.published import played, published
from tests.duplicate.sessions import opened
from tests.factories import NOON, member
from tests.unguarded import rewrite

pytestmark = pytest.mark.django_db


@pytest.fixture
def tonight():
    """A session in which the four pairs of a published session and another pair have places."""
    before = played(day=NOON.date() - timedelta(days=7))
    published(before)
    session = opened(before.director, name="Tonight")
    names = ("Anna", "Ben"), ("Cleo", "Dan"), ("Eva", "Finn"), ("Gita", "Hugo")
    known = [tuple(Member.objects.get(name=name) for name in pair) for pair in names]
    seated(session, [*known, (member("New"), member("Newer"))])
    return session


def present(session):
    return grades_of(load(session.pk))


def percents(session):
    """The percentage of each pair in the earlier session, by the number of the pair."""
    earlier = Session.objects.exclude(pk=session.pk).get()
    rows = earlier.publications.get().rows.select_related("entry")
    return {row.entry.number: percentage_of(row) for row in rows}


def test_the_mean_of_a_pair_is_that_of_its_players_in_the_season(tonight):
    means = entry_means(load(tonight.pk), 1)
    assert means == {
        ("A", number): percent for number, percent in percents(tonight).items()
    }


@pytest.mark.parametrize("share", [100, 75, 50])
def test_a_handicap_is_a_share_of_the_difference_from_the_mean_of_all(tonight, share):
    state = load(tonight.pk)
    grades = worked_out(state, Method(share=share, least=1), present(tonight))
    for number, percent in percents(tonight).items():
        wanted = (50 - percent) * Fraction(share, 100)
        assert abs(grades["A", number].handicap - wanted) <= Fraction(1, 100)
    assert grades["A", 5] == NO_GRADE


def test_who_has_fewer_sessions_gets_no_handicap_or_that_of_the_mean(tonight):
    state = load(tonight.pk)
    none = worked_out(state, Method(least=2), present(tonight))
    assert set(none.values()) == {NO_GRADE}
    mean = worked_out(state, Method(least=1, fewer="mean"), present(tonight))
    assert mean["A", 5] == Grade(Fraction(0))


def test_a_friendly_session_and_the_session_itself_count_for_nothing(tonight):
    Session.objects.exclude(pk=tonight.pk).update(taken_in_at=None, taken_in_by=None)
    earlier = Session.objects.exclude(pk=tonight.pk).get()
    assert earlier.is_friendly
    assert entry_means(load(tonight.pk), 1) == {}
    assert entry_means(load(earlier.pk), 1) == {}


def test_thirds_have_the_best_in_a_and_equals_in_one_stratum():
    means = {
        ("A", number): Fraction(mean)
        for number, mean in enumerate([60, 55, 50, 50, 45, 40, 39], 1)
    }
    assert "".join(_thirds(means).values()) == "AAAABBC"
    assert _thirds({}) == {}


def test_strata_stay_unless_thirds_are_chosen(tonight):
    state = load(tonight.pk)
    stands = present(tonight) | {("A", 1): Grade(None, "D")}
    assert worked_out(state, Method(least=1), stands)["A", 1].stratum == "D"
    thirds = worked_out(state, Method(least=1, strata="thirds"), stands)
    assert sorted(grade.stratum for grade in thirds.values()) == [
        "",
        "A",
        "A",
        "B",
        "B",
    ]


@pytest.mark.tampers
def test_strata_by_limits_follow_the_masterpoints_of_the_better_player(tonight):
    earlier = Session.objects.exclude(pk=tonight.pk).get()
    rows = PublishedRow.objects.filter(publication__session=earlier)
    for number, points in enumerate((120, 80, 30, 0), 1):
        rewrite(rows.filter(entry__number=number), masterpoints=points)
    limits = Method(strata="limits", limit_b=Decimal(1), limit_c=Decimal("0.5"))
    grades = worked_out(load(tonight.pk), limits, present(tonight))
    assert [grade.stratum for grade in grades.values()] == ["A", "B", "C", "C", "C"]
    only_b = Method(strata="limits", limit_b=Decimal(1))
    grades = worked_out(load(tonight.pk), only_b, present(tonight))
    assert [grade.stratum for grade in grades.values()] == ["A", "B", "B", "B", "B"]


def test_strata_by_limits_need_a_limit():
    fields = {"share": 100, "least": 1, "fewer": "none", "strata": "limits"}
    assert set(WorkingOutForm(fields).errors) == {"limit_b"}


def test_the_page_offers_what_was_worked_out_and_keeps_nothing_until_it_is_sent(
    tonight,
):
    client = Client()
    client.force_login(tonight.director)
    address = f"/duplicate/{tonight.pk}/handicaps/"
    page = client.get(
        address, {"share": 50, "least": 1, "fewer": "none", "strata": "keep"}
    )
    assert "Worked out, and not kept yet." in page.content.decode()
    assert not Grading.objects.exists()
    form = page.context["form"]
    fields = {}
    for name, field in form.fields.items():
        if field.initial is not None:
            fields[name] = field.initial
    client.post(address, fields)
    assert present(tonight) == worked_out(
        load(tonight.pk), Method(share=50, least=1), present(tonight)
    )
    assert Grading.objects.count() == 4


def test_a_choice_that_does_not_exist_works_nothing_out(tonight):
    client = Client()
    client.force_login(tonight.director)
    page = client.get(f"/duplicate/{tonight.pk}/handicaps/", {"share": 33})
    assert page.status_code == 200
    assert page.context["is_proposal"] is False
