"""Results of a board that a director may want to look at, because the other tables say otherwise. None is refused.

Strict, so that what is named is worth the way: a sacrifice, a slam that one table bid or a bad set is bridge, and no
oddity.
"""

from bisect import bisect_left
from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Final, NamedTuple

from scoring.deals import Deal
from scoring.duplicate.board import score_board
from scoring.said import Figure, said
from scoring.values import Seat, Side, Strain

LEAST_OTHERS: Final = 3
"""The results of other tables without which nothing is odd."""
FAR: Final = 1000
"""The points by which a result that is far from the field differs from every other."""
GAME_IN_NOTRUMP: Final = 3
_NOTRUMP: Final = said("notrump")


class Told(NamedTuple):
    """A result of a board, by the cards: of a turned board too, North is who held the North cards."""

    deal: Deal
    lead: str = ""
    """Suit and rank, such as DK; empty where it was not entered."""


def oddities(board: int, told: Sequence[Told]) -> list[tuple[str, ...]]:
    """For each result of a board what is odd about it, a sentence each; mostly nothing.

    >>> from scoring.quickline import parse_deal
    >>> oddities(1, [Told(parse_deal(line)) for line in ("4sn=", "4ss=", "4sn+1", "4se=")])[3]
    ('Spades: North-South at 3 other tables, and here East-West. A turned board, or the wrong declarer?',)

    Raises:
        InvalidBoard: for a number that no board has.
    """
    alike = {each.deal.ordinal: each.deal for each in told}
    points = {ordinal: score_board(board, deal).score for ordinal, deal in alike.items()}
    sides: Counter[tuple[Strain, Side]] = Counter()
    for ordinal, tables in Counter([each.deal.ordinal for each in told]).items():
        deal = alike[ordinal]
        if deal.contract and deal.side:
            sides[deal.contract.strain, deal.side] += tables
    if not (_are_split(sides) or _are_apart(sorted(points.values())) or any(each.lead for each in told)):
        return [()] * len(told)  # as of most boards: a session has hundreds of results
    scores = [points[each.deal.ordinal] for each in told]
    in_order = sorted(scores)
    found = []
    for index, each in enumerate(told):
        reasons = (_turned(each, sides), _far(scores[index], in_order), _led_elsewhere(each, told, index))
        found.append(tuple(filter(None, reasons)))
    return found


def _are_split(sides: Mapping[tuple[Strain, Side], int]) -> bool:
    """Whether a suit was played one way at a single table, and the other way at three or more."""
    return any(
        tables == 1 and sides.get((strain, side.other), 0) >= LEAST_OTHERS for (strain, side), tables in sides.items()
    )


def _are_apart(in_order: Sequence[int]) -> bool:
    """Whether some result differs by a thousand points or more from the next one."""
    return any(after - before >= FAR for before, after in pairwise(in_order))


def _turned(here: Told, sides: Mapping[tuple[Strain, Side], int]) -> str:
    """The sentence where three tables or more played in this suit the other way round, and no other this way.

    `sides` counts all tables.
    """
    contract, declarer = here.deal.contract, here.deal.declarer
    if contract is None or declarer is None:
        return ""
    if contract.strain is Strain.NOTRUMP and contract.level < GAME_IN_NOTRUMP:
        return ""  # a part score in notrump belongs to either side
    other = declarer.side.other
    tables = sides.get((contract.strain, other), 0)
    if sides[contract.strain, declarer.side] > 1 or tables < LEAST_OTHERS:
        return ""
    strain = _NOTRUMP if contract.strain is Strain.NOTRUMP else contract.strain.word
    return said(
        "{strain:capital}: {others} at {tables} other tables, and here {side}. A turned board, or the wrong declarer?",
        strain=strain,
        others=other.word,
        tables=tables,
        side=declarer.side.word,
    )


def _far(score: int, in_order: Sequence[int]) -> str:
    """The sentence where every other result differs by a thousand points or more. Of all in order, this among them."""
    place = bisect_left(in_order, score)
    beside = [*in_order[max(place - 1, 0) : place], *in_order[place + 1 : place + 2]]
    if len(in_order) <= LEAST_OTHERS or min(abs(score - each) for each in beside) < FAR:
        return ""
    return said("{points} points or more from the result of every other table.", points=Figure(f"{FAR:,}"))


def _led_elsewhere(here: Told, told: Sequence[Told], index: int) -> str:
    """The sentence where the same card was led from another hand, unless more tables have it in this one."""
    leader = _leader(here)
    if leader is None:
        return ""
    leaders = [_leader(each) for place, each in enumerate(told) if each.lead == here.lead and place != index]
    elsewhere = [each for each in leaders if each not in (None, leader)]
    if not elsewhere or len(elsewhere) < leaders.count(leader) + 1:
        return ""
    other = Counter(elsewhere).most_common(1)[0][0]
    assert other
    return said(
        "The same card was led by {leader} here, and by {other} elsewhere: the declarer or the lead is wrong.",
        leader=leader.word,
        other=other.word,
    )


def _leader(told: Told) -> Seat | None:
    return told.deal.declarer.next if told.lead and told.deal.declarer else None
