"""The worked example, played and ruled on in the app: awards, places and percentages match those worked out by hand."""

import json
from pathlib import Path

import pytest
from defusedxml import ElementTree
from django.test import Client

from clubscore.duplicate.director.directing.services import end_play, start_round
from clubscore.duplicate.models import PublishedRow, Session
from clubscore.duplicate.outcomes.results import results_of
from clubscore.duplicate.outcomes.scores import scores_of
from clubscore.duplicate.session.loading import load
from clubscore.duplicate.slot import Slot
from scoring.contest import Contest
from scoring.duplicate.outcome_line import outcome_line
from scoring.movements.plan import Movement, MovementRow
from scoring.text.session_file import read_session
from tests.duplicate.evening import pairs, seated
from tests.duplicate.published import published
from tests.duplicate.recorded import recorded
from tests.duplicate.rulings import ruled
from tests.duplicate.sessions import opened
from tests.factories import NOON, member
from tests.scoring.command import scored as printed

pytestmark = pytest.mark.django_db

DATA = Path(__file__).resolve().parents[1] / "scoring" / "data"
EXPECTED = json.loads((DATA / "example_session.json").read_text("utf-8"))
PLAYED_BY = {
    (2, "+110"): "2sn=",
    (2, "-100"): "2sn-1",
    (2, "+140"): "3sn=",
    (3, "+170"): "2sn+2",
    (3, "-100"): "2sn-2",
    (4, "+170"): "2sn+2",
}
"""The contract lines that make a score of the example file on its board; the director assigns any other score."""


def example() -> Contest:
    with (DATA / "example_session.txt").open("rb") as lines:
        return read_session(lines)


def movement(contest: Contest) -> Movement:
    """Return the example's movement: North-South stay, East-West move, and all tables share the board of a round."""
    rows = [
        MovementRow(slot.board, slot.ns, slot.ns, slot.ns, slot.ew, slot.ew, slot.board)
        for slot in contest.slots
    ]
    shared = frozenset((row.round, row.set) for row in rows)
    return Movement("by hand", tuple(sorted(rows)), winners=2, shared=shared)


@pytest.fixture
def session() -> Session:
    """Return a session with the results of the example file: contracts from the tables, the rest by rulings."""
    contest = example()
    session = opened(member("Ruth"), movement(contest), boards_a_round=1)
    seated(session, [*pairs(6), *pairs(2, family="West")])
    for board in range(1, 5):
        start_round(session=session, round=board, by=session.director, now=NOON)
    for each in contest.slots:
        slot, line = (
            Slot("A", each.board, each.ns, each.board),
            outcome_line(each.outcome),
        )
        contract = line if each.board == 1 else PLAYED_BY.get((each.board, line))
        if contract:
            recorded(session, slot, contract)
        else:
            ruled(session, slot, line)
    end_play(session=session, by=session.director, now=NOON)
    session.refresh_from_db()
    return session


def of(who) -> Client:
    client = Client()
    client.force_login(who)
    return client


def test_every_award_is_the_expected_fraction(session):
    found: dict[str, dict[str, list[str]]] = {}
    for slot, scored in scores_of(
        load(session.pk), results_of(session.pk)
    ).slots.items():
        if scored.ns is not None:
            awards = [str(scored.ns.points), str(scored.ew.points)]
            found.setdefault(str(slot.board), {})[
                f"{scored.slot.ns}-{scored.slot.ew}"
            ] = awards
    assert found == EXPECTED["awards_ns_ew"]


def test_the_traveller_of_the_weighted_score_has_its_figures(session):
    lines = (
        of(session.director).get(f"/duplicate/{session.pk}/boards/4/").context["lines"]
    )
    assert [(line.ns_award, line.ew_award) for line in lines] == [
        ("5.7", "0.3"),
        ("3.4", "2.6"),
        ("0.7", "5.3"),
        ("2.2", "3.8"),  # the weighted score is no one result: it stands last
    ]


def test_the_ranking_has_every_percentage_to_the_last_digit(session):
    lists = (
        of(session.director).get(f"/duplicate/{session.pk}/ranking/").context["lists"]
    )
    assert {row.number: row.percent for _, rows in lists for row in rows} == EXPECTED[
        "percent"
    ]["session"]
    assert [[row.number for row in rows] for _, rows in lists] == [
        ["2", "3", "4", "1"],
        ["7", "6", "8", "5"],
    ]


def test_what_is_published_has_the_same_figures_and_stores_them_to_the_ten_thousandth(
    session,
):
    publication = published(session)
    lists = (
        of(session.director).get(f"/duplicate/{session.pk}/results/").context["lists"]
    )
    assert {
        line.number: line.figure for _, lines in lists for line in lines
    } == EXPECTED["percent"]["session"]
    rows = PublishedRow.objects.filter(publication=publication)
    assert dict(rows.values_list("entry__number", "percent"))[2] == 668518


def test_its_files_have_the_figures_of_those_that_the_command_line_writes(session):
    number, client = published(session).number, of(session.director)
    page = f"/duplicate/{session.pk}/results/{number}"
    found = ElementTree.fromstring(client.get(f"{page}/usebio/").content)
    wanted = ElementTree.fromstring(
        printed("session", str(DATA / "example_session.txt"), "--format", "usebio")
    )
    assert [figures(pair, OF_PAIR) for pair in found.iter("PAIR")] == [
        figures(pair, OF_PAIR) for pair in wanted.iter("PAIR")
    ]
    lines = [
        sorted(figures(line, OF_LINE) for line in board.iter("TRAVELLER_LINE"))
        for board in found.iter("BOARD")
    ]
    assert lines == [
        sorted(figures(line, OF_LINE) for line in board.iter("TRAVELLER_LINE"))
        for board in wanted.iter("BOARD")
    ]
    pbn = client.get(f"{page}/pbn/").content.decode()
    wanted_pbn = printed(
        "session", str(DATA / "example_session.txt"), "--format", "pbn"
    )
    assert (
        points_in(pbn) == points_in(wanted_pbn)
        and len(points_in(pbn)) == PLAYED + PAIRS
    )


PLAYED, PAIRS = 15, 8
OF_PAIR = (
    "PAIR_NUMBER",
    "DIRECTION",
    "BOARDS_PLAYED",
    "PLACE",
    "TOTAL_SCORE",
    "PERCENTAGE",
)
OF_LINE = (
    "NS_PAIR_NUMBER",
    "EW_PAIR_NUMBER",
    "SCORE",
    "NS_MATCH_POINTS",
    "EW_MATCH_POINTS",
)


def figures(element, tags: tuple[str, ...]) -> list[str]:
    return [element.findtext(tag) or "" for tag in tags]


def points_in(pbn: str) -> list[list[str]]:
    """Return the first two and last four words of each table row in a PBN file: the rows' numbers. Rows are sorted."""
    rows = [line.split() for line in pbn.splitlines() if line[:1].isdigit()]
    return sorted([*row[:2], *row[-4:]] for row in rows)
