"""Template context of the papers: guide cards by entry, and board-moving instructions by table."""

from collections import defaultdict
from dataclasses import dataclass

from django.utils.translation import pgettext

from clubscore.duplicate.session.lineup import (
    PLACES,
    TableSide,
    boards_named,
    side,
    side_at,
    table_line,
    table_name,
)
from clubscore.duplicate.session.state import SectionState, SessionState
from scoring.movements.cards import (
    GuideRound,
    Lay,
    MovementCard,
    board_moves,
    guide_cards,
    relays,
)
from scoring.movements.plan import boards_of


@dataclass(frozen=True, slots=True)
class CardRound:
    """One round of a guide card. If `table` is empty, the owner of the card sits out."""

    round: int
    table: str = ""
    line: str = ""
    boards: str = ""
    against: str = ""
    turned: bool = False
    partner: str = ""
    """The number of the partner in an individual; empty in other forms of play."""


@dataclass(frozen=True, slots=True)
class GuideCard:
    """The rounds of one pair, player or half of a team through the session, for a printed card."""

    section: str
    entry: TableSide
    rounds: tuple[CardRound, ...]


@dataclass(frozen=True, slots=True)
class TableRound:
    """One round at a table: the two sides that play, their boards, and the place that the boards come from."""

    round: int
    ns: TableSide
    ew: TableSide
    boards: str
    comes_from: str
    shared_with: str
    turned: bool
    is_played: bool


def cards_of(state: SessionState) -> list[GuideCard]:
    """The guide cards: one for every number of every section, or two for a team, one for each half."""
    cards = []
    for section in state.sections:
        for card in guide_cards(section.movement):
            owner = _owner(state, section, card)
            rounds = _rounds(state, section, card)
            cards.append(GuideCard(section.letter, owner, rounds))
    return cards


def _owner(state: SessionState, section: SectionState, card: MovementCard) -> TableSide:
    """The pair, player or half of a team whose rounds are on the card."""
    round = max(state.round, 1)
    if not card.half:
        return side(section, card.entry, round)
    for row in section.movement.rows:
        number = row.ns if card.half == "NS" else row.ew
        if number == card.entry:
            return side_at(section, row._replace(round=round), card.half)
    return side(section, card.entry, round)


def _rounds(
    state: SessionState, section: SectionState, card: MovementCard
) -> tuple[CardRound, ...]:
    return tuple(_round(state, section, place) for place in card.places)


def _round(state: SessionState, section: SectionState, place: GuideRound) -> CardRound:
    """One round of a guide card, made from one round of the movement's card (`place`).

    If the entry sits out, the result has only the number of the round.
    """
    if place.table is None or place.set is None:
        return CardRound(place.round)
    opponents = ", ".join(str(number) for number in place.opponents)
    return CardRound(
        place.round,
        table_name(state, section, place.table),
        str(PLACES[place.seat]),
        boards_named(boards_of(place.set, state.session.boards_a_round)),
        opponents,
        place.turned,
        f"{place.partner or ''}",
    )


def tables_of(state: SessionState) -> list[tuple[str, list[TableRound]]]:
    """Each table of the session by its name, with what happens at the table in each round."""
    rounds: dict[str, list[TableRound]] = defaultdict(list)
    for section in state.sections:
        for lay in board_moves(section.movement):
            table = table_name(state, section, lay.table)
            rounds[table].append(_table_round(state, section, lay))
    return list(rounds.items())


def _table_round(state: SessionState, section: SectionState, lay: Lay) -> TableRound:
    row = section.row_at(lay.round, lay.table)
    assert row is not None  # board_moves goes through the rows
    line = table_line(state, section, row)
    return TableRound(
        lay.round,
        line.ns,
        line.ew,
        line.boards,
        _source(state, section, lay),
        ", ".join(table_name(state, section, table) for table in lay.shared_with),
        line.turned,
        line.is_played,
    )


def _source(state: SessionState, section: SectionState, lay: Lay) -> str:
    """The place that the boards of a table and round (`lay`) come from, in words.

    It is a table, the relay, `stay here`, or `dealt here` in the first round.
    """
    if lay.round == 1:
        return pgettext("from where boards come", "dealt here")
    if lay.comes_from is None:
        return pgettext("from where boards come", "the relay")
    if lay.comes_from == lay.table:
        return pgettext("from where boards come", "stay here")
    table = table_name(state, section, lay.comes_from)
    return pgettext("from where boards come", "table %(table)s") % {"table": table}


def relays_of(state: SessionState) -> list[tuple[str, int, str]]:
    """The boards that wait on a relay in a round, at no table, because a later round needs them.

    Each item has the section's letter, the round and the boards in words.
    """
    size = state.session.boards_a_round
    lying = []
    for section in state.sections:
        for round, sets in relays(section.movement).items():
            for board_set in sets:
                boards = boards_named(boards_of(board_set, size))
                lying.append((section.letter, round, boards))
    return lying
