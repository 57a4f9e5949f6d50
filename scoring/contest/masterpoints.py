"""Masterpoints: the points of each place of a list on a scale, in hundredths. A scale is data, as JSON has it.

On a scale of *shares* the winner gets a number of points for each entry in the list, up to a maximum, and the next
places get a percentage of the winner's points. On a scale of *steps* the last place that gets points gets one step, and
each place above gets one step more than the place below it.

A fraction of the entries gets points. A scale says how the number of these entries is rounded, and if an entry counts
that has no table to itself: with 9½ tables, 19 pairs play, and 18 of them fill tables.
"""

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from types import MappingProxyType
from typing import Any, Final, NamedTuple

from scoring.contest.result import RankedList, RankedRow
from scoring.contest.rounding import half_away
from scoring.errors import InvalidContest

SCALES: Final[Mapping[str, Mapping[str, Any]]] = MappingProxyType(
    {
        "acbl-club": {
            "depth": "0.4",
            "rounding": "nearest",
            "each": 10,
            "most": 150,
            "shares": ["100", "70", "50", "35", "20", "16.7"],
        },
        "ebu-club": {"depth": "1/3", "entries": "full-tables", "step": 6},
    }
)
UP: Final = "up"
NEAREST: Final = "nearest"
ALL_ENTRIES: Final = "all"
FULL_TABLES: Final = "full-tables"
_CHOICES: Final = {"rounding": (UP, NEAREST), "entries": (ALL_ENTRIES, FULL_TABLES)}
"""The values of the keys that a scale may leave out; the first value is the usual one."""
_MAIN: Final = ("all", "ns", "ew")
"""The names of the lists that together rank everybody."""
_HANDICAP: Final = "handicap"
_SHARES: Final = {"depth", "each", "most", "shares"}
_STEPS: Final = {"depth", "step"}


class MasterpointScale(NamedTuple):
    """A scale of masterpoints. Points are hundredths."""

    depth: Fraction
    """The fraction of the entries that get points."""
    each: int = 0
    """The points that the winner gets for each entry in the list, up to ``most``."""
    most: int = 0
    """The maximum of the winner's points."""
    shares: tuple[Fraction, ...] = ()
    """The points of each place in per cent of the winner's points. The last number holds for all later places too."""
    step: int = 0
    """The difference in points between one place and the next, on a scale of steps; otherwise 0."""
    rounding: str = UP
    """The rounding of the number of entries that get points: "up" or "nearest"."""
    entries: str = ALL_ENTRIES
    """The entries that count: "all", or "full-tables" for those that fill the tables."""

    def paid(self, entries: int) -> int:
        """The number of places that get points among ``entries`` entries.

        >>> scale_from(SCALES["acbl-club"]).paid(11)
        4
        """
        places = entries * self.depth
        if self.rounding == NEAREST:
            return int(half_away(places, 0))
        return -(-places.numerator // places.denominator)

    def of_place(self, place: int, entries: int) -> Fraction:
        """The exact points of a place (counted from 1) among ``entries`` entries, if nobody shares the place.

        >>> acbl = scale_from(SCALES["acbl-club"])
        >>> [float(acbl.of_place(place, 10)) for place in range(1, 6)]
        [100.0, 70.0, 50.0, 35.0, 0.0]
        """
        paid = self.paid(entries)
        if place > paid:
            return Fraction(0)
        if self.step:
            return Fraction(self.step * (paid - place + 1))
        share = self.shares[min(place, len(self.shares)) - 1]
        return min(self.each * entries, self.most) * share / 100


def scale_from(data: Mapping[str, Any]) -> MasterpointScale:
    """The scale that a mapping describes; it must have the keys of a scale in ``SCALES``.

    The keys "rounding" and "entries" may be left out: then the number of places is rounded up, and all entries count.

    Raises:
        InvalidContest: for data that does not describe a scale; the message says what a scale needs.
    """
    if not isinstance(data, Mapping) or set(data) - set(_CHOICES) not in (
        _SHARES,
        _STEPS,
    ):
        raise InvalidContest(
            "A scale has depth and step, or depth, each, most and shares."
        )

    for key, values in _CHOICES.items():
        if data.get(key, values[0]) not in values:
            raise InvalidContest(
                "A scale rounds up or to the nearest, and counts all entries or full-tables."
            )

    try:
        scale = _scale_of_numbers(data)
    except (TypeError, ValueError, ZeroDivisionError):
        raise InvalidContest(
            "A scale is made of numbers, or of fractions such as 1/3."
        ) from None

    has_points = scale.step > 0 or (
        scale.each > 0 and scale.most > 0 and scale.shares != ()
    )
    if not has_points or not 0 < scale.depth <= 1:
        raise InvalidContest(
            "The depth of a scale is from 0 to 1; its points are more than nought."
        )

    return scale


def _scale_of_numbers(data: Mapping[str, Any]) -> MasterpointScale:
    """The scale with the numbers of the data. Raises TypeError, ValueError or ZeroDivisionError for a wrong value."""
    return MasterpointScale(
        depth=Fraction(data["depth"]),
        each=int(data.get("each", 0)),
        most=int(data.get("most", 0)),
        shares=tuple(map(Fraction, data.get("shares", ()))),
        step=int(data.get("step", 0)),
        rounding=data.get("rounding", UP),
        entries=data.get("entries", ALL_ENTRIES),
    )


def masterpoints(
    rows: Sequence[RankedRow], scale: MasterpointScale, entries: int | None = None
) -> dict[int, int]:
    """The masterpoints of each entry of a ranked list, in hundredths.

    Entries that share a place share the points of the places that they take up. ``entries`` is the number of entries
    that count; None if all entries of the list count.
    """
    if entries is None:
        entries = len(rows)
    tied: dict[int, list[int]] = {}
    for row in rows:
        tied.setdefault(row.place, []).append(row.entry)

    points: dict[int, int] = {}
    for place, equals in tied.items():
        shared = Fraction(0)
        for untied in range(place, place + len(equals)):
            shared += scale.of_place(untied, entries)
        share = half_away(shared / len(equals), 0)
        points |= dict.fromkeys(equals, int(share))

    return points


def masterpoints_of_lists(
    lists: Iterable[RankedList], scale: MasterpointScale, *, has_tables: bool = True
) -> dict[int, int]:
    """The masterpoints of each entry of a contest, in hundredths.

    An entry that gets points in several lists, such as in the whole field and in its stratum, keeps the highest number.
    A handicap list gives no points. ``has_tables`` is false for a contest of teams, where a table has no entry that
    might be missing: then all entries count on every scale.
    """
    ranked = [listed for listed in lists if not listed.name.endswith(_HANDICAP)]
    most: int | None = None
    if has_tables and scale.entries == FULL_TABLES:
        most = _entries_at_full_tables(ranked)

    points: dict[int, int] = {}
    for listed in ranked:
        entries = len(listed.rows)
        if most is not None:
            entries = min(entries, most)
        for entry, won in masterpoints(listed.rows, scale, entries).items():
            points[entry] = max(won, points.get(entry, 0))

    return points


def _entries_at_full_tables(lists: Iterable[RankedList]) -> int:
    """The number of entries of a list that fill tables: an even number, with two winners that of the smaller line."""
    sizes = [len(listed.rows) for listed in lists if listed.name in _MAIN]
    if len(sizes) == 1:
        return sizes[0] - sizes[0] % 2
    return min(sizes, default=0)
