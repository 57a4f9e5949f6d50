"""Scoring a whole session of duplicate, with reasons and rankings, compared with a loop that only counts."""

from collections import Counter
from dataclasses import replace
from random import Random

import pytest

from scoring.contest import Contest, ContestEntry, ContestRules, Slot, fold
from scoring.duplicate.outcomes import NotPlayed, Played
from tests.bench.measure import in_turns, machine, report

TABLES, BOARDS, MISSING = 30, 27, 40
# Scores of a board in a club: a few that many tables make, and a long tail.
USUAL = [
    420,
    420,
    420,
    450,
    450,
    -50,
    -50,
    -100,
    170,
    170,
    140,
    620,
    -200,
    400,
    980,
    100,
]


def session(random):
    """Make a session by a Mitchell of thirty tables and twenty-seven boards, with random scores."""
    slots = [
        Slot(
            board + 1,
            table + 1,
            TABLES + 1 + (table + board // 3) % TABLES,
            Played(score),
        )
        for board in range(BOARDS)
        for table, score in enumerate(scores_of_a_board(random))
    ]
    entries = tuple(ContestEntry(number) for number in range(1, 2 * TABLES + 1))
    return Contest("", ContestRules(), entries, tuple(slots))


def scores_of_a_board(random):
    sign = random.choice((1, -1))
    return [
        sign * random.choice(USUAL) + random.choice((0, 0, 0, 30, -30))
        for _ in range(TABLES)
    ]


def without_some(contest, random):
    """Return the session with random results missing, so that most boards are scored with a factor."""
    slots = list(contest.slots)
    for index in random.sample(range(len(slots)), MISSING):
        slots[index] = slots[index]._replace(outcome=NotPlayed())
    return replace(contest, slots=tuple(slots))


def totals_alone(contest):
    """Score the session by counting matchpoints in floating point, without factors, reasons or rankings."""
    boards, totals = {}, {}
    for slot in contest.slots:
        if type(slot.outcome) is Played:
            boards.setdefault(slot.board, []).append(
                (slot.ns, slot.ew, slot.outcome.points)
            )
    for results in boards.values():
        below, worth = 0, {}
        for score, count in sorted(Counter(points for _, _, points in results).items()):
            worth[score] = 2 * below + count - 1
            below += count
        most = 2 * (len(results) - 1)
        for ns, ew, points in results:
            totals[ns] = totals.get(ns, 0.0) + worth[points] / most
            totals[ew] = totals.get(ew, 0.0) + 1 - worth[points] / most
    return totals


@pytest.mark.parametrize(
    ("name", "goal"), [("all played", 5), (f"{MISSING} results missing", 20)]
)
def test_a_session_of_thirty_tables(name, goal):
    random = Random(14)
    contest = (
        session(random)
        if name == "all played"
        else without_some(session(random), random)
    )
    rows = fold(contest).lists[0].rows
    assert len(rows) == 2 * TABLES
    if name == "all played":
        floor = totals_alone(contest)
        assert all(
            abs(float(row.percent) - 100 * floor[row.entry] / BOARDS) < 1e-9
            for row in rows
        )
    taken = in_turns(
        {
            "totals alone": lambda: totals_alone(contest),
            "the result": lambda: fold(contest),
        },
        rounds=100,
    )
    each = {what: time / 1e6 for what, time in taken.items()}
    report(
        f"A session of {TABLES} tables and {BOARDS} boards, {name}, on {machine()}",
        *((what, f"{time:.2f} ms") for what, time in each.items()),
        (f"the result (goal: {goal} ms at most)", f"{each['the result']:.2f} ms"),
        (
            "the result, in totals alone",
            f"{each['the result'] / each['totals alone']:.1f}",
        ),
    )
