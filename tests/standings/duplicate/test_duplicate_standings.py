"""The page /standings/autumn/?game=duplicate: a season's sessions of duplicate by their published results."""

import re
from datetime import date, timedelta
from fractions import Fraction
from typing import Any
from uuid import uuid4

import pytest
import time_machine
from django.db import connection
from django.db.models import Model
from django.test import Client
from django.test.utils import CaptureQueriesContext

from clubscore.duplicate.models import (
    Publication,
    PublishedPlayer,
    PublishedRow,
    Session,
)
from clubscore.duplicate.results.publishing.queries import percentages_in
from clubscore.duplicate.session.loading import load
from clubscore.duplicate.session.slots import slots_of
from clubscore.ledger import services as ledger
from clubscore.members.merging.services import merge
from clubscore.members.models import Member
from clubscore.members.people.services import give_role
from clubscore.members.roles import Role
from clubscore.standings.duplicate.queries import counted_in, figures_of, place_of
from clubscore.standings.ranking.percentages import Counting, PercentOrder
from scoring.contest.rounding import two_decimals
from scoring.contest.rules import ContestRules
from tests.duplicate.other_forms import in_teams, played_to_the_end
from tests.duplicate.published import played, published
from tests.duplicate.rulings import ruled
from tests.factories import NOON, member
from tests.standings.season_of import book
from tests.unguarded import rewrite

pytestmark = [pytest.mark.django_db, pytest.mark.database, pytest.mark.slow]
MEAN = Counting(PercentOrder.MEAN)


@pytest.fixture
def autumn():
    return ledger.open_season(name="Autumn", slug="autumn", begins_on=date(2026, 9, 1))


@pytest.fixture
def ruth():
    return member("Ruth")


def of(who: Member) -> Client:
    client = Client()
    client.force_login(who)
    return client


def page(who: Member, query: str = "?game=duplicate"):
    with time_machine.travel(NOON, tick=False):
        return of(who).get(f"/standings/autumn/{query}")


def of_page(who: Member, query: str = "?game=duplicate") -> dict[str, tuple]:
    """For each member on the page: the rank, the number of sessions, the number that count, and the mean."""
    lines = page(who, query).context["page"]
    return {
        line.figures.name: (
            line.rank,
            line.figures.sessions,
            line.figures.counted,
            line.figures.percent_written,
        )
        for line in lines
    }


def with_percents(ruth: Member, *percents: float) -> list[Session]:
    """Published sessions in which Anna and Ben have these percentages, and Cleo and Dan 100 minus each of them."""
    sessions = []
    for number, percent in enumerate(percents, start=1):
        session = (
            played(ruth, name=f"Session {number}", family="")
            if not sessions
            else _again(ruth, number)
        )
        publication = published(session)
        rows = {
            row.entry.number: row
            for row in PublishedRow.objects.filter(publication=publication)
        }
        rewrite(
            PublishedRow.objects.filter(pk=rows[1].pk), percent=round(percent * 10_000)
        )
        rewrite(
            PublishedRow.objects.filter(pk=rows[2].pk),
            percent=round((100 - percent) * 10_000),
        )
        rewrite(
            Session.objects.filter(pk=session.pk),
            day=NOON.date() + timedelta(days=number),
        )
        sessions.append(session)
    return sessions


def _again(ruth: Member, number: int) -> Session:
    """Another session of the first session's eight players, whose new records are merged into their old ones."""
    session = played(ruth, name=f"Session {number}", family=str(number))
    for name in ("Anna", "Ben", "Cleo", "Dan", "Eva", "Finn", "Gita", "Hugo"):
        merge(
            kept=Member.objects.get(name=name),
            merged=Member.objects.get(name=f"{name} {number}"),
            by=ruth,
            now=NOON,
        )
    return session


def test_a_result_counts_for_none_who_played_less_than_half_of_it(autumn, ruth):
    first, _ = with_percents(ruth, 60, 50)
    players = PublishedPlayer.objects.filter(row__publication__session=first)
    rewrite(players.filter(member__name="Anna"), counts=False)
    found = of_page(ruth)
    assert (found["Anna"][1:], found["Ben"][1:]) == ((1, 1, "50.00"), (2, 2, "55.00"))


def test_a_published_session_counts_for_everybody_who_played_and_is_said_to_be_provisional(
    autumn, ruth
):
    session = played(ruth)
    assert "No session of this season is published yet" in page(ruth).content.decode()
    publication = published(session)
    found = of_page(ruth)
    rows = PublishedRow.objects.filter(publication=publication)
    assert {name: line[3] for name, line in found.items()} == {
        played_by.member.name: two_decimals(Fraction(row.percent, 10_000))
        for row in rows
        for played_by in row.players.all()
    }
    assert {line[1:3] for line in found.values()} == {(1, 1)}
    html = page(ruth).content.decode()
    assert (
        "Duplicate · 1 session · as of" in html
        and "<b>1 session provisional</b>" in html
    )
    with time_machine.travel(NOON + timedelta(minutes=31), tick=False):
        assert "provisional" not in of(ruth).get("/standings/autumn/").content.decode()


def test_a_later_publication_changes_an_open_season(autumn, ruth):
    session = played(ruth)
    published(session)
    before = of_page(ruth)["Anna"][3]
    slot, _ = next(iter(slots_of(load(session.pk))))
    ruled(session, slot, "A+-")
    assert of_page(ruth)["Anna"][3] == before
    second = published(session, begins_period=False, reason="A ruling")
    row = PublishedRow.objects.get(publication=second, entry__number=1)
    assert (
        of_page(ruth)["Anna"][3]
        == two_decimals(Fraction(row.percent, 10_000))
        != before
    )


@pytest.mark.landing
def test_the_mean_of_all_of_the_best_and_of_the_best_of_the_last(autumn, ruth):
    with_percents(ruth, 70, 40, 50, 60)
    assert of_page(ruth)["Anna"][1:] == (4, 4, "55.00")
    assert of_page(ruth, "?game=duplicate&by=best&best=2")["Anna"][1:] == (
        4,
        2,
        "65.00",
    )
    assert of_page(ruth, "?game=duplicate&by=ladder&best=2&last=3")["Anna"][1:] == (
        4,
        2,
        "55.00",
    )
    html = page(ruth, "?game=duplicate&by=ladder&best=2&last=3").content.decode()
    assert (
        "Ranked by the mean of the best 2 of the last 3 sessions, at least 1 session."
        in html
    )
    assert '2 <span class="second">of&nbsp;4</span>' in html


def test_nonsense_in_the_address_is_as_if_it_were_not_there(autumn, ruth):
    published(played(ruth))
    usual = of_page(ruth)
    assert (
        of_page(
            ruth,
            "?game=duplicate&by=luck&best=-1&last=x&least=many&guests=maybe&page=x&sort=shoe",
        )
        == usual
    )
    assert of_page(ruth, "?game=duplicate&by=ladder&best=9&last=3") == usual


def test_who_has_played_too_few_sessions_stands_below_with_what_is_missing(
    autumn, ruth
):
    published(played(ruth))
    assert of_page(ruth, "?game=duplicate&least=3")["Anna"][0] is None
    assert "needs 2 more" in page(ruth, "?game=duplicate&least=3").content.decode()


def test_guests_are_ranked_where_they_are_asked_for(autumn, ruth):
    published(played(ruth))
    Member.objects.filter(name="Anna").update(is_guest=True, username=None)
    assert "Anna" not in of_page(ruth)
    assert "Anna" in of_page(ruth, "?game=duplicate&guests=in")


def test_rubbers_and_duplicate_have_a_tab_each_in_one_season(autumn, ruth):
    published(played(ruth))
    assert page(ruth, "").context["game"] == "duplicate"
    assert page(ruth, "?game=royal").context["game"] == "contract"
    anna, ben, cleo, dan = (
        Member.objects.get(name=name) for name in ("Anna", "Ben", "Cleo", "Dan")
    )
    book((anna, cleo), (ben, dan), 810)
    response = page(ruth, "")
    assert (response.context["game"], response.context["games"]) == (
        "contract",
        [("contract", "Contract rubber"), ("duplicate", "Duplicate")],
    )
    assert '?game=duplicate"' in response.content.decode()
    assert of_page(ruth)["Anna"][1] == 1


def test_a_session_counts_in_the_season_of_its_day(autumn, ruth):
    session = played(ruth)
    published(session)
    ledger.open_season(name="Winter", slug="winter", begins_on=session.day)
    assert of_page(ruth) == {}
    assert len(of(ruth).get("/standings/winter/").context["page"].object_list) == 8


def test_victory_points_are_a_percentage_of_all_there_were(autumn, ruth):
    session = played_to_the_end(
        in_teams(
            count=3,
            by=ruth,
            boards_a_round=1,
            rules=ContestRules(scoring="team-imps", matches="vp"),
        )
    )
    publication = published(session, accepts_missing=True)
    rows = {
        row.entry.number: row
        for row in PublishedRow.objects.filter(publication=publication)
    }
    assert {row.top for row in rows.values()} == {40} and {
        row.percent for row in rows.values()
    } == {None}
    assert sum(row.score for row in rows.values()) == 600_000
    assert dict(of_page(ruth))["Anna"][3] == two_decimals(
        Fraction(rows[1].score * 100, 10_000 * 40)
    )


def test_imps_are_no_percentage_and_the_page_says_so(autumn, ruth):
    published(
        played_to_the_end(in_teams(count=3, by=ruth, boards_a_round=1)),
        accepts_missing=True,
    )
    html = page(ruth).content.decode()
    assert "No session of this season is published yet that has percentages." in html
    assert (
        "1 session does not count: its IMPs or total points are not percentages."
        in html
    )


def test_who_played_for_two_entries_has_the_better_of_their_percentages(autumn, ruth):
    publication = published(played(ruth))
    first, second = PublishedRow.objects.filter(publication=publication).order_by(
        "position"
    )[:2]
    loser = second.players.get(position=1).member
    rewrite(first.players.filter(position=1), member=loser)
    percents = {pk: percent for pk, _, percent in percentages_in([publication.pk])}
    assert percents[loser.pk] == max(first.percent, second.percent)


def test_two_records_of_a_person_are_one_line_with_all_sessions(autumn, ruth):
    with_percents(ruth, 60, 40)
    assert of_page(ruth)["Anna"][1:] == (2, 2, "50.00")
    assert not [name for name in of_page(ruth) if name.endswith("2")]


def test_the_page_takes_as_many_statements_with_three_sessions_as_with_one(
    autumn, ruth, django_assert_num_queries
):
    counts = []
    for number in (1, 3):
        while Session.objects.count() < number:
            published(
                played(
                    ruth,
                    name=f"S{Session.objects.count()}",
                    family=str(Session.objects.count()),
                )
            )
        with django_assert_num_queries(5):
            figures_of(counted_in(autumn), MEAN)
        counts.append(len(page(ruth).context["page"].object_list))
    assert counts == [8, 24]


def test_a_member_has_the_place_of_the_page(autumn, ruth):
    published(played(ruth))
    anna = Member.objects.get(name="Anna")
    place = place_of(anna.pk, autumn)
    assert place and (place.line.rank, place.ranked) == (of_page(ruth)["Anna"][0], 8)
    assert place_of(ruth.pk, autumn) is None


def csv(who: Member, query: str = "?game=duplicate") -> list[dict[str, str]]:
    answer = of(who).get(f"/standings/autumn/standings.csv{query}")
    assert 'filename="standings-autumn-duplicate.csv"' in answer["Content-Disposition"]
    header, *lines = (
        line.split(",") for line in answer.content.decode("utf-8-sig").splitlines()
    )
    return [dict(zip(header, line, strict=True)) for line in lines]


def test_the_csv_has_the_lines_of_the_page(autumn, ruth):
    with_percents(ruth, 70, 40)
    first = csv(ruth, "?game=duplicate&by=best&best=1")[0]
    assert (first["season"], first["rank"], first["name"]) == ("Autumn", "1", "Anna")
    assert (first["sessions"], first["counted"], first["percent"], first["best"]) == (
        "2",
        "1",
        "70.0",
        "70.0",
    )
    assert (first["ranked_by"], first["best_of_each"], first["of_the_last"], first["qualified"]) == (
        "best", "1", "", "1",
    )  # fmt: skip
    assert [line["name"] for line in csv(ruth)] == [*of_page(ruth)]


def test_a_column_is_sorted_by_its_link(autumn, ruth):
    published(played(ruth))
    assert [*of_page(ruth, "?game=duplicate&sort=name")] == sorted(of_page(ruth))
    html = page(ruth, "?game=duplicate&sort=-percent").content.decode()
    assert (
        'aria-sort="descending"' in html
        and '<input type="hidden" name="sort" value="-percent">' in html
    )


def test_an_admin_is_offered_the_terms_of_duplicate(autumn, ruth):
    published(played(ruth))
    assert "/standings/autumn/terms/duplicate/" not in page(ruth).content.decode()
    give_role(member=ruth, role=Role.ADMIN)
    assert "/standings/autumn/terms/duplicate/" in page(ruth).content.decode()


def test_no_table_of_sessions_or_results_is_read_from_its_beginning(autumn, ruth):
    """The database must not scan a table: it finds sessions by their day, and the other rows by unique constraints."""
    # The first one takes all before it.
    ledger.open_season(name="Earlier", slug="earlier", begins_on=date(2026, 8, 1))
    in_earlier_years(published(played(ruth)), sessions=2_000)
    with CaptureQueriesContext(connection) as asked:
        counted_in(autumn)
    plans = [plan_of(query["sql"]) for query in asked if "duplicate_" in query["sql"]]
    assert len(plans) == 2
    for plan in plans:
        assert not re.findall(r"(?:SCAN|Seq Scan on) (?:\w+)", plan), plan
    assert re.search("duplicate_session_(newest|names_of_a_day_differ)", plans[0]), (
        plans[0]
    )


def in_earlier_years(like: Publication, *, sessions: int) -> None:
    """Copy the published session to `sessions` days of earlier years, and let the database update its statistics."""
    days = [NOON.date() - timedelta(days=365 + number) for number in range(sessions)]
    earlier = Session.objects.bulk_create(
        [copy_of(like.session, day=day, key=uuid4()) for day in days]
    )
    Publication.objects.bulk_create(
        [copy_of(like, session=session) for session in earlier]
    )
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE duplicate_session")
        cursor.execute("ANALYZE duplicate_publication")


def copy_of(row: Model, **changes: object) -> Any:
    """An unsaved copy of this row with some columns changed."""
    columns = {
        field.name: getattr(row, field.name)
        for field in row._meta.fields
        if not field.primary_key
    }
    return type(row)(**columns | changes)


def plan_of(statement: str) -> str:
    """The database's query plan for this statement, as if all its tables were large."""
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.execute("SET LOCAL enable_seqscan = off")
            cursor.execute(f"EXPLAIN {statement}")
        else:
            cursor.execute(f"EXPLAIN QUERY PLAN {statement}")
        return "\n".join(str(row[-1]) for row in cursor.fetchall())
