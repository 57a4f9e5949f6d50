"""A season's rules for duplicate, its final table, and the check of it by `manage.py check_standings`."""

from datetime import date, timedelta

import pytest
import time_machine
from django.core.management import CommandError, call_command
from django.db import IntegrityError, transaction
from django.test import Client

from clubscore.duplicate.session.loading import load
from clubscore.duplicate.session.slots import slots_of
from clubscore.ledger import services as ledger
from clubscore.ledger.services import SeasonRefused
from clubscore.members.merging.services import merge, undo
from clubscore.members.models import AuditEvent, Member
from clubscore.members.people.services import give_role
from clubscore.members.roles import Role
from clubscore.standings.duplicate.audit import differences
from clubscore.standings.duplicate.queries import counted_in, has_duplicate, place_of
from clubscore.standings.duplicate.services import change_duplicate_terms
from clubscore.standings.models import DuplicateTerms, FinalPercentage, FinalSession
from clubscore.standings.ranking.percentages import Counting, PercentOrder
from clubscore.standings.ranking.ranks import Least, Order
from clubscore.standings.seasons.services import close_season, open_season
from tests.duplicate.evening import in_play
from tests.duplicate.published import played, published
from tests.duplicate.rulings import ruled
from tests.factories import NOON, member
from tests.unguarded import rewrite

pytestmark = [pytest.mark.django_db, pytest.mark.slow]
LATER = NOON + timedelta(days=3)
LADDER = {"by": "ladder", "best": "2", "last": "3", "least": "1", "guests": "on"}


@pytest.fixture
def ruth():
    """Ruth, an admin."""
    ruth = member("Ruth")
    give_role(member=ruth, role=Role.ADMIN)
    return ruth


@pytest.fixture
def autumn(ruth):
    """The season Autumn, in which a session has been played and published; Winter follows it."""
    season = ledger.open_season(
        name="Autumn", slug="autumn", begins_on=date(2026, 9, 1)
    )
    ledger.open_season(name="Winter", slug="winter", begins_on=date(2026, 11, 22))
    published(played(ruth))
    return season


def of(who: Member) -> Client:
    client = Client()
    client.force_login(who)
    return client


def close(season, ruth):
    return close_season(season=season, by=ruth, now=NOON + timedelta(minutes=1))


def as_published(season) -> list[tuple]:
    names = ("rank", "name", "sessions", "counted", "percent", "best")
    return list(
        FinalPercentage.objects.filter(season=season).order_by("pk").values_list(*names)
    )


def test_an_admin_changes_the_terms_and_the_audit_says_so(autumn, ruth):
    address = "/standings/autumn/terms/duplicate/"
    assert "Mean of all sessions" in of(ruth).get(address).content.decode()
    assert of(ruth).post(address, LADDER).url == "/standings/autumn/?game=duplicate"
    terms = DuplicateTerms.objects.get(season=autumn)
    assert (terms.counting, terms.least, terms.guests) == (
        Counting(PercentOrder.LADDER, 2, 3),
        "1",
        True,
    )
    event = AuditEvent.objects.get(what=AuditEvent.What.TERMS)
    assert (
        event.before
        == "Autumn: duplicate by the mean of all sessions, at least 25% of the sessions, without guests"
    )
    assert event.after == (
        "Autumn: duplicate by the mean of the best 2 of the last 3 sessions, at least 1 session, with guests"
    )
    html = of(ruth).get("/standings/autumn/?game=duplicate").content.decode()
    assert "Ranked by the mean of the best 2 of the last 3 sessions" in html


def test_numbers_that_the_order_does_not_need_are_left_out(autumn, ruth):
    of(ruth).post("/standings/autumn/terms/duplicate/", LADDER | {"by": "best"})
    assert DuplicateTerms.objects.get().counting == Counting(PercentOrder.BEST, 2)
    of(ruth).post("/standings/autumn/terms/duplicate/", LADDER | {"by": "mean"})
    assert DuplicateTerms.objects.get().counting == Counting(PercentOrder.MEAN)


@pytest.mark.parametrize(
    ("changed", "says"),
    [
        ({"best": ""}, "Say how many sessions count, such as 10."),
        ({"last": ""}, "Say of how many sessions the best count, such as 20."),
        ({"last": "1"}, "The best 2 cannot count of the last 1: give at least 2."),
        ({"least": "many"}, "Give a number, such as 10, or a share"),
        ({"by": "luck"}, "Select a valid choice"),
    ],
)
def test_terms_that_cannot_be_are_refused_with_the_reason_and_what_was_typed_stays(
    autumn, ruth, changed, says
):
    answer = of(ruth).post("/standings/autumn/terms/duplicate/", LADDER | changed)
    assert answer.status_code == 422
    html = answer.content.decode()
    assert says in html
    for name in {"best", "last"} - changed.keys():
        assert answer.context["form"][name].value() == LADDER[name]
    assert not DuplicateTerms.objects.exists()


def test_the_database_keeps_the_numbers_to_the_order(autumn):
    for values in (
        {"by": "mean", "best": 1},
        {"by": "best"},
        {"by": "best", "best": 0},
        {"by": "best", "best": 2, "last": 3},
        {"by": "ladder", "best": 2},
        {"by": "ladder", "last": 2},
        {"by": "ladder", "best": 3, "last": 2},
        {"by": "luck"},
    ):
        with pytest.raises(IntegrityError), transaction.atomic():
            DuplicateTerms.objects.create(season=autumn, **values)


def test_a_new_season_takes_the_terms_of_duplicate_of_the_one_before(autumn, ruth):
    winter = type(autumn).objects.get(slug="winter")
    change_duplicate_terms(
        season=winter,
        counting=Counting(PercentOrder.BEST, 5),
        least=Least(3),
        guests=True,
        by=ruth,
        now=NOON,
    )
    spring = open_season(
        name="Spring", slug="spring", begins_on=date(2027, 3, 1), by=Order.NET, least=Least(1), guests=False,
        best=None, admin=ruth, now=NOON,
    )  # fmt: skip
    terms = spring.duplicate_terms
    assert (terms.counting, terms.least, terms.guests) == (
        Counting(PercentOrder.BEST, 5),
        "3",
        True,
    )


def test_closing_freezes_the_table_and_what_it_is_made_of(autumn, ruth):
    lines = (
        of(ruth).get("/standings/autumn/?game=duplicate").context["page"].object_list
    )
    session = played(ruth, name="Late", family="Late")
    closed = close(autumn, ruth)
    frozen = as_published(closed)
    assert frozen == [
        (
            line.rank,
            line.figures.name,
            1,
            1,
            int(line.figures.percent * 10_000),
            int(line.figures.best * 10_000),
        )
        for line in lines
    ]
    published(session)
    first = FinalSession.objects.get().publication.session
    slot, _ = next(iter(slots_of(load(first.pk))))
    ruled(first, slot, "A+-")
    published(first, begins_period=False, reason="A ruling")
    Member.objects.filter(name="Anna").update(name="Anna Another")
    page = of(ruth).get("/standings/autumn/")
    assert page.context["page"].object_list == lines
    assert (
        "final table, published" in page.content.decode()
        and "provisional" not in page.content.decode()
    )
    assert as_published(closed) == frozen
    assert list(differences()) == []
    assert place_of(Member.objects.get(name="Anna Another").pk, closed).line.rank


def test_by_other_terms_a_closed_season_is_worked_out_from_what_was_published_then(
    autumn, ruth
):
    close(autumn, ruth)
    published(played(ruth, name="Late", family="Late"))
    lines = (
        of(ruth)
        .get("/standings/autumn/?game=duplicate&least=2")
        .context["page"]
        .object_list
    )
    assert [(line.rank, line.needs) for line in lines] == [(None, 1)] * 8


def test_the_terms_of_a_closed_season_stay(autumn, ruth):
    close(autumn, ruth)
    answer = of(ruth).post("/standings/autumn/terms/duplicate/", LADDER)
    assert answer.status_code == 422
    assert (
        "The final table of Autumn is published: its terms stay as they were."
        in answer.content.decode()
    )
    with pytest.raises(SeasonRefused):
        change_duplicate_terms(
            season=autumn,
            counting=Counting(PercentOrder.MEAN),
            least=Least(),
            guests=False,
            by=ruth,
            now=NOON,
        )


def test_before_closing_the_page_says_what_is_provisional_and_what_counts_nowhere(
    autumn, ruth
):
    session = in_play(ruth, name="Not over", family="Not")
    with time_machine.travel(NOON + timedelta(minutes=1), tick=False):
        html = of(ruth).get("/standings/autumn/closing/").content.decode()
    assert (
        "1 session of duplicate is ranked by the mean of all sessions, as it is published now"
        in html
    )
    assert "The correction period of 1 session is not over." in html
    assert f'<a href="/duplicate/{session.pk}/">Not over</a>, 21 Nov 2026' in html
    assert "Closed now, they count in no season" in html


def test_a_season_without_duplicate_is_closed_without_a_word_of_it(ruth):
    season = ledger.open_season(
        name="Autumn", slug="autumn", begins_on=date(2026, 9, 1)
    )
    ledger.open_season(name="Winter", slug="winter", begins_on=date(2026, 11, 22))
    assert (
        "duplicate"
        not in of(ruth)
        .get("/standings/autumn/closing/")
        .content.decode()
        .partition("<h1")[2]
    )
    close(season, ruth)
    season.refresh_from_db()
    assert not has_duplicate(season) and not FinalPercentage.objects.exists()


@pytest.mark.parametrize(
    "counting", [Counting(PercentOrder.MEAN), Counting(PercentOrder.LADDER, 1, 2)]
)
def test_a_table_as_it_was_published_agrees_by_whatever_terms(autumn, ruth, counting):
    published(played(ruth, name="Another", family="Other"))
    annie = Member.objects.get(name="Anna Other")
    made = merge(kept=Member.objects.get(name="Anna"), merged=annie, by=ruth, now=NOON)
    change_duplicate_terms(
        season=autumn, counting=counting, least=Least(1), guests=True, by=ruth, now=NOON
    )
    close(autumn, ruth)
    assert FinalPercentage.objects.get(name="Anna").sessions == 2
    undo(merge=made, by=ruth, now=LATER)
    assert list(differences()) == []
    assert FinalSession.objects.count() == counted_in(autumn).sessions == 2


@pytest.mark.parametrize("column", ["rank", "sessions", "percent", "best"])
def test_a_forged_line_is_named_and_the_command_fails(autumn, ruth, column, capsys):
    close(autumn, ruth)
    call_command("check_standings")
    rows = FinalPercentage.objects.filter(name="Anna")
    true, forged = getattr(rows.get(), column), 990_000 if column == "best" else 7
    rewrite(rows, **{column: forged})
    assert list(differences()) == [
        f"Autumn, duplicate: Anna is published with {column} {forged}; the sessions make it {true}."
    ]
    with pytest.raises(CommandError, match="1 differences"):
        call_command("check_standings")


def test_lines_too_many_and_missing_and_a_session_of_other_days_are_named(autumn, ruth):
    close(autumn, ruth)
    rewrite(
        FinalPercentage.objects.filter(name="Ben"), member=member("Zoe"), name="Zoe"
    )
    rewrite(type(autumn).objects.filter(pk=autumn.pk), begins_on=date(2026, 11, 21))
    assert list(differences()) == [
        "Autumn, duplicate: Zoe is published, and played in none of its sessions.",
        "Autumn, duplicate: Ben is not published, and played in its sessions.",
    ]
    rewrite(type(autumn).objects.filter(slug="winter"), begins_on=date(2026, 12, 22))
    session = FinalSession.objects.get().publication.session
    rewrite(type(session).objects.filter(pk=session.pk), day=date(2026, 12, 25))
    assert next(differences()) == (
        "Autumn, duplicate: Thursday pairs of 2026-12-25 is in it, and not of its days."
    )
