"""Movements for teams of four: American Whist, and two teams head to head."""

from typing import Final

from scoring.errors import InvalidMovement
from scoring.movements.plan import Movement, in_order, pair_row, require_in_range
from scoring.said import said

MOST_TEAMS: Final = 31


def teams(tables: int, *, rounds: int | None = None) -> Movement:
    """The movement for as many teams as ``tables``.

    It is an American Whist for an odd number of teams, a match head to head for two teams.

    Raises:
        InvalidMovement: for numbers of teams or rounds without such a movement.
    """
    message = said(
        "A match of teams has from 2 to {most} tables, as many as teams.",
        most=MOST_TEAMS,
    )
    require_in_range(tables, 2, MOST_TEAMS, "tables", message)
    if tables == 2:
        return head_to_head() if rounds is None else head_to_head(rounds=rounds)
    if tables % 2 == 0:
        stagger = "An even number of teams plays a stagger, with boards relayed halfway: read it from a file."
        raise InvalidMovement(stagger, field="tables")
    if rounds is None:
        rounds = tables - 1

    return american_whist(tables, rounds=rounds)


def american_whist(tables: int, *, rounds: int) -> Movement:
    """An American Whist for ``tables`` teams.

    North-South of team k stay at table k. After each round East-West move to the table two numbers lower, and each set
    of boards to the table one number lower.

    The full movement has ``tables`` - 1 rounds. Two teams play one half of their match in a round r, the other half in
    the round ``tables`` - r. With fewer ``rounds`` only the rounds in the middle of the full movement are played.

    Raises:
        InvalidMovement: for an odd number of rounds, or a number outside 2 to ``tables`` - 1.
    """
    most = tables - 1
    if rounds % 2 or not 2 <= rounds <= most:
        form = "An American Whist of {teams} teams has 2 to {most} rounds, an even number: two make a match."
        raise InvalidMovement(said(form, teams=tables, most=most), field="rounds")

    first = (most - rounds) // 2
    rows = []
    for number in range(1, rounds + 1):
        gone = first + number
        for table in range(1, tables + 1):
            opponents = (table - 1 + 2 * gone) % tables + 1
            boards = (table - 1 + gone) % tables + 1
            rows.append(pair_row(number, table, table, opponents, boards))

    return Movement("American Whist", in_order(rows), form="teams", set_count=tables)


def head_to_head(*, rounds: int = 4) -> Movement:
    """A match of two teams at two tables. In every two rounds both tables play the same two sets, in opposite order.

    After about half of the rounds the two teams change places, and may seat other partnerships. In a match of two
    rounds they stay.

    Raises:
        InvalidMovement: for an odd number of rounds, or a number outside 2 to 16.
    """
    if rounds % 2 or not 2 <= rounds <= 16:
        message = "Two teams play from 2 to 16 rounds, an even number: two sets change tables after each odd round."
        raise InvalidMovement(message, field="rounds")

    rows = []
    for number in range(1, rounds + 1):
        second = number + number % 2  # of the two rounds to which this one belongs
        is_first_half = second <= rounds // 2 or rounds == 2
        one, other = (1, 2) if is_first_half else (2, 1)
        rows.append(pair_row(number, 1, one, other, number))
        rows.append(pair_row(number, 2, other, one, 2 * second - 1 - number))

    return Movement(
        "head to head", in_order(rows), form="teams", set_count=rounds, replays=True
    )
