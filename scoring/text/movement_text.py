"""A movement in characters: the guide of the director, guide cards, and what changes cost."""

from collections.abc import Iterator, Sequence
from itertools import groupby

from scoring.movements.balance import quality
from scoring.movements.cards import Card, Lay, Place, board_moves, guide_cards, relays
from scoring.movements.change.proposal import Proposal, price_lines
from scoring.movements.check import Breach
from scoring.movements.plan import Movement, Row
from scoring.text.movement_json import tenths

_SITES = {"NS": "N-S", "EW": "E-W"}


def movement_as_text(movement: Movement, breaches: Sequence[Breach]) -> str:
    """The guide: a line for each round, a column for each table. Ends with a line feed."""
    return "\n".join(_guide(movement, breaches)) + "\n"


def cards_as_text(movement: Movement) -> str:
    """A guide card for everybody, and where the boards come from. Ends with a line feed."""
    return "\n".join([*_cards(movement), *_boards(movement)]) + "\n"


def proposals_as_text(proposals: Sequence[Proposal]) -> str:
    """Ways to go on, each with its price. Ends with a line feed."""
    lines = []
    for index, proposal in enumerate(proposals, 1):
        lines += [f"{index}. From round {proposal.from_round} on. {proposal.text}"]
        lines += (f"   {line}" for line in price_lines(proposal))
    return "\n".join(lines) + "\n"


def summary(movement: Movement) -> str:
    """The name and the figures, in one line."""
    counts = (
        (movement.tables, "table"),
        (movement.rounds, "round"),
        (movement.sets, "set"),
        (movement.winners, "winner"),
    )
    parts = [
        movement.kind[:1].upper() + movement.kind[1:],
        *(f"{number} {word}{'s' * (number != 1)}" for number, word in counts),
    ]
    balance = quality(movement)
    return ", ".join(parts) + ("" if balance is None else f", balance {tenths(balance)}")


def _guide(movement: Movement, breaches: Sequence[Breach]) -> Iterator[str]:
    yield summary(movement)
    yield ""
    head = ["Round", *(f"Table {table}" for table in range(1, movement.tables + 1))]
    lines = [head]
    for number, rows in movement.by_round.items():
        cells = {row.table: _cell(row, movement.form) for row in rows}
        turned = " turned" if any(row.turned for row in rows) else ""
        lines.append([f"{number}{turned}", *(cells.get(table, "") for table in range(1, movement.tables + 1))])
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    for cells_of_line in lines:
        yield "  ".join(f"{cell:<{width}}" for cell, width in zip(cells_of_line, widths, strict=True)).rstrip()
    yield ""
    yield _legend(movement.form)
    for number, boards, tables in movement.sharing:
        yield f"Round {number}: tables {_and(tables)} share set {boards}."
    for number, sitting in groupby(movement.sit_outs, key=lambda each: each[0]):
        entries = [entry for _, entry in sitting]
        many = "s" if len(entries) > 1 else ""
        yield f"Round {number}: {movement.noun}{many} {_and(entries)} sit{'' if many else 's'} out."
    yield from map(str, breaches)
    yield "No rule is broken." if not breaches else f"Rules broken: {len(breaches)}."


def _legend(form: str) -> str:
    if form == "individual":
        return "1+2 3+4 s5: North and South, East and West, set of boards."
    return "1-2 s3: North-South, East-West, set of boards."


def _cell(row: Row, form: str) -> str:
    north, south, east, west = ("-" if entry is None else str(entry) for entry in row[2:6])
    seats = f"{north}+{south} {east}+{west}" if form == "individual" else f"{north}-{east}"
    return f"{seats} s{row.set}"


def _cards(movement: Movement) -> Iterator[str]:
    for card in guide_cards(movement):
        yield _name(card, movement)
        for place in card.places:
            yield f"  Round {place.round:>2}  {_place(place)}"
        yield ""


def _name(card: Card, movement: Movement) -> str:
    name = f"{movement.noun.capitalize()} {card.entry}"
    return f"{name}, {_SITES[card.half]}" if card.half else name


def _place(place: Place) -> str:
    if place.table is None:
        return "sits out"
    seat = f"table {place.table}, {_SITES.get(place.seat, place.seat)}"
    partner = "" if place.partner is None else f", with {place.partner}"
    turned = ", boards turned" if place.turned else ""
    return f"{seat}{partner}, against {_and(place.opponents)}, set {place.set}{turned}"


def _boards(movement: Movement) -> Iterator[str]:
    """Yield where the boards come from; one line for all rounds that go alike."""
    yield "Boards"
    resting = relays(movement)
    for number, lays in groupby(board_moves(movement), key=lambda lay: lay.round):
        at_rest = f"; at rest: {_and([f'set {boards}' for boards in resting[number]])}" if resting[number] else ""
        yield f"  Round {number:>2}  {', '.join(map(_lay, lays))}{at_rest}"


def _lay(lay: Lay) -> str:
    if lay.comes_from == lay.table:
        source = " (stays)"
    else:
        source = "" if lay.comes_from is None else f" (from table {lay.comes_from})"
    shared = f" (shared with table {_and(lay.shared_with)})" if lay.shared_with else ""
    return f"table {lay.table} set {lay.set}{shared or source}"


def _and(items: Sequence[object]) -> str:
    *first, last = map(str, items)
    return f"{', '.join(first)} and {last}" if first else last
