"""Revokes in royal auction (Laws 84 and 89): the points for them, and the tricks that are taken instead.

A quick line has ``!ew`` once for each established revoke of a side, and ``t3ns`` when the declarer took three tricks
for it instead of the points. Failing to play as directed (Law 73) counts as a revoke; dummy's revoke (Law 63) does not.
"""

from functools import cache
from typing import Final, NoReturn

from scoring.deals import Deal
from scoring.errors import InvalidDeal
from scoring.said import Said, said
from scoring.sheet import Kind, ScoreLine, Where
from scoring.systems.royal_auction import tables as table
from scoring.values import TRICKS, Side
from scoring.words import NUMBERS

LAW: Final = said("Law {number}", number=84)
LAW_OF_BOTH: Final = said("Law {number}", number=89)


def tricks_taken(deal: Deal) -> int:
    """The number of tricks that declarer took for the adversaries' revoke: 0, 3, or all that they had if fewer.

    Raises InvalidDeal for tricks that no revoke allows.
    """
    if not deal.transferred:
        return 0

    (side, taken), *more = deal.transferred
    if more or side is not deal.side:
        _refuse(
            "Only declarer takes tricks for a revoke; the adversaries get points for his."
        )
    if side in deal.revokes:
        _refuse("A side that revoked itself takes no tricks for the other’s revoke.")
    if side.other not in deal.revokes:
        _refuse(
            said(
                "Tricks change hands only for a revoke: add !{side}.",
                side=side.other.lower(),
            )
        )

    is_all = deal.tricks == TRICKS
    if taken > table.REVOKE_TRICKS or (taken < table.REVOKE_TRICKS and not is_all):
        form = "Three tricks are taken for a revoke, or all that the adversaries have, and not {number}."
        _refuse(said(form, number=NUMBERS[taken]))

    return taken


def revoke_lines(deal: Deal, taken: int, first: int) -> tuple[ScoreLine, ...]:
    """The lines for revokes: the other side gets ``first`` points for a first revoke, 100 for each further revoke.

    If tricks were ``taken``, the first revoke brings no points. If both sides revoked, the first revokes of both cancel
    out, and only further revokes bring points (Law 89).
    """
    lines = []
    both = len(set(deal.revokes)) == len(Side)
    for side in Side:
        revokes = deal.revokes.count(side)
        if revokes and not both and not taken:
            lines.append(_first_line(side, first))
        if revokes > 1:
            law = LAW_OF_BOTH if both else LAW
            lines.append(_further_line(side, revokes - 1, law))

    return tuple(lines)


def _refuse(message: str) -> NoReturn:
    raise InvalidDeal(message, field="transferred")


@cache
def _first_line(revoking: Side, points: int) -> ScoreLine:
    text = said(
        "{side} revoked and score only honours and chicane: {points}.",
        side=revoking.word,
        points=points,
    )
    return ScoreLine(revoking.other, Where.ABOVE, points, Kind.REVOKE, LAW, text)


@cache
def _further_line(revoking: Side, further: int, law: str) -> ScoreLine:
    points = further * table.FURTHER_REVOKE
    if further == 1:
        text = said(
            "{side} revoked once more: {points}.", side=revoking.word, points=points
        )
    else:
        times: Said | int = further
        if further < len(NUMBERS):
            times = NUMBERS[further]
        terms = f"{further} × {table.FURTHER_REVOKE} = {points}"
        text = said(
            "{side} revoked {number} times more: {sum}.",
            side=revoking.word,
            number=times,
            sum=terms,
        )

    return ScoreLine(revoking.other, Where.ABOVE, points, Kind.REVOKE, law, text)
