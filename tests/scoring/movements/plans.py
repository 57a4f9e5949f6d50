"""Movements for tests: every movement that can be made, and movements from the text of a file."""

from scoring.movements.howell import TABLES as HOWELL_TABLES
from scoring.movements.howell import (
    THREE_QUARTER_TABLES,
    howell,
    three_quarter_howell,
    three_quarter_rounds,
)
from scoring.movements.individual import PLAYERS, individual
from scoring.movements.mitchell import mitchell, usual_switch, web
from scoring.movements.ring import (
    DOUBLE_TABLES,
    HESITATION_TABLES,
    double_hesitation,
    hesitation,
)
from scoring.movements.rover import TABLES as ROVER_TABLES
from scoring.movements.rover import rover
from scoring.movements.teams import WAYS, teams
from scoring.text.movement_file import read_movement


def every_movement():
    """Yield a name and a function for each movement in its whole range of sizes."""
    for tables in range(2, 31):
        yield f"mitchell {tables}", lambda tables=tables: mitchell(tables)
        yield (
            f"mitchell {tables} share",
            lambda tables=tables: mitchell(tables, even="share"),
        )
        yield (
            f"mitchell {tables} turned",
            lambda tables=tables: mitchell(tables, switch=usual_switch(tables)),
        )
    for tables in HOWELL_TABLES:
        yield f"howell {tables}", lambda tables=tables: howell(tables)
    for tables in THREE_QUARTER_TABLES:
        for rounds in three_quarter_rounds(tables):
            yield (
                f"three-quarter howell of {rounds} rounds {tables}",
                lambda tables=tables, rounds=rounds: three_quarter_howell(
                    tables, rounds=rounds
                ),
            )
    for tables in range(4, 31):
        yield f"web {tables}", lambda tables=tables: web(tables)
        yield f"web {tables} turned", lambda tables=tables: web(tables, switch=1)
    for tables in HESITATION_TABLES:
        yield f"hesitation {tables}", lambda tables=tables: hesitation(tables)
        yield (
            f"hesitation {tables} turned",
            lambda tables=tables: hesitation(tables, switch=1),
        )
    for tables in DOUBLE_TABLES:
        yield (
            f"double hesitation {tables}",
            lambda tables=tables: double_hesitation(tables),
        )
        yield (
            f"double hesitation {tables} turned",
            lambda tables=tables: double_hesitation(tables, switch=1),
        )
    for tables in ROVER_TABLES:
        yield f"rover {tables}", lambda tables=tables: rover(tables)
        yield f"rover {tables} share", lambda tables=tables: rover(tables, even="share")
    for players in PLAYERS:
        yield f"individual {players}", lambda players=players: individual(players)
    yield from every_movement_of_teams()


def every_movement_of_teams():
    """Yield a name and a function for each movement of teams in its whole range of sizes."""
    yield "teams 2", lambda: teams(2)
    for way, (numbers, _) in WAYS.items():
        for count in numbers:
            yield (
                f"{way} {count}",
                lambda count=count, way=way: teams(count, way=way),
            )


EVERY = dict(every_movement())
USUAL = [
    name for name in EVERY if int(name.split()[-1 if name[-1].isdigit() else -2]) <= 12
]


def plan(text):
    """The movement that the text of a movement file describes."""
    return read_movement(
        line.encode() for line in text.splitlines(keepends=True)
    ).movement


def seats(movement, number):
    """The North-South number, East-West number and board set of each table in a round."""
    return [(row.ns, row.ew, row.set) for row in movement.by_round[number]]


def exchanged(rows, one, other):
    """The rows of these two entries with the two exchanged; rows of other tables are left out."""
    places = [row for row in rows if {one, other} & {*row.seated}]
    return [
        row.renamed(one, -1).renamed(other, one).renamed(-1, other) for row in places
    ]
