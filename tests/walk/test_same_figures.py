"""A fact has the same figure wherever it is shown: margins of rubbers, and results of duplicate."""

import json
from collections.abc import Iterator

import pytest
from django.test import Client

from clubscore.duplicate.models import PublishedRow, Session
from clubscore.duplicate.outcomes.results import results_of
from clubscore.duplicate.outcomes.scores import scores_of
from clubscore.duplicate.session.loading import load as load_session
from clubscore.ledger.models import Season
from clubscore.ledger.rounding import Rounding, rounded
from clubscore.members.models import Member
from clubscore.public.api.services import make_token
from clubscore.public.choices.services import choose_public
from clubscore.public.naming import Naming
from clubscore.rubbers.models import Rubber
from clubscore.rubbers.rubber.loading import load
from scoring import Side
from scoring.contest import Contest, ContestRules
from scoring.duplicate.outcome_line import outcome_line
from tests.archive.zips import packed
from tests.archive.zips import table as archived
from tests.scoring.command import scored
from tests.settlements.settling import DAY
from tests.walk import figures
from tests.walk.conftest import made
from tests.walk.walking import Walk

pytestmark = [pytest.mark.slow, pytest.mark.django_db]
EVENING = DAY.isoformat()
PARTS = (
    "room", "evenings", "duplicate", "boards", "standings", "shows_play", "is_indexed",
)  # fmt: skip


@pytest.fixture
def walk(request: pytest.FixtureRequest) -> Iterator[Walk]:
    """The walk through a club that shows everything in public, with full names."""
    with made(request.param) as found:
        by = Member.objects.get(name="Otto")
        choose_public(
            **dict.fromkeys(PARTS, True), naming=Naming.FULL, by=by, now=by.joined_at
        )
        yield found


def token() -> dict[str, str]:
    """The Authorization header of a program that may read full names."""
    by = Member.objects.get(name="Otto")
    return {
        "Authorization": f"Bearer {make_token(name='Reader', has_full_names=True, by=by, now=by.joined_at)}"
    }


def margins() -> figures.Margins:
    """The points of each player in each agreed rubber, worked out from its deals."""
    found = {}
    for rubber in Rubber.objects.counting().exclude(agreed_at=None):
        state = load(rubber.pk)
        posted = rounded(
            state.sheet.margin,
            Rounding(rubber.rounding),
            wash_out_below=rubber.wash_out_below,
        )
        for seat, player in state.players.items():
            won = posted if seat.side is state.sheet.winner else -posted
            found[rubber.pk, player.canonical.pk] = won
    return found


@pytest.mark.parametrize(
    "walk", ["rubbers in the books", "Chicago, royal auction and money"], indirect=True
)
def test_the_margin_of_a_rubber_is_the_same_wherever_it_stands(walk: Walk):
    admin, stranger, wanted, people = (
        walk.who["admin"],
        walk.who["nobody"],
        margins(),
        figures.person_of(),
    )
    named = {
        member.name: people[member.pk]
        for member in Member.objects.filter(merged_into=None)
    }
    columns, games = (
        figures.columns_of(admin, EVENING),
        set(Rubber.objects.values_list("system", flat=True)),
    )
    statements = [
        line
        for who in set(people.values())
        for line in figures.table(admin, f"/ledger/{who}/ledger.csv")
    ]
    archive = packed()
    places = {
        "ledger": figures.in_entries(
            figures.table(admin, "/ledger/ledger.csv"), people
        ),
        "statements": figures.in_entries(statements, people),
        "members": figures.in_profiles(admin, set(people.values()), games),
        "evening, CSV": figures.in_evening_csv(admin, EVENING),
        "evening": figures.in_evening_page(
            admin, f"/evenings/{EVENING}/", columns, "evening-table", named
        ),
        "evening, public": figures.in_evening_page(
            stranger, f"/public/evenings/{EVENING}/", columns, "evening-table", named
        ),
        "evening, JSON": figures.in_evening_json(token(), EVENING, columns, named),
        "archive, rubbers": figures.in_archive_rubbers(
            archived(archive, "rubbers.csv"), people
        ),
        "archive, ledger": figures.in_entries(archived(archive, "ledger.csv"), people),
    }
    assert wanted
    assert {place: found for place, found in places.items() if found != wanted} == {}
    ends = {
        rubber: figures.at_the_end_of_sheet(walk.who["watcher"], rubber)
        for rubber in leads()
    }
    assert ends == leads()


def leads() -> dict[int, int]:
    """The lead of North-South at the end of each finished rubber, worked out from its deals."""
    sheets = {
        pk: load(pk).sheet
        for pk in Rubber.objects.exclude(ended_at=None).values_list("pk", flat=True)
    }
    return {
        pk: sheet.margin if sheet.winner is Side.NS else -sheet.margin
        for pk, sheet in sheets.items()
    }


def session_file(contest: Contest) -> str:
    """The facts of a session in the file format of the command line."""
    usual = ContestRules().as_json()
    rules = [
        f"{key}={value}"
        for key, value in contest.rules.as_json().items()
        if value != usual[key]
    ]
    lines = [
        f"session Any rules {' '.join(rules)}".removesuffix(" rules "),
        "scoring matchpoints",
    ]
    lines += [f"entry {entry.number}" for entry in contest.entries]
    lines += [f"expected {board} {count}" for board, count in contest.expected]
    for slot in contest.slots:
        group = f" /{slot.group}" if slot.group else ""
        lines.append(
            f"play {slot.board} {slot.ns} {slot.ew} {outcome_line(slot.outcome)}{group}"
        )
    lines += [
        f"penalty {each.entry} {float(each.amount):g}{each.unit} {each.law}"
        for each in contest.penalties
    ]
    return "\n".join(lines)


@pytest.mark.parametrize(
    "walk",
    ["published results of every kind", "corrections and appeals"],
    indirect=True,
)
def test_a_result_of_duplicate_is_the_same_wherever_it_stands(walk: Walk):
    session = Session.objects.get()
    number, state = (
        session.publications.latest("number").number,
        load_session(session.pk),
    )
    rows = PublishedRow.objects.filter(
        publication__session=session, publication__number=number
    )
    percents = {row.entry.number: f"{row.percent / 10_000:.2f}" for row in rows}
    players = state.sections[0].players
    wanted = {
        " & ".join(each.name for each in players[entry]): percent
        for entry, percent in percents.items()
    }
    admin, page = walk.who["admin"], f"/duplicate/{session.pk}"
    typed = scored(
        "session",
        "-",
        "--format",
        "json",
        feed=session_file(scores_of(state, results_of(session.pk)).contest),
    )
    places = {
        "results": figures.in_lists(
            admin, f"{page}/results/", "ranking-table", names=1, figure=-1
        ),
        "ranking": figures.in_lists(
            admin, f"{page}/ranking/", "ranking-table", names=1, figure=-1
        ),
        "public": figures.in_lists(
            walk.who["nobody"], f"/public{page}/", "public-session", names=1, figure=3
        ),
        "USEBIO": figures.in_usebio(
            figures.body(admin, f"{page}/results/{number}/usebio/")
        ),
        "PBN": figures.in_pbn(figures.body(admin, f"{page}/results/{number}/pbn/")),
        "command line": {
            " & ".join(each.name for each in players[row["entry"]]): row["percent"]
            for each_list in json.loads(typed)["lists"]
            for row in each_list["rows"]
        },
    }
    assert {place: found for place, found in places.items() if found != wanted} == {}


@pytest.mark.parametrize("walk", ["everything is public"], indirect=True)
def test_who_has_played_one_session_has_its_per_cent_in_the_standings(walk: Walk):
    rows = PublishedRow.objects.prefetch_related("players__member")
    wanted = {
        each.member.name: f"{row.percent / 10_000:.2f}"
        for row in rows
        for each in row.players.all()
    }
    season = Season.objects.get().slug
    path = f"/standings/{season}/standings.csv?game=duplicate"
    document = json.loads(
        figures.body(Client(), f"/api/v1{path.replace('standings.csv', '')}", **token())
    )
    places = {
        "season, CSV": figures.in_standings(figures.table(walk.who["admin"], path)),
        "archive": figures.in_standings(archived(packed(), "duplicate_standings.csv")),
        "JSON": figures.in_standings(document["lines"]),
    }
    assert len(wanted) == 8
    assert {place: found for place, found in places.items() if found != wanted} == {}
