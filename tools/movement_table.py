"""Write the table of docs/movements.md: what comes first for each number of tables and of boards.

Run `python -m tools.movement_table` after a change of `scoring.movements.proposals`.
"""

import sys
from collections.abc import Iterator
from fractions import Fraction
from itertools import groupby
from pathlib import Path
from typing import Final, NamedTuple

from scoring.movements.check import check
from scoring.movements.plan import WEB
from scoring.movements.proposals import Fit, proposals

DOCUMENT: Final = Path(__file__).parent.parent / "docs" / "movements.md"
PAIRS: Final = range(5, 41)
BOARDS: Final = range(18, 33)
BEGINS: Final = "<!-- The table: made by tools/movement_table.py -->"
ENDS: Final = "<!-- The end of the table -->"
_HEADING: Final = ("Tables", "Boards wanted", "First", "Rounds × boards", "Why")


class First(NamedTuple):
    """What comes first for a number of pairs and of boards."""

    pairs: int
    boards: int
    fit: Fit

    @property
    def plan(self) -> tuple[str, ...]:
        """The name of the movement, its rounds and boards a round, and why it comes first."""
        movement = self.fit.movement
        shape = f"{movement.rounds} × {self.fit.boards_a_round} = {self.fit.boards}"
        return self.fit.name, shape, reason(self.fit)


def firsts(pairs: int) -> Iterator[First]:
    """Yield what comes first for a number of pairs and each number of boards.

    Raises ValueError if a movement breaks a rule.
    """
    for boards in BOARDS:
        fit = proposals(pairs, boards)[0]
        if breaches := check(fit.movement):
            raise ValueError(f"{pairs} pairs, {boards} boards: {breaches[0]}")
        yield First(pairs, boards, fit)


def reason(fit: Fit) -> str:
    """Why a movement is chosen: who meets whom, who plays which boards, what is shared, who sits out."""
    parts = [_meetings(fit), _boards(fit), _sharing(fit)]
    if fit.sits_out:
        parts.append(f"a pair sits out at most {fit.sits_out} boards")
    return "; ".join(part for part in parts if part)


def _meetings(fit: Fit) -> str:
    movement = fit.movement
    if movement.kind == "howell":
        missed = movement.sets - movement.rounds
        if missed:
            return f"everybody meets all but {missed} of the others"
        return "everybody meets everybody"
    if movement.kind == "three-quarter howell":
        return "one winner, in fewer rounds than a Howell"
    if movement.kind == "rover":
        return "a table fewer, with a rover"
    return ""


def _boards(fit: Fit) -> str:
    sets, rounds = fit.movement.sets, fit.movement.rounds
    if sets == rounds:
        return f"all play the same {fit.boards} boards"
    return f"each plays {fit.boards} of {sets * fit.boards_a_round} boards"


def _sharing(fit: Fit) -> str:
    movement = fit.movement
    if movement.kind == WEB:
        return f"{movement.copies} copies of the boards"
    if movement.sharing:
        rounds = {number for number, _, _ in movement.sharing}
        if len(rounds) == movement.rounds:
            return "two tables share"
        return "tables share in round 1"
    if movement.shared:
        return "nothing is shared, because the missing pair leaves a table idle"
    return "nothing is shared"


def lines(pairs: int) -> Iterator[str]:
    """Yield the lines of the table for a number of pairs, a line for each plan."""
    tables = Fraction(pairs, 2)
    named = f"{int(tables)}" if pairs % 2 == 0 else f"{int(tables)}½"
    for plan, group in groupby(firsts(pairs), key=lambda first: first.plan):
        boards = [first.boards for first in group]
        wanted = f"{boards[0]}–{boards[-1]}" if len(boards) > 1 else f"{boards[0]}"
        yield _line(named, wanted, *plan)


def table() -> str:
    """The whole table, as it stands in the document between its two marks."""
    parts = [BEGINS, "", _line(*_HEADING), _line(*["---"] * len(_HEADING))]
    for pairs in PAIRS:
        parts += lines(pairs)
    return "\n".join([*parts, "", ENDS])


def _line(*cells: str) -> str:
    return f"| {' | '.join(cells)} |"


def main() -> int:
    """Write the table into the document. Returns the exit code, 0."""
    text = DOCUMENT.read_text(encoding="utf-8")
    before, _, rest = text.partition(BEGINS)
    _, _, after = rest.partition(ENDS)
    DOCUMENT.write_text(f"{before}{table()}{after}", encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
