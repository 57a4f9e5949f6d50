"""Odd results of a board, which a director may want to check because other tables contradict them. None is refused.

Only strong contradictions count, so that the director does not check in vain: a sacrifice, a slam that only one table
bid, or a large penalty is bridge, and not odd.
"""

from bisect import bisect_left
from collections import Counter
from collections.abc import Sequence
from itertools import pairwise
from typing import Final, NamedTuple

from scoring.deals import Deal
from scoring.duplicate.board import score_board
from scoring.said import Figure, said
from scoring.values import Seat, Side, Strain

LEAST_OTHERS: Final = 3
"""The least number of other results that must contradict a result for it to be odd."""
FAR: Final = 1000
"""The points by which a result must differ from every other result to be far from the field."""
GAME_IN_NOTRUMP: Final = 3
_NOTRUMP: Final = said("notrump")
Sides = Counter[tuple[Strain, Side]]
"""For a strain and a side, the number of tables at which the side played in the strain."""


class EnteredResult(NamedTuple):
    """A result as it was entered. The seats follow the cards: North held the North cards, also on a turned board."""

    deal: Deal
    lead: str = ""
    """The card led, suit and rank, such as DK; empty if it was not entered."""


def oddities(board: int, results: Sequence[EnteredResult]) -> list[tuple[str, ...]]:
    """The sentences that say why a result looks odd, a tuple for each of ``results``; most tuples are empty.

    >>> from scoring.quickline import parse_deal
    >>> oddities(1, [EnteredResult(parse_deal(line)) for line in ("4sn=", "4ss=", "4sn+1", "4se=")])[3]
    ('Spades: North-South at 3 other tables, and here East-West. A turned board, or the wrong declarer?',)

    Raises:
        InvalidBoard: for a number that no board has.
        InvalidDeal: for facts that only royal auction knows.
    """
    tables = Counter([result.deal.ordinal for result in results])
    sides: Sides = Counter()
    points: dict[int, int] = {}
    for deal in {result.deal.ordinal: result.deal for result in results}.values():
        points[deal.ordinal] = score_board(board, deal).score
        if deal.contract and deal.side:
            sides[deal.contract.strain, deal.side] += tables[deal.ordinal]

    has_leads = any(result.lead for result in results)
    if (
        not has_leads
        and not _are_split(sides)
        and not _are_apart(sorted(points.values()))
    ):
        return [()] * len(results)  # the usual case: a session has hundreds of results

    scores = [points[result.deal.ordinal] for result in results]
    in_order = sorted(scores)
    odd = []
    for index, result in enumerate(results):
        sentences = (
            _turned(result, sides),
            _far(scores[index], in_order),
            _led_elsewhere(result, results, index),
        )
        odd.append(tuple(filter(None, sentences)))

    return odd


def _are_split(sides: Sides) -> bool:
    """True if in some strain one side played at a single table, and the other side at three tables or more."""
    return any(
        tables == 1 and sides[strain, side.other] >= LEAST_OTHERS
        for (strain, side), tables in sides.items()
    )


def _are_apart(in_order: Sequence[int]) -> bool:
    """True if a score differs by a thousand points or more from the next score in the sorted scores."""
    return any(after - before >= FAR for before, after in pairwise(in_order))


def _turned(here: EnteredResult, sides: Sides) -> str:
    """The sentence for a result whose strain the other side played at three tables or more; otherwise empty.

    It is empty too if declarer's side played in the strain at another table, and for notrump below the level of game.
    """
    contract, declarer = here.deal.contract, here.deal.declarer
    if contract is None or declarer is None:
        return ""
    if contract.strain is Strain.NOTRUMP and contract.level < GAME_IN_NOTRUMP:
        return ""  # a part score in notrump belongs to either side

    other = declarer.side.other
    tables = sides[contract.strain, other]
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
    """The sentence for a score that differs from every other by a thousand points or more; otherwise empty.

    It is also empty if the board has only three scores or fewer. ``in_order`` are all scores of the board, sorted; this
    score is among them.
    """
    if len(in_order) <= LEAST_OTHERS:
        return ""
    place = bisect_left(in_order, score)
    neighbours = [
        *in_order[max(place - 1, 0) : place],
        *in_order[place + 1 : place + 2],
    ]
    if any(abs(score - neighbour) < FAR for neighbour in neighbours):
        return ""
    return said(
        "{points} points or more from the result of every other table.",
        points=Figure(f"{FAR:,}"),
    )


def _led_elsewhere(
    here: EnteredResult, results: Sequence[EnteredResult], index: int
) -> str:
    """The sentence for a led card that most of the other tables led from another hand; otherwise empty.

    Only tables that led the same card are counted, without the table of ``here``. ``index`` is the place of ``here`` in
    ``results``.
    """
    leader = _leader(here)
    if leader is None:
        return ""

    leaders: Counter[Seat] = Counter()
    for place, result in enumerate(results):
        other = _leader(result)
        if other is not None and result.lead == here.lead and place != index:
            leaders[other] += 1

    from_here = leaders.pop(leader, 0)
    if leaders.total() <= from_here:
        return ""

    [(other, _)] = leaders.most_common(1)
    return said(
        "The same card was led by {leader} here, and by {other} elsewhere: the declarer or the lead is wrong.",
        leader=leader.word,
        other=other.word,
    )


def _leader(result: EnteredResult) -> Seat | None:
    """The seat that led; None if no lead was entered, or if the deal was passed out."""
    if not result.lead or result.deal.declarer is None:
        return None
    return result.deal.declarer.next
