"""Butler: IMPs against the datum, the mean of the results, to the nearest ten."""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import NamedTuple

from scoring.contest.comparing.frequencies import Own, mean
from scoring.contest.rounding import shown
from scoring.duplicate.imps import imps
from scoring.said import said


def datum(results: Sequence[Own], *, trim: str, fives: str) -> int:
    """The datum of a group in points: the mean of its results, to the nearest ten.

    ``trim`` says how many results are left out at either end: "1", "0", or "5%" of them, rounded down. Nothing is left
    out if nothing would remain. ``fives`` says how a mean halfway between two tens is rounded: "away" from nought, or
    to the "even" ten. A weighted result counts as its mean.

    >>> datum([620, 620, 620, 620, 170, 170, 170], trim="1", fives="away"), datum([-105], trim="0", fives="away")
    (440, -110)
    """
    left_out = len(results) // 20 if trim == "5%" else int(trim)
    scores = sorted(map(mean, results))
    kept = scores[left_out : len(scores) - left_out] or scores
    return _to_ten(sum(kept, Fraction(0)) / len(kept), fives)


def _to_ten(value: Fraction, fives: str) -> int:
    """The value, rounded to the nearest ten; ``fives`` says how a value halfway between two tens is rounded."""
    tens, rest = divmod(abs(value), 10)
    up = rest > 5 or (rest == 5 and (fives == "away" or tens % 2 == 1))
    nearest = 10 * (int(tens) + up)
    return nearest if value >= 0 else -nearest


class AgainstDatum(NamedTuple):
    """The reason behind the IMPs of a result in a Butler: the score and the datum."""

    own: Own
    datum: int

    @property
    def points(self) -> Fraction:
        """The exact IMPs; for a weighted result, the weighted mean of the IMPs of its parts."""
        if isinstance(self.own, int):
            return Fraction(imps(self.own - self.datum))
        total = Fraction(0)
        for part in self.own:
            total += part.weight * imps(part.points - self.datum)
        return total

    def steps(self) -> Iterator[str]:
        """Yield the step to the IMPs: a phrase with the score and the datum."""
        own, datum = shown(mean(self.own)), shown(Fraction(self.datum))
        yield said("{own} against a datum of {datum}", own=own, datum=datum)


class ButlerChart:
    """The chart that gives each result of a group its IMPs against the datum of the group, for one side."""

    def __init__(self, results: Sequence[Own], *, trim: str, fives: str) -> None:
        self.datum = datum(results, trim=trim, fives=fives)

    def compare(self, result: Own) -> AgainstDatum:
        """The comparison of one of the results with the datum."""
        return AgainstDatum(result, self.datum)
