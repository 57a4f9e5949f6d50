"""Making all movements for 3 to 20 tables and checking them, and finding proposals for a late pair."""

from statistics import median

import pytest

from scoring.movements.change.late_pair import late_pair
from scoring.movements.check import check
from scoring.movements.howell import (
    TABLES,
    THREE_QUARTER_TABLES,
    howell,
    three_quarter_howell,
)
from scoring.movements.individual import PLAYERS, individual
from scoring.movements.mitchell import mitchell, web
from scoring.movements.proposals import _made, proposals
from scoring.movements.ring import DOUBLE_TABLES, double_hesitation, hesitation
from scoring.movements.rover import TABLES as ROVER_TABLES
from scoring.movements.rover import rover
from scoring.movements.teams import teams
from tests.bench.measure import in_turns, machine, report

SIZES = range(3, 21)


def every_generator():
    """Make all the movements and return them."""
    made = [make(tables) for make in (mitchell, hesitation) for tables in SIZES]
    made += [double_hesitation(tables) for tables in SIZES if tables in DOUBLE_TABLES]
    made += [rover(tables) for tables in SIZES if tables in ROVER_TABLES]
    made += [mitchell(tables, even="share") for tables in SIZES if tables % 2 == 0]
    made += [web(tables) for tables in SIZES if tables >= 13]
    made += [howell(tables) for tables in TABLES]
    made += [three_quarter_howell(tables) for tables in THREE_QUARTER_TABLES]
    made += [teams(tables) for tables in SIZES if tables % 2]
    return made + [individual(players) for players in PLAYERS]


def checked():
    """Make all the movements and check each of them."""
    for movement in every_generator():
        assert check(movement) == ()


def test_all_generators_with_their_checks():
    taken = in_turns({"made": every_generator, "checked": checked}, rounds=9)
    each = {what: time / 1e6 for what, time in taken.items()}
    report(
        f"{len(every_generator())} movements of {SIZES[0]} to {SIZES[-1]} tables, on {machine()}",
        ("made", f"{each['made']:.0f} ms"),
        ("made and checked (goal: 500 ms at most)", f"{each['checked']:.0f} ms"),
        ("made and checked, in made alone", f"{each['checked'] / each['made']:.1f}"),
    )


@pytest.mark.parametrize("number", [2, 3, 4])
def test_a_late_pair(number):
    plans = [mitchell(tables) for tables in range(5, 16)]
    taken = in_turns(
        {plan.tables: lambda plan=plan: late_pair(plan, number) for plan in plans},
        rounds=9,
    )
    check_alone = in_turns(
        {plan.tables: lambda plan=plan: check(plan) for plan in plans}, rounds=9
    )
    slowest = max(taken, key=taken.get)
    report(
        f"A late pair from round {number} on, Mitchells of 5 to 15 tables, on {machine()}",
        ("median", f"{median(taken.values()) / 1e6:.1f} ms"),
        (
            f"slowest, {slowest} tables (goal: 50 ms at most)",
            f"{taken[slowest] / 1e6:.1f} ms",
        ),
        (
            "slowest, in checks of its movement",
            f"{taken[slowest] / check_alone[slowest]:.0f}",
        ),
    )


def test_the_proposals_of_an_evening():
    def anew(pairs):
        _made.cache_clear()
        return proposals(pairs, 27)

    taken = in_turns(
        {pairs: lambda pairs=pairs: anew(pairs) for pairs in (18, 19, 31, 40)},
        rounds=9,
    )
    rows = (
        (f"{pairs} pairs, 27 boards", f"{time / 1e6:.0f} ms")
        for pairs, time in taken.items()
    )
    report(f"Proposals for an evening, on {machine()}", *rows)
