"""Honours and chicane of royal auction (Laws 5, 6, 9 and 10): by the holdings of all four hands, never doubled."""

from functools import cache
from typing import Final

from scoring.deals import ACES, MINUS, TRUMP_HONOURS, Deal
from scoring.errors import InvalidDeal
from scoring.sheet import Kind, ScoreLine, Where
from scoring.systems.royal_auction import tables as table
from scoring.values import Seat, Side, Strain
from scoring.words import NUMBERS

Lines = tuple[ScoreLine, ...]
Holdings = tuple[tuple[Seat, int], ...]
HONOURS_LAW: Final = "Law 6"
CHICANE_LAW: Final = "Law 9"


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
        what = "aces" if in_pack == ACES else "trump honours"
        message = (
            f"These are {NUMBERS[placed]} of the {NUMBERS[in_pack]} {what}: "
            "say how many each hand held, or leave them all out."
        )
        raise InvalidDeal(message, field="honours")


def _void_hands(voids: tuple[Seat, ...], holder: Side) -> list[tuple[Seat, ...]]:
    """The void hands of each side that has any, those of the honours' holder first."""
    hands = [tuple(seat for seat in voids if seat.side is side) for side in (holder, holder.other)]
    return [held for held in hands if held]


def _honours_line(side: Side, total: int, most: int, trick_value: int) -> ScoreLine:
    times = in_trick_values(total, most)
    if total > most in table.HONOURS_IN_ONE_HAND:
        what = "four honours in one hand and the fifth in the other"
    else:
        what = f"{'all ' if total == TRUMP_HONOURS else ''}{NUMBERS[total]} honours{_place(total, most)}"
    points = times * trick_value
    text = f"{side.word} held {what}: {times} × {trick_value} = {points}."
    return ScoreLine(side, Where.ABOVE, points, Kind.HONOURS, HONOURS_LAW, text)


def _aces_line(side: Side, total: int, most: int) -> ScoreLine:
    points = table.ACES_IN_ONE_HAND.get(most) or table.ACES_BETWEEN[total]
    text = f"{side.word} held {NUMBERS[total]} aces{_place(total, most)} at no-trump: {points}."
    return ScoreLine(side, Where.ABOVE, points, Kind.HONOURS, HONOURS_LAW, text)


def _place(total: int, most: int) -> str:
    if most in table.HONOURS_IN_ONE_HAND:
        return " in one hand"
    return " between them" if total > most else ""


def _chicane_line(holder: Side, void: tuple[Seat, ...], trick_value: int) -> ScoreLine:
    times, own = table.CHICANE[len(void)], void[0].side is holder
    hands, name = " and ".join(seat.word for seat in void), "Chicane" if len(void) == 1 else "Double chicane"
    points = times * trick_value
    if own:
        effect = f"added to the honours of {holder.word}: {times} × {trick_value} = {points}"
    else:
        effect = f"taken off the honours of {holder.word}: {MINUS}{times} × {trick_value} = {MINUS}{points}"
    text = f"{name}, {hands} without a trump, {effect}."
    return ScoreLine(holder, Where.ABOVE, points if own else -points, Kind.CHICANE, CHICANE_LAW, text)
