"""Honours and chicane of royal auction (Laws 5, 6, 9 and 10): by the holdings of all four hands, never doubled."""

from functools import cache
from typing import Final

from scoring.deals import ACES, MINUS, TRUMP_HONOURS, Deal
from scoring.errors import InvalidDeal
from scoring.said import Said, said
from scoring.sheet import Kind, ScoreLine, Where
from scoring.systems.royal_auction import tables as table
from scoring.values import Seat, Side, Strain
from scoring.words import NUMBERS

Lines = tuple[ScoreLine, ...]
Holdings = tuple[tuple[Seat, int], ...]
HONOURS_LAW: Final = said("Law {number}", number=6)
CHICANE_LAW: Final = said("Law {number}", number=9)
_ACES_NOT_PLACED: Final = "These are {placed} of the four aces: say how many each hand held, or leave them all out."
_HONOURS_NOT_PLACED: Final = (
    "These are {placed} of the five trump honours: say how many each hand held, or leave them all out."
)


def honours_lines(deal: Deal, strain: Strain, trick_value: int, *, chicane: bool) -> Lines:
    """The honours of the side that held most of them, and with ``chicane`` what void hands add or take away.

    ``strain`` is that of the contract and ``trick_value`` that of one undoubled trick. No holdings given, no honours
    scored. The only negative points of the game stand here, on the side whose honours the adversaries' chicane lowers.

    Raises InvalidDeal when holdings are given that do not add up to all honours, or chicane without holdings.
    """
    notrump = strain is Strain.NOTRUMP
    voids = deal.voids if chicane and not notrump else ()
    if deal.honours:
        return _holding_lines(deal.honours, voids, notrump, trick_value)
    if voids:
        message = "Chicane counts with the honours: say how many each hand held, or leave the void out."
        raise InvalidDeal(message, field="voids")
    return ()


def in_trick_values(total: int, most: int) -> int:
    """The worth of a side's trump honours, in trick values: ``total`` between partners, ``most`` of them in one hand.

    >>> in_trick_values(4, 2), in_trick_values(4, 4), in_trick_values(5, 4), in_trick_values(5, 5)
    (4, 8, 9, 10)
    """
    if total > most in table.HONOURS_IN_ONE_HAND:
        return table.FOUR_AND_FIFTH_WITH_PARTNER
    return table.HONOURS_IN_ONE_HAND.get(most) or table.HONOURS_BETWEEN[total]


@cache
def _holding_lines(honours: Holdings, voids: tuple[Seat, ...], notrump: bool, trick_value: int) -> Lines:
    _check_all_placed(honours, ACES if notrump else TRUMP_HONOURS)
    lines = []
    for side in Side:
        counts = sorted(count for seat, count in honours if seat.side is side)
        total, most = sum(counts), counts[-1] if counts else 0
        if total in (table.ACES_BETWEEN if notrump else table.HONOURS_BETWEEN):
            lines.append(_aces_line(side, total, most) if notrump else _honours_line(side, total, most, trick_value))
            lines += [_chicane_line(side, held, trick_value) for held in _void_hands(voids, side)]
    return tuple(lines)


def _check_all_placed(honours: Holdings, in_pack: int) -> None:
    placed = sum(count for _, count in honours)
    if placed != in_pack:
        form = _ACES_NOT_PLACED if in_pack == ACES else _HONOURS_NOT_PLACED
        raise InvalidDeal(said(form, placed=NUMBERS[placed]), field="honours")


def _void_hands(voids: tuple[Seat, ...], holder: Side) -> list[tuple[Seat, ...]]:
    """The void hands of each side that has any, those of the honours' holder first."""
    hands = [tuple(seat for seat in voids if seat.side is side) for side in (holder, holder.other)]
    return [held for held in hands if held]


def _honours_line(side: Side, total: int, most: int, trick_value: int) -> ScoreLine:
    times, place = in_trick_values(total, most), _place(total, most)
    if total > most in table.HONOURS_IN_ONE_HAND:
        what = said("four honours in one hand and the fifth in the other")
    elif total == TRUMP_HONOURS:
        what = said("all {number} honours{place}", number=NUMBERS[total], place=place)
    else:
        what = said("{number} honours{place}", number=NUMBERS[total], place=place)
    points = times * trick_value
    text = said("{side} held {what}: {sum}.", side=side.word, what=what, sum=f"{times} × {trick_value} = {points}")
    return ScoreLine(side, Where.ABOVE, points, Kind.HONOURS, HONOURS_LAW, text)


def _aces_line(side: Side, total: int, most: int) -> ScoreLine:
    points = table.ACES_IN_ONE_HAND.get(most) or table.ACES_BETWEEN[total]
    text = said(
        "{side} held {number} aces{place} at no-trump: {points}.",
        side=side.word,
        number=NUMBERS[total],
        place=_place(total, most),
        points=points,
    )
    return ScoreLine(side, Where.ABOVE, points, Kind.HONOURS, HONOURS_LAW, text)


def _place(total: int, most: int) -> Said:
    if most in table.HONOURS_IN_ONE_HAND:
        return said(" in one hand")
    return said(" between them") if total > most else said("")


def _chicane_line(holder: Side, void: tuple[Seat, ...], trick_value: int) -> ScoreLine:
    times, own = table.CHICANE[len(void)], void[0].side is holder
    points = times * trick_value
    sign = "" if own else MINUS
    text = said(
        "{hands}, {effect}: {sum}.",
        hands=_void_in_words(void),
        effect=said("added to the honours of {side}" if own else "taken off the honours of {side}", side=holder.word),
        sum=f"{sign}{times} × {trick_value} = {sign}{points}",
    )
    return ScoreLine(holder, Where.ABOVE, points if own else -points, Kind.CHICANE, CHICANE_LAW, text)


def _void_in_words(void: tuple[Seat, ...]) -> Said:
    if len(void) == 1:
        return said("Chicane, {seat} without a trump", seat=void[0].word)
    return said("Double chicane, {one} and {other} without a trump", one=void[0].word, other=void[1].word)
