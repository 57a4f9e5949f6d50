"""The lists of a contest: all or each line, the strata, the handicap list."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Final

from scoring.contest.facts import Contest, Entry
from scoring.contest.ranking import TieBreak, countback, head_to_head, places, share
from scoring.contest.result import RankedList, Row, ScoredSlot
from scoring.contest.rounding import half_away
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
    contest: Contest, sums: Mapping[int, BoardSum], slots: Sequence[ScoredSlot], top: int
) -> tuple[RankedList, ...]:
    """Every list of the contest. Entries without a board, or without standing, are in none."""
    rows = _rows(contest, sums, top)
    entries = [entry for entry in contest.entries if entry.is_ranked and entry.number in rows]
    ranking = _Ranking(contest, rows, _TIE_BREAKS[contest.rules.ties](slots))
    if contest.rules.winners == 1:
        return tuple(ranking.lists("all", "", entries))
    lines = ((side, [entry for entry in entries if entry.line is side]) for side in Side)
    return tuple(each for side, members in lines for each in ranking.lists(side.lower(), f"{side.lower()} ", members))


class _Ranking:
    """The rows of a contest, and how they are put in order."""

    def __init__(self, contest: Contest, rows: Mapping[int, Row], break_ties: TieBreak) -> None:
        self.as_printed = contest.rules.rounding == "tenth-half-up"
        self.rows = rows
        self.break_ties = break_ties

    def lists(self, name: str, prefix: str, entries: Sequence[Entry]) -> Iterator[RankedList]:
        """The list of these entries, and those of its strata and of its handicaps."""
        numbers = [entry.number for entry in entries]
        yield RankedList(name, self._ranked({number: self.rows[number] for number in numbers}))
        for stratum, members in lower_strata(entries).items():
            yield RankedList(f"{prefix}stratum {stratum}", self._ranked({each: self.rows[each] for each in members}))
        if any(entry.handicap is not None for entry in entries):
            given = {entry.number: _with_handicap(self.rows[entry.number], entry.handicap) for entry in entries}
            yield RankedList(f"{prefix}handicap", self._ranked(given))

    def _ranked(self, rows: Mapping[int, Row]) -> tuple[Row, ...]:
        ranked = places(((entry, self._key(row)) for entry, row in rows.items()), self.break_ties)
        return tuple(rows[entry]._replace(place=place, is_tied=is_tied) for place, is_tied, entry in ranked)

    def _key(self, row: Row) -> Fraction:
        """The number that decides: percentage or score; the percentage as printed where the rounding says so."""
        if row.percent is None:
            return row.score
        return half_away(row.percent, 2) if self.as_printed else row.percent


def _rows(contest: Contest, sums: Mapping[int, BoardSum], top: int) -> dict[int, Row]:
    """A row for each entry with an award, still without its place."""
    penalties: dict[int, Fraction] = {}
    for penalty in contest.penalties:
        amount = penalty.amount * top / 100 if penalty.unit == "%" else penalty.amount
        penalties[penalty.entry] = penalties.get(penalty.entry, NO_PENALTY) + amount
    return {entry: _row(entry, sums[entry], penalties.get(entry, NO_PENALTY)) for entry in sums}


def _row(entry: int, summed: BoardSum, penalty: Fraction) -> Row:
    score = summed.points - penalty if penalty else summed.points
    percent = Fraction(100 * score.numerator, score.denominator * summed.top) if summed.top else None
    return Row(0, False, entry, score, summed.top, percent, summed.boards, penalty)


def _with_handicap(row: Row, handicap: Fraction | None) -> Row:
    return row if row.percent is None or not handicap else row._replace(percent=row.percent + handicap)
