"""The lists of a contest: all entries or each line, the strata, and the handicaps."""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Final

from scoring.contest.facts import Contest, ContestEntry, Penalty
from scoring.contest.ranking import TieBreak, countback, head_to_head, places, share
from scoring.contest.result import RankedList, RankedRow, ScoredSlot
from scoring.contest.rounding import half_away
from scoring.contest.rules import ContestRules
from scoring.contest.strata import lower_strata
from scoring.contest.sums import BoardSum
from scoring.values import Side

NO_PENALTY: Final = Fraction(0)
_TIE_BREAKS: Final[Mapping[str, Callable[[Sequence[ScoredSlot]], TieBreak]]] = {
    "share": lambda slots: share,
    "head-to-head": head_to_head,
    "countback": countback,
}


def ranked_lists(
    contest: Contest,
    sums: Mapping[int, BoardSum],
    penalties: Iterable[Penalty],
    slots: Sequence[ScoredSlot],
    top: int,
) -> tuple[RankedList, ...]:
    """Every list of the contest.

    ``sums`` has the sum of the awards of each entry by its number, ``top`` is the top of a complete board. The
    ``penalties`` are taken off. An entry that has no award or is not ranked is in no list.
    """
    if contest.rules.scales_to_most_boards:
        sums = _scaled(sums)
    rows = _rows(sums, penalties, top)
    entries = []
    for entry in contest.entries:
        if entry.is_ranked and entry.number in rows:
            entries.append(entry)

    break_ties = _TIE_BREAKS[contest.rules.ties](slots)
    ranking = _Ranking(contest, rows, break_ties, lower_strata(entries))
    if contest.rules.winners == 1:
        return tuple(ranking.lists("all", "", entries))

    lists: list[RankedList] = []
    for side in Side:
        name = side.lower()
        members = [entry for entry in entries if entry.line is side]
        lists += ranking.lists(name, f"{name} ", members)

    return tuple(lists)


class _Ranking:
    """Ranks entries: has the rows of a contest, and the rules by which they are put in order."""

    def __init__(
        self,
        contest: Contest,
        rows: Mapping[int, RankedRow],
        break_ties: TieBreak,
        strata: Mapping[str, Collection[int]],
    ) -> None:
        self.places = _places_of_percentages(contest.rules)
        self.rows = rows
        self.break_ties = break_ties
        self.strata = strata

    def lists(
        self, name: str, prefix: str, entries: Sequence[ContestEntry]
    ) -> Iterator[RankedList]:
        """Yield the list of these entries, then the lists of their strata, then their handicap list.

        ``name`` is the name of the first list; the names of the other lists begin with ``prefix``.
        """
        numbers = [entry.number for entry in entries]
        yield RankedList(name, self._ranked(numbers, self.rows))
        for stratum, in_stratum in self.strata.items():
            members = [number for number in numbers if number in in_stratum]
            if not members or len(members) == len(numbers):
                continue
            yield RankedList(
                f"{prefix}stratum {stratum}", self._ranked(members, self.rows)
            )
        if any(entry.handicap is not None for entry in entries):
            rows = self._with_handicaps(entries)
            yield RankedList(f"{prefix}handicap", self._ranked(numbers, rows))

    def _with_handicaps(self, entries: Iterable[ContestEntry]) -> dict[int, RankedRow]:
        rows = {}
        for entry in entries:
            row = self.rows[entry.number]
            if row.percent is not None and entry.handicap:
                row = row._replace(percent=row.percent + entry.handicap)
            rows[entry.number] = row
        return rows

    def _ranked(
        self, entries: Iterable[int], rows: Mapping[int, RankedRow]
    ) -> tuple[RankedRow, ...]:
        """The rows of the entries, the best entry first, each row with its place."""
        scores = []
        for entry in entries:
            scores.append((entry, self._deciding(rows[entry])))
        ranked = []
        for place, is_tied, entry in places(scores, self.break_ties):
            ranked.append(rows[entry]._replace(place=place, is_tied=is_tied))
        return tuple(ranked)

    def _deciding(self, row: RankedRow) -> Fraction:
        """The number that decides the place: percentage or score; the percentage is rounded if the rules say so."""
        if row.percent is None:
            return row.score
        if self.places is None:
            return row.percent
        return half_away(row.percent, self.places)


def _places_of_percentages(rules: ContestRules) -> int | None:
    """The decimals to which a percentage is rounded before it decides a place; None if the exact percentage decides."""
    places = {"hundredth": 2, "tenth": 1}.get(rules.percentages)
    if places is None and rules.rounding == "tenth-half-up":
        return 2
    return places


def _scaled(sums: Mapping[int, BoardSum]) -> dict[int, BoardSum]:
    """The sums of the entries, raised in proportion to the greatest number of boards that an entry played."""
    most = max((summed.boards for summed in sums.values()), default=0)
    scaled = {}
    for entry, summed in sums.items():
        if summed.boards < most:
            raised = summed.points * most / summed.boards
            summed = summed._replace(points=raised)
        scaled[entry] = summed
    return scaled


def _rows(
    sums: Mapping[int, BoardSum], penalties: Iterable[Penalty], top: int
) -> dict[int, RankedRow]:
    """The row of each entry with an award, by the number of the entry. The rows have no places yet."""
    taken_off: dict[int, Fraction] = {}
    for penalty in penalties:
        amount = penalty.amount
        if penalty.unit == "%":
            amount = amount * top / 100
        taken_off[penalty.entry] = taken_off.get(penalty.entry, NO_PENALTY) + amount

    rows = {}
    for entry, summed in sums.items():
        rows[entry] = _row(entry, summed, taken_off.get(entry, NO_PENALTY))

    return rows


def _row(entry: int, summed: BoardSum, penalty: Fraction) -> RankedRow:
    score = summed.points
    if penalty:
        score -= penalty
    percent = None
    if summed.top:
        percent = Fraction(100 * score.numerator, score.denominator * summed.top)
    return RankedRow(
        0, False, entry, score, summed.top, percent, summed.boards, penalty
    )
