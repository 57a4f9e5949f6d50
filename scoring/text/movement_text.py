"""Writes movements as text: the guide for the director, guide cards, and proposals with their prices."""

from collections.abc import Iterator, Sequence
from itertools import groupby

from scoring.movements.balance import quality
from scoring.movements.cards import (
    GuideRound,
    Lay,
    MovementCard,
    board_moves,
    guide_cards,
    relays,
)
from scoring.movements.change.proposal import Proposal, price_lines
from scoring.movements.check import Breach
from scoring.movements.plan import Movement, MovementRow
from scoring.said import capital
from scoring.text.columns import aligned
from scoring.text.movement_json import tenths
from scoring.text.movement_lines import number_or_dash

_SITES = {"NS": "N-S", "EW": "E-W"}


def movement_as_text(movement: Movement, breaches: Sequence[Breach]) -> str:
    """The guide of a movement and its ``breaches`` as text. Ends with a line feed.

    The guide has a line for each round and a column for each table.
    """
    return "\n".join(_guide(movement, breaches)) + "\n"


def cards_as_text(movement: Movement) -> str:
    """The guide cards of all entries as text, then the tables from which boards come. Ends with a line feed."""
    return "\n".join([*_cards(movement), *_boards(movement)]) + "\n"


def proposals_as_text(proposals: Sequence[Proposal]) -> str:
    """The proposals as text: each way to go on, with its price. Ends with a line feed."""
    lines = []
    for index, proposal in enumerate(proposals, 1):
        lines.append(f"{index}. From round {proposal.from_round} on. {proposal.text}")
        for line in price_lines(proposal):
            lines.append(f"   {line}")
    return "\n".join(lines) + "\n"


def summary(movement: Movement) -> str:
    """The name of a movement with its numbers of tables, rounds, sets and winners, and its balance, in one line."""
    parts = [
        capital(movement.kind),
        _counted(movement.tables, "table"),
        _counted(movement.rounds, "round"),
        _counted(movement.sets, "set"),
        _counted(movement.winners, "winner"),
    ]
    balance = quality(movement)
    if balance is not None:
        parts.append(f"balance {tenths(balance)}")

    return ", ".join(parts)


def _counted(number: int, noun: str) -> str:
    return f"1 {noun}" if number == 1 else f"{number} {noun}s"


def _guide(movement: Movement, breaches: Sequence[Breach]) -> Iterator[str]:
    yield summary(movement)
    yield ""
    yield from aligned(_table(movement), "<" * (1 + movement.tables))
    yield ""
    yield _legend(movement.form)
    if movement.copies > 1:
        yield f"{movement.copies} copies of the boards, so no tables share."
    else:
        for number, boards, tables in movement.sharing:
            yield f"Round {number}: tables {_and(tables)} share set {boards}."

    for number, sit_outs in groupby(movement.sit_outs, key=lambda sit_out: sit_out[0]):
        entries = [entry for _, entry in sit_outs]
        if len(entries) == 1:
            yield f"Round {number}: {movement.noun} {entries[0]} sits out."
        else:
            yield f"Round {number}: {movement.noun}s {_and(entries)} sit out."

    yield from map(str, breaches)
    if breaches:
        yield f"Rules broken: {len(breaches)}."
    else:
        yield "No rule is broken."


def _table(movement: Movement) -> list[list[str]]:
    """The cells of the guide: a heading, then a row for each round with a column for each table."""
    tables = range(1, movement.tables + 1)
    heading = ["Round"]
    heading += [f"Table {table}" for table in tables]
    table_of_cells = [heading]
    for number, rows in movement.by_round.items():
        is_turned = any(row.turned for row in rows)
        cell_of_table = {}
        for row in rows:
            cell_of_table[row.table] = _cell(row, movement.form)
        cells = [f"{number} turned" if is_turned else f"{number}"]
        cells += [cell_of_table.get(table, "") for table in tables]
        table_of_cells.append(cells)

    return table_of_cells


def _legend(form: str) -> str:
    if form == "individual":
        return "1+2 3+4 s5: North and South, East and West, set of boards."
    return "1-2 s3: North-South, East-West, set of boards."


def _cell(row: MovementRow, form: str) -> str:
    north, south, east, west = map(number_or_dash, row.seats)
    if form == "individual":
        return f"{north}+{south} {east}+{west} s{row.set}"
    return f"{north}-{east} s{row.set}"


def _cards(movement: Movement) -> Iterator[str]:
    for card in guide_cards(movement):
        yield _name(card, movement)
        for place in card.places:
            yield f"  Round {place.round:>2}  {_place(place)}"
        yield ""


def _name(card: MovementCard, movement: Movement) -> str:
    name = f"{movement.noun.capitalize()} {card.entry}"
    if card.half:
        name += f", {_SITES[card.half]}"
    return name


def _place(place: GuideRound) -> str:
    if place.table is None:
        return "sits out"

    parts = [f"table {place.table}", _SITES.get(place.seat, place.seat)]
    if place.partner is not None:
        parts.append(f"with {place.partner}")

    parts.append(f"against {_and(place.opponents)}")
    parts.append(f"set {place.set}")
    if place.turned:
        parts.append("boards turned")

    return ", ".join(parts)


def _boards(movement: Movement) -> Iterator[str]:
    """Yield a heading, then a line for each round.

    A line says which set is at each table, from which table the set comes, and which sets are at relays.
    """
    yield "Boards"
    resting = relays(movement)
    for number, lays in groupby(board_moves(movement), key=lambda lay: lay.round):
        line = f"  Round {number:>2}  {', '.join(map(_lay, lays))}"
        if resting[number]:
            sets = [f"set {boards}" for boards in resting[number]]
            line += f"; at rest: {_and(sets)}"
        yield line


def _lay(lay: Lay) -> str:
    text = f"table {lay.table} set {lay.set}"
    if lay.shared_with:
        return f"{text} (shared with table {_and(lay.shared_with)})"
    if lay.comes_from == lay.table:
        return f"{text} (stays)"
    if lay.comes_from is not None:
        return f"{text} (from table {lay.comes_from})"
    return text


def _and(items: Sequence[object]) -> str:
    """The items in one phrase: "1", "1 and 2", "1, 2 and 3"."""
    *first, last = map(str, items)
    if not first:
        return last
    return f"{', '.join(first)} and {last}"
