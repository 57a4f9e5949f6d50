"""Movements as JSON, in a stable form that other programs may rely on."""

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from scoring.movements.balance import quality
from scoring.movements.cards import MovementCard, board_moves, guide_cards, relays
from scoring.movements.change.proposal import Proposal, price_lines
from scoring.movements.check import Breach
from scoring.movements.plan import Movement, MovementRow


def movement_as_json(movement: Movement, breaches: Sequence[Breach]) -> dict[str, Any]:
    """The JSON of a movement: its plan, its balance, and ``breaches``, the rules that the movement breaks.

    An empty seat is null. A row has the entries of both sides, or in an individual the players in four seats. If tables
    play the same set at once because they have copies of the boards, the JSON also has the number of ``copies``.
    """
    balance = quality(movement)
    copies = {"copies": movement.copies} if movement.copies > 1 else {}
    return {
        "tables": movement.tables,
        "rounds": movement.rounds,
        "sets": movement.sets,
        "winners": movement.winners,
        "rows": [_row(row, movement.form) for row in movement.rows],
        "shared": movement.sharing,
        "sit_outs": movement.sit_outs,
        "quality": None if balance is None else tenths(balance),
        "breaches": [breach._asdict() for breach in breaches],
        **copies,
    }


def _row(row: MovementRow, form: str) -> list[int | None]:
    if form == "individual":
        return [row.round, row.table, *row.seats, row.set]
    return [row.round, row.table, row.ns, row.ew, row.set]


def cards_as_json(movement: Movement) -> dict[str, Any]:
    """The JSON of the guide cards of all entries, the tables that boards come from, and the sets at relays."""
    resting = []
    for number, sets in relays(movement).items():
        if sets:
            resting.append([number, sets])
    return {
        "cards": [_card(card) for card in guide_cards(movement)],
        "boards": [lay._asdict() for lay in board_moves(movement)],
        "relays": resting,
    }


def _card(card: MovementCard) -> dict[str, Any]:
    rounds = [place._asdict() for place in card.places]
    return {"entry": card.entry, "half": card.half or None, "rounds": rounds}


def proposal_as_json(proposal: Proposal) -> dict[str, Any]:
    """The JSON of a proposal to change a movement: its text, its price, and the rows of the rounds to come."""
    return {
        "text": proposal.text,
        "from_round": proposal.from_round,
        "price": {**proposal.price._asdict(), "lines": list(price_lines(proposal))},
        "rows": [_row(row, "pairs") for row in proposal.edition],
    }


def tenths(number: Fraction) -> float:
    """The number, rounded to one decimal."""
    return float(round(number, 1))
