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
    "These are {placed} of the five trump honours: say how many each hand held,"
    " or leave them all out."
)


def honours_lines(
    deal: Deal, strain: Strain, trick_value: int, *, chicane: bool
) -> Lines:
    """The lines for the honours of the side that held most of them, and for chicane (hands void of trumps).

    ``strain`` is the strain of the contract, ``trick_value`` the value of one undoubled trick. ``chicane`` is True
    if void hands count: a void of this side adds points, a void of the adversaries deducts points. No other points of
    the game are negative. Without holdings there are no lines.

    Raises InvalidDeal for holdings that do not add up to all honours, and for chicane without holdings.
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
    """The value of a side's trump honours, as a multiple of the value of one trick.

    The side held ``total`` honours, ``most`` of them in one hand.

    >>> in_trick_values(4, 2), in_trick_values(4, 4), in_trick_values(5, 4), in_trick_values(5, 5)
    (4, 8, 9, 10)
    """
    if total > most in table.HONOURS_IN_ONE_HAND:
        return table.FOUR_AND_FIFTH_WITH_PARTNER
    return table.HONOURS_IN_ONE_HAND.get(most) or table.HONOURS_BETWEEN[total]


@cache
def _holding_lines(
    honours: Holdings, voids: tuple[Seat, ...], notrump: bool, trick_value: int
) -> Lines:
    _require_all_placed(honours, notrump)
    lines = []
    for side in Side:
        counts = [count for seat, count in honours if seat.side is side]
        total = sum(counts)
        most = max(counts, default=0)
        if notrump and total in table.ACES_BETWEEN:
            lines.append(_aces_line(side, total, most))
        elif not notrump and total in table.HONOURS_BETWEEN:
            lines.append(_honours_line(side, total, most, trick_value))
            lines += _chicane_lines(side, voids, trick_value)

    return tuple(lines)


def _require_all_placed(honours: Holdings, notrump: bool) -> None:
    """Require that the holdings add up to all four aces at no-trump, or to all five trump honours.

    Raises InvalidDeal.
    """
    in_pack, form = TRUMP_HONOURS, _HONOURS_NOT_PLACED
    if notrump:
        in_pack, form = ACES, _ACES_NOT_PLACED
    placed = sum(count for _, count in honours)
    if placed != in_pack:
        raise InvalidDeal(said(form, placed=NUMBERS[placed]), field="honours")


def _honours_line(side: Side, total: int, most: int, trick_value: int) -> ScoreLine:
    times = in_trick_values(total, most)
    points = times * trick_value
    text = said(
        "{side} held {what}: {sum}.",
        side=side.word,
        what=_honours_in_words(total, most),
        sum=f"{times} × {trick_value} = {points}",
    )
    return ScoreLine(side, Where.ABOVE, points, Kind.HONOURS, HONOURS_LAW, text)


def _honours_in_words(total: int, most: int) -> Said:
    """The words for the ``total`` honours of a side, ``most`` of them in one hand.

    Three honours in one hand count like three between partners: the words do not say where they were.
    """
    number = NUMBERS[total]
    is_all = total == TRUMP_HONOURS
    if total > most in table.HONOURS_IN_ONE_HAND:
        return said("four honours in one hand and the fifth in the other")
    if most in table.HONOURS_IN_ONE_HAND and is_all:
        return said("all {number} honours in one hand", number=number)
    if most in table.HONOURS_IN_ONE_HAND:
        return said("{number} honours in one hand", number=number)
    if total > most and is_all:
        return said("all {number} honours between them", number=number)
    if total > most:
        return said("{number} honours between them", number=number)
    return said("{number} honours", number=number)


def _aces_line(side: Side, total: int, most: int) -> ScoreLine:
    points = table.ACES_IN_ONE_HAND.get(most) or table.ACES_BETWEEN[total]
    text = said(
        "{side} held {what} at no-trump: {points}.",
        side=side.word,
        what=_aces_in_words(total, most),
        points=points,
    )
    return ScoreLine(side, Where.ABOVE, points, Kind.HONOURS, HONOURS_LAW, text)


def _aces_in_words(total: int, most: int) -> Said:
    """The words for the ``total`` aces of a side, ``most`` of them in one hand, as for honours."""
    number = NUMBERS[total]
    if most in table.HONOURS_IN_ONE_HAND:
        return said("{number} aces in one hand", number=number)
    if total > most:
        return said("{number} aces between them", number=number)
    return said("{number} aces", number=number)


def _chicane_lines(
    holder: Side, voids: tuple[Seat, ...], trick_value: int
) -> list[ScoreLine]:
    """The lines for void hands: voids of the side with the honours add points, the adversaries' voids deduct points."""
    own = tuple(seat for seat in voids if seat.side is holder)
    adverse = tuple(seat for seat in voids if seat.side is not holder)
    lines = []
    if own:
        times = table.CHICANE[len(own)]
        points = times * trick_value
        effect = said("added to the honours of {side}", side=holder.word)
        sum_ = f"{times} × {trick_value} = {points}"
        lines.append(_chicane_line(holder, own, effect, sum_, points))
    if adverse:
        times = table.CHICANE[len(adverse)]
        points = times * trick_value
        effect = said("taken off the honours of {side}", side=holder.word)
        sum_ = f"{MINUS}{times} × {trick_value} = {MINUS}{points}"
        lines.append(_chicane_line(holder, adverse, effect, sum_, -points))

    return lines


def _chicane_line(
    holder: Side, void: tuple[Seat, ...], effect: Said, sum_: str, points: int
) -> ScoreLine:
    text = said(
        "{hands}, {effect}: {sum}.", hands=_void_in_words(void), effect=effect, sum=sum_
    )
    return ScoreLine(holder, Where.ABOVE, points, Kind.CHICANE, CHICANE_LAW, text)


def _void_in_words(void: tuple[Seat, ...]) -> Said:
    if len(void) == 1:
        return said("Chicane, {seat} without a trump", seat=void[0].word)
    return said(
        "Double chicane, {one} and {other} without a trump",
        one=void[0].word,
        other=void[1].word,
    )
