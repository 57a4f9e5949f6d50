"""Artificial scores (Law 12C2).

A fixed percentage has its award at once. An average plus or minus waits for the contestant's other boards.
"""

from collections.abc import Iterator
from fractions import Fraction
from typing import Final, NamedTuple

from scoring.contest.comparing.award import Award
from scoring.contest.rounding import shown
from scoring.contest.scale import EVEN, BoardScale
from scoring.contest.sums import NOTHING, BoardSum
from scoring.duplicate.outcomes import Average
from scoring.said import Said, said

PLUS: Final = 60
MINUS: Final = 40
_PERCENT: Final = {Average.MINUS: MINUS, Average.EVEN: EVEN, Average.PLUS: PLUS}


class OneSentence(NamedTuple):
    """A reason for an award, in one sentence."""

    text: Said

    def steps(self) -> Iterator[str]:
        """Yield the sentence, which is the only step to the award."""
        yield self.text


class Pending(NamedTuple):
    """An average plus or minus whose points depend on the contestant's other boards."""

    average: Average
    scale: BoardScale
    because: str = ""
    """The reason for the average in words; empty if a director has ruled it."""


def artificial_award(
    side: Average | int, scale: BoardScale, because: str = ""
) -> Award | Pending:
    """The award of one side's artificial score; a `Pending` if the award depends on the contestant's other boards.

    ``side`` is the percentage, or one of the averages of Law 12C2. ``because`` is the reason in words, if the score is
    not a director's ruling.
    """
    if isinstance(side, int):
        why = OneSentence(said("artificial score of {percent} %", percent=side))
        return scale.award(scale.share(side), why)
    if side is Average.EVEN:
        why = OneSentence(said("average, partly at fault: 50 %"))
        return scale.award(scale.share(EVEN), why)

    waiting = Pending(side, scale, because)
    if scale.rules.average_plus == "session":
        return waiting

    return settled(waiting, NOTHING)


def least_first(side: Average | int) -> tuple[int, bool]:
    """The key that sorts artificial scores of one side, the lowest percentage first.

    A fixed percentage comes before an average of the same percentage.
    """
    if isinstance(side, int):
        return side, False
    return _PERCENT[side], True


def settled(waiting: Pending, others: BoardSum) -> Award:
    """The award of an average plus or minus, once the contestant's other boards are known.

    A plus is the greater of 60 % and the percentage of the other boards, a minus the lesser of 40 % and that
    percentage. In IMPs the mean of the other boards is compared with the IMPs that 60 % or 40 % are worth, usually
    3 and -3. If there are no other boards, or if they do not count, the award is 60 % or 40 %.
    """
    scale = waiting.scale
    flat = scale.share(_PERCENT[waiting.average])
    own = _own_award(scale, others)
    if waiting.average is Average.PLUS:
        name = said("average plus")
        form = "{name}: the greater of {flat} and {own} on the other boards"
        choose = max
    else:
        name = said("average minus")
        form = "{name}: the lesser of {flat} and {own} on the other boards"
        choose = min

    name_or_reason = waiting.because or name
    flat_in_words = _in_words(scale, flat)
    if own is None:
        why = OneSentence(
            said("{name}: {flat}", name=name_or_reason, flat=flat_in_words)
        )
        return scale.award(flat, why)

    why = OneSentence(
        said(form, name=name_or_reason, flat=flat_in_words, own=_in_words(scale, own))
    )
    return scale.award(choose(flat, own), why)


def _own_award(scale: BoardScale, others: BoardSum) -> Fraction | None:
    """The award on this board that equals the contestant's mean percentage, or mean IMPs, on the other boards.

    None if there is no other board, or if the rules of the contest let no other board count.
    """
    if scale.rules.average_plus != "session" or not others.boards:
        return None
    if not scale.rules.has_percentages:
        return others.points / others.boards
    if not others.top:
        return None
    return others.points * scale.top / others.top


def _in_words(scale: BoardScale, points: Fraction) -> Said:
    """The points in words: in per cent of the top of the board, or in IMPs if boards have no top."""
    if not scale.rules.has_percentages:
        return said("{points} IMPs", points=shown(points))
    if not scale.top:
        return said("{percent} %", percent=0)
    return said("{percent} %", percent=shown(100 * points / scale.top))
