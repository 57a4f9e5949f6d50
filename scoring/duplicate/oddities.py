"""Results of a board that a director may want to look at, because the other tables say otherwise. None is refused.

Strict, so that what is named is worth the way: a sacrifice, a slam that one table bid or a bad set is bridge, and no
oddity.
"""

from collections import Counter
from collections.abc import Sequence
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
    scores = [score_board(board, each.deal).score for each in told]
    found = []
    for index, each in enumerate(told):
        others = [*told[:index], *told[index + 1 :]]
        other_scores = [*scores[:index], *scores[index + 1 :]]
        reasons = (_turned(each, others), _far(scores[index], other_scores), _led_elsewhere(each, others))
        found.append(tuple(filter(None, reasons)))
    return found


def _turned(here: Told, others: Sequence[Told]) -> str:
    """The sentence where three tables or more played in this suit the other way round, and none this way."""
    contract, declarer = here.deal.contract, here.deal.declarer
    if contract is None or declarer is None:
        return ""
    if contract.strain is Strain.NOTRUMP and contract.level < GAME_IN_NOTRUMP:
        return ""  # a part score in notrump belongs to either side
    sides: Counter[Side] = Counter(
        each.deal.declarer.side
        for each in others
        if each.deal.contract and each.deal.declarer and each.deal.contract.strain is contract.strain
    )
    other = declarer.side.other
    if sides[declarer.side] or sides[other] < LEAST_OTHERS:
        return ""
    strain = _NOTRUMP if contract.strain is Strain.NOTRUMP else contract.strain.word
    return said(
        "{strain:capital}: {others} at {tables} other tables, and here {side}. A turned board, or the wrong declarer?",
        strain=strain,
        others=other.word,
        tables=sides[other],
        side=declarer.side.word,
    )


def _far(score: int, others: Sequence[int]) -> str:
    """The sentence where every other result differs by a thousand points or more."""
    if len(others) < LEAST_OTHERS or min(abs(score - each) for each in others) < FAR:
        return ""
    return said("{points} points or more from the result of every other table.", points=Figure(f"{FAR:,}"))


def _led_elsewhere(here: Told, others: Sequence[Told]) -> str:
    """The sentence where the same card was led from another hand, unless more tables have it in this one."""
    leader = _leader(here)
    if leader is None:
        return ""
    leaders = [_leader(each) for each in others if each.lead == here.lead]
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
