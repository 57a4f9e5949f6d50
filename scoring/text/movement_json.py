"""The JSON of a movement promised to other programs."""

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from scoring.movements.balance import quality
from scoring.movements.cards import board_moves, guide_cards, relays
from scoring.movements.change.proposal import Proposal, price_lines
from scoring.movements.check import Breach
from scoring.movements.plan import Movement


def movement_as_json(movement: Movement, breaches: Sequence[Breach]) -> dict[str, Any]:
    """The plan. Nobody is null; an individual's rows have four players."""
    individual = movement.form == "individual"
    seats = [row[2:6] if individual else (row.ns, row.ew) for row in movement.rows]
    balance = quality(movement)
    return {
        "tables": movement.tables,
        "rounds": movement.rounds,
        "sets": movement.sets,
        "winners": movement.winners,
        "rows": [[row.round, row.table, *who, row.set] for row, who in zip(movement.rows, seats, strict=True)],
        "shared": [[number, boards, list(tables)] for number, boards, tables in movement.sharing],
        "sit_outs": [list(each) for each in movement.sit_outs],
        "quality": None if balance is None else tenths(balance),
        "breaches": [
            {"rule": each.rule, "round": each.round, "table": each.table, "text": each.text} for each in breaches
        ],
    }


def cards_as_json(movement: Movement) -> dict[str, Any]:
    """Guide cards, and where the boards of each table come from."""
    return {
        "cards": [
            {"entry": card.entry, "half": card.half or None, "rounds": [place._asdict() for place in card.places]}
            for card in guide_cards(movement)
        ],
        "boards": [lay._asdict() for lay in board_moves(movement)],
        "relays": [[number, list(sets)] for number, sets in relays(movement).items() if sets],
    }


def proposal_as_json(proposal: Proposal) -> dict[str, Any]:
    """A change with its price; its rows are those from its round on."""
    return {
        "text": proposal.text,
        "from_round": proposal.from_round,
        "price": {**proposal.price._asdict(), "lines": list(price_lines(proposal))},
        "rows": [[row.round, row.table, row.ns, row.ew, row.set] for row in proposal.edition],
    }


def tenths(number: Fraction) -> float:
    """A number with one decimal."""
    return float(round(number, 1))
