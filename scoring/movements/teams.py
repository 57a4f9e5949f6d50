"""Movements for teams of four: American Whist, and two teams head to head."""

from typing import Final

from scoring.errors import InvalidMovement
from scoring.movements.plan import Movement, choice, in_order, pair_row
from scoring.said import said

MOST_TEAMS: Final = 31


def teams(tables: int, *, rounds: int | None = None) -> Movement:
    """An American Whist of an odd number of teams, a table each; of two tables, a match of two teams.

    Raises:
        InvalidMovement: for other numbers of teams or rounds.
    """
    message = said("A match of teams has from 2 to {most} tables, as many as teams.", most=MOST_TEAMS)
    choice(tables, 2, MOST_TEAMS, "tables", message)
    if tables == 2:
        return head_to_head(rounds=4 if rounds is None else rounds)
    if tables % 2 == 0:
        stagger = "An even number of teams plays a stagger, with boards relayed halfway: read it from a file."
        raise InvalidMovement(stagger, field="tables")
    return american_whist(tables, rounds=tables - 1 if rounds is None else rounds)


def american_whist(tables: int, *, rounds: int) -> Movement:
    """An American Whist. North-South of team k stay at table k, the others go two tables a round, the sets one.

    The two halves of a match are rounds r and n - r, so with fewer rounds those in the middle are played.

    Raises:
        InvalidMovement: for an odd number of rounds, or too many.
    """
    most = tables - 1
    if rounds % 2 or not 2 <= rounds <= most:
        form = "An American Whist of {teams} teams has 2 to {most} rounds, an even number: two make a match."
        raise InvalidMovement(said(form, teams=tables, most=most), field="rounds")
    first = (most - rounds) // 2
    rows = [
        pair_row(
            number,
            table,
            table,
            (table - 1 + 2 * (first + number)) % tables + 1,
            (table - 1 + first + number) % tables + 1,
        )
        for number in range(1, rounds + 1)
        for table in range(1, tables + 1)
    ]
    return Movement("American Whist", in_order(rows), form="teams", set_count=tables)


def head_to_head(*, rounds: int = 4) -> Movement:
    """Two teams at two tables. Of every two rounds, each table plays one set first and the other's next.

    After half of the rounds the teams change tables, and may seat other partnerships.

    Raises:
        InvalidMovement: for an odd number of rounds, or too many.
    """
    if rounds % 2 or not 2 <= rounds <= 16:
        message = "Two teams play from 2 to 16 rounds, an even number: two sets change tables after each odd round."
        raise InvalidMovement(message, field="rounds")
    rows = []
    for number in range(1, rounds + 1):
        one, other = (1, 2) if 2 * ((number + 1) // 2) <= rounds // 2 or rounds == 2 else (2, 1)
        odd = number + number % 2
        for table, ns, ew, boards in ((1, one, other, number), (2, other, one, 2 * odd - 1 - number)):
            rows.append(pair_row(number, table, ns, ew, boards))
    return Movement("head to head", in_order(rows), form="teams", set_count=rounds, replays=True)
