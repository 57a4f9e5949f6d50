"""Seasons of duplicate in edge cases: closed again, sessions before the first day, and sessions that have not begun."""

from datetime import date, timedelta

import pytest
import time_machine
from django.test import Client

from clubscore.duplicate.models import Session
from clubscore.duplicate.results.publishing.queries import closed_without
from clubscore.ledger import services as ledger
from clubscore.members.models import AuditEvent, Member
from clubscore.members.people.services import give_role
from clubscore.members.roles import Role
from clubscore.standings.duplicate.audit import differences
from clubscore.standings.duplicate.queries import (
    counted_in,
    has_duplicate,
    unpublished_in,
)
from clubscore.standings.duplicate.services import change_duplicate_terms
from clubscore.standings.models import DuplicateTerms, FinalPercentage, FinalSession
from clubscore.standings.ranking.percentages import Counting, PercentOrder
from clubscore.standings.ranking.ranks import Least, Order
from clubscore.standings.seasons import context
from clubscore.standings.seasons.services import close_season, open_season
from tests.duplicate.evening import in_play
from tests.duplicate.other_forms import in_teams, played_to_the_end
from tests.duplicate.published import played, published
from tests.duplicate.sessions import opened
from tests.factories import NOON, member
from tests.unguarded import rewrite

pytestmark = pytest.mark.django_db
SOON = NOON + timedelta(minutes=1)


@pytest.fixture
def ruth():
    """Ruth, an admin."""
    ruth = member("Ruth")
    give_role(member=ruth, role=Role.ADMIN)
    return ruth


@pytest.fixture
def autumn():
    """The season Autumn, whose last day is the day of the sessions; Winter begins on the next day."""
    season = ledger.open_season(
        name="Autumn", slug="autumn", begins_on=date(2026, 9, 1)
    )
    ledger.open_season(name="Winter", slug="winter", begins_on=date(2026, 11, 22))
    return season


def of(who: Member) -> Client:
    client = Client()
    client.force_login(who)
    return client


@time_machine.travel(SOON, tick=False)
def test_a_season_is_closed_once_and_later_it_is_said_that_it_is(autumn, ruth):
    published(played(ruth))
    assert of(ruth).post("/standings/autumn/closing/").url == "/standings/autumn/"
    frozen = list(FinalPercentage.objects.order_by("pk").values_list())
    again = of(ruth).post("/standings/autumn/closing/", follow=True)
    assert "Autumn is closed already." in again.content.decode()
    action = {"action": "close", "_selected_action": [autumn.pk]}
    listed = of(ruth).post("/admin/ledger/season/", action, follow=True)
    assert "Autumn is closed already." in listed.content.decode()
    assert list(FinalPercentage.objects.order_by("pk").values_list()) == frozen != []
    assert FinalSession.objects.count() == 1


@time_machine.travel(SOON, tick=False)
def test_a_session_that_may_still_begin_is_named_before_closing_and_one_of_yesterday_is_not(
    autumn, ruth
):
    session = opened(ruth, name="Tonight")
    assert (
        "Tonight</a>, 21 Nov 2026"
        in of(ruth).get("/standings/autumn/closing/").content.decode()
    )
    assert list(unpublished_in(autumn, NOON + timedelta(days=1))) == []
    rewrite(Session.objects.filter(pk=session.pk), day=date(2026, 11, 20))
    assert "Tonight" not in of(ruth).get("/standings/autumn/closing/").content.decode()


@time_machine.travel(SOON, tick=False)
def test_whoever_publishes_after_the_season_was_closed_is_told_that_the_session_counts_in_none(
    autumn, ruth
):
    early, late = played(ruth), played(ruth, name="Late", family="Late")
    published(early)
    assert (
        "counts in no season"
        not in of(ruth)
        .get(f"/duplicate/{late.pk}/director/publication/")
        .content.decode()
    )
    close_season(season=autumn, by=ruth, now=SOON)
    html = of(ruth).get(f"/duplicate/{late.pk}/director/publication/").content.decode()
    assert "Autumn is closed: this session counts in no season." in html
    assert closed_without(early) is None
    notice = {
        "key": "6f1d4f3e-6a3c-4b53-9a0f-0c8f5f1b2c3d",
    }
    said = (
        of(ruth)
        .post(f"/duplicate/{late.pk}/director/publication/", notice, follow=True)
        .content.decode()
    )
    assert "The results are published." in said
    assert "Autumn is closed: this session counts in no season." in said


def test_at_most_so_many_unpublished_sessions_are_named_and_the_others_are_counted(
    autumn, ruth, monkeypatch
):
    monkeypatch.setattr(context, "SHOWN", 1)
    for number in range(3):
        in_play(ruth, name=f"Night {number}", family=f"{number}")
    html = of(ruth).get("/standings/autumn/closing/").content.decode()
    assert "Night 0" in html and "Night 1" not in html and "and 2 more" in html


def test_provisional_are_only_sessions_that_count(autumn, ruth):
    published(played(ruth))
    teams = in_teams(count=3, by=ruth, family="Team", boards_a_round=1)
    published(played_to_the_end(teams), accepts_missing=True)
    counted = counted_in(autumn)
    assert (counted.sessions, counted.without, counted.provisional(NOON)) == (1, 1, 1)


def test_a_new_season_has_the_terms_of_the_season_before_it_and_the_audit_says_so(
    autumn, ruth
):
    counting = Counting(PercentOrder.BEST, 5)
    change_duplicate_terms(
        season=autumn, counting=counting, least=Least(3), guests=True, by=ruth, now=NOON
    )
    spring = open_season(
        name="Spring", slug="spring", begins_on=date(2027, 3, 1), by=Order.NET, least=Least(1), guests=False,
        best=None, admin=ruth, now=NOON,
    )  # fmt: skip
    # As winter has.
    assert DuplicateTerms.objects.get(season=spring).counting == Counting(
        PercentOrder.MEAN
    )
    event = AuditEvent.objects.get(what=AuditEvent.What.SEASON)
    assert event.after.endswith(
        "; duplicate by the mean of all sessions, at least 25% of the sessions, without guests"
    )


def test_the_first_season_has_the_sessions_before_it_as_it_has_the_rubbers(
    autumn, ruth
):
    session = played(ruth)
    published(session)
    rewrite(Session.objects.filter(pk=session.pk), day=date(2026, 8, 1))
    winter = type(autumn).objects.get(slug="winter")
    assert (has_duplicate(autumn), has_duplicate(winter)) == (True, False)
    assert (counted_in(autumn).sessions, counted_in(winter).sessions) == (1, 0)
    anna = Member.objects.get(name="Anna")
    for slug, played_in in (("autumn", 1), ("winter", 0)):
        page = of(anna).get(f"/members/{anna.pk}/?season={slug}")
        assert len(page.context["duplicate"]) == played_in
    unpublished = in_play(ruth, name="Not over", family="Not")
    rewrite(Session.objects.filter(pk=unpublished.pk), day=date(2026, 8, 2))
    assert list(unpublished_in(autumn, NOON)) == [unpublished]
    close_season(season=autumn, by=ruth, now=SOON)
    assert FinalSession.objects.get().season == autumn and list(differences()) == []
    assert closed_without(unpublished) == autumn
