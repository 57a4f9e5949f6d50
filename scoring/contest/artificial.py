"""Artificial scores (Law 12C2): fixed ones at once, averages by a contestant's other boards when those are known."""

from collections.abc import Iterator
from fractions import Fraction
from typing import Final, NamedTuple

from scoring.contest.comparing.award import Award
from scoring.contest.rounding import shown
from scoring.contest.scale import EVEN, Scale
from scoring.contest.sums import NOTHING, BoardSum
from scoring.duplicate.outcomes import Average
from scoring.said import Said, said

PLUS: Final = 60
MINUS: Final = 40


class Told(NamedTuple):
    """A reason that is one sentence."""

    text: Said

    def steps(self) -> Iterator[str]:
        """The sentence."""
        yield self.text


class Pending(NamedTuple):
    """An average plus or minus that waits for the contestant's other boards."""

    average: Average
    scale: Scale
    because: str = ""
    """The reason in words, where it is not a director's ruling."""


def artificial_award(side: Average | int, scale: Scale, because: str = "") -> Award | Pending:
    """The award of one side's artificial score, or a note of what it waits for."""
    if isinstance(side, int):
        return scale.award(scale.share(side), Told(said("artificial score of {percent} %", percent=side)))
    if side is Average.EVEN:
        return scale.award(scale.share(EVEN), Told(said("average, partly at fault: 50 %")))
    waiting = Pending(side, scale, because)
    return waiting if scale.rules.average_plus == "session" else settled(waiting, NOTHING)


def least_first(side: Average | int) -> tuple[int, bool]:
    """The key that sorts artificial scores of one side, the least per cent first."""
    if isinstance(side, int):
        return side, False
    return {Average.MINUS: MINUS, Average.EVEN: EVEN, Average.PLUS: PLUS}[side], True


def settled(waiting: Pending, others: BoardSum) -> Award:
    """The award of an average once the contestant's other boards are known.

    The greater of 60 % and their percentage for a plus, the lesser of 40 % and it for a minus; in IMPs the greater of
    3 and their mean, and so on.
    """
    scale, plus = waiting.scale, waiting.average is Average.PLUS
    percent = PLUS if plus else MINUS
    flat = scale.share(percent)
    name = waiting.because or said("average plus" if plus else "average minus")
    own = _own_award(scale, others)
    if own is None:
        return scale.award(flat, Told(said("{name}: {flat}", name=name, flat=_in_words(scale, flat))))
    form = (
        "{name}: the greater of {flat} and {own} on the other boards"
        if plus
        else "{name}: the lesser of {flat} and {own} on the other boards"
    )
    text = said(form, name=name, flat=_in_words(scale, flat), own=_in_words(scale, own))
    return scale.award(max(flat, own) if plus else min(flat, own), Told(text))


def _own_award(scale: Scale, others: BoardSum) -> Fraction | None:
    """The worth of the other boards on this one; None if there are none, or if they do not count."""
    if scale.rules.average_plus != "session" or not others.boards:
        return None
    if not scale.rules.has_percentages:
        return others.points / others.boards
    return others.points * scale.top / others.top if others.top else None


def _in_words(scale: Scale, points: Fraction) -> Said:
    """Points of this board, in per cent of its top where it has one."""
    if not scale.rules.has_percentages:
        return said("{points} IMPs", points=shown(points))
    return said("{percent} %", percent=shown(100 * points / scale.top) if scale.top else 0)
