"""The differences between the figures that a file prints and those that follow from its results, in words."""

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from typing import Final, NamedTuple

from scoring.contest import Award, Match, RankedRow, Result, ScoredSlot
from scoring.contest.result import MatchSide
from scoring.contest.rounding import as_decimal, half_away
from scoring.deals import MINUS
from scoring.said import Figure, said
from scoring.text.reading.contests import NumberedContest, Way
from scoring.text.reading.printed import (
    PrintedEntry,
    PrintedNumber,
    PrintedPlay,
    PrintedSession,
)
from scoring.values import Side


class Difference(NamedTuple):
    """A figure that the file prints otherwise than it follows from the results."""

    kind: str
    """What it is: "points" of a result, "award", "match", "score", "percent" or "place"."""
    text: str
    """A sentence with both figures."""
    printed: str
    folded: str
    by: Fraction = Fraction(0)
    """How far they are apart."""
    entry: int | None = None
    """The number of the entry in the contest; None for the points of a result."""
    board: int | None = None
    """The number of the board in the file; None for a figure of the whole session."""


class FoldedSession(NamedTuple):
    """A session folded in one way."""

    session: PrintedSession
    way: Way
    numbered: NumberedContest
    result: Result

    def award_differences(self) -> Iterator[Difference]:
        """Yield the awards that differ, in the order of the plays."""
        places = _places_of_awards(self.session.plays)
        scored = {}
        for slot in self.result.slots:
            scored[slot.slot.board, slot.slot.ns, slot.slot.ew] = slot
        labels = _labels(self.session.entries)
        for play, board in zip(self.session.plays, self.numbered.boards, strict=True):
            slot = scored[board, play.ns, play.ew]
            yield from self._of_play(play, slot, places, labels)

    def _of_play(
        self,
        play: PrintedPlay,
        scored: ScoredSlot,
        places: int,
        labels: dict[int, str],
    ) -> Iterator[Difference]:
        """Yield the awards of a play that differ."""
        sides = (
            (Side.NS, play.ns, play.ns_award, scored.ns),
            (Side.EW, play.ew, play.ew_award, scored.ew),
        )
        for side, entry, printed, award in sides:
            if printed is None or award is None:
                continue
            folded = self._as_printed(award)
            if _agree(printed, folded, places):
                continue
            words = _figures(printed, folded, places)
            form = "Board {board}, {ns} against {ew}: {side} has {printed} in the file, and {folded} by the results."
            text = said(
                form,
                board=play.board,
                ns=labels[play.ns],
                ew=labels[play.ew],
                side=side.word,
                printed=words[0],
                folded=words[1],
            )
            by = abs(printed.value - folded)
            yield Difference("award", text, *words, by, entry, play.board)

    def _as_printed(self, award: Award) -> Fraction:
        """The points of an award on the scale on which the file prints awards."""
        if self.session.awards_are_percentages:
            return Fraction(100) * award.points / (award.top or 1)
        return award.points / self.way.scale


def _places_of_awards(plays: Iterable[PrintedPlay]) -> int:
    numbers = []
    for play in plays:
        numbers += [play.ns_award, play.ew_award]
    return _most_places(numbers)


def _most_places(numbers: Iterable[PrintedNumber | None]) -> int:
    """The decimals of a column: the most of its numbers, because programs leave noughts at the end out."""
    return max((number.places for number in numbers if number), default=0)


def _agree(printed: PrintedNumber, folded: Fraction, places: int) -> bool:
    """True if the printed number can be the folded one, rounded to the places of its column."""
    unit = Fraction(1, 10**places)
    return abs(printed.value - folded) <= unit / 2


def _one_agrees(
    printed: PrintedNumber, folded: Iterable[Fraction], places: int
) -> bool:
    """True if the printed number can be one of several folded ones."""
    return any(_agree(printed, each, places) for each in folded)


def match_differences(folded: FoldedSession) -> Iterator[Difference]:
    """Yield the scores of matches that differ, of entries that have one match against each other."""
    printed: dict[frozenset[int], list[tuple[int, PrintedNumber | None]]] = {}
    for match in folded.session.matches:
        sides = printed.setdefault(frozenset((match.one, match.other)), [])
        sides += [(match.one, match.one_score), (match.other, match.other_score)]

    labels = _labels(folded.session.entries)
    for played in folded.result.matches:
        sides = printed.get(frozenset((played.one.entry, played.other.entry)), [])
        if len(sides) != 2:
            continue
        for entry, score in sides:
            side, other = _sides(played, entry)
            points = side.victory_points
            if points is None:
                points = side.points
            if score is None or _agree(score, points, score.places):
                continue
            words = _figures(score, points, score.places)
            form = "The match against {other}: {entry} has {printed} in the file, and {folded} by the results."
            text = said(
                form,
                entry=labels[entry],
                other=labels[other.entry],
                printed=words[0],
                folded=words[1],
            )
            by = abs(score.value - points)
            yield Difference("match", text, *words, by, entry)


def _sides(match: Match, entry: int) -> tuple[MatchSide, MatchSide]:
    """The side of an entry in a match, and the other side."""
    if match.one.entry == entry:
        return match.one, match.other
    return match.other, match.one


def entry_differences(folded: FoldedSession) -> Iterator[Difference]:
    """Yield the scores, percentages and places that differ, in the order of the entries."""
    rows: dict[int, list[RankedRow]] = {}
    lists: dict[int, Sequence[RankedRow]] = {}
    for ranked in folded.result.lists:
        for row in ranked.rows:
            rows.setdefault(row.entry, []).append(row)
            lists.setdefault(row.entry, ranked.rows)

    entries = folded.session.entries
    places = _most_places(entry.score for entry in entries)
    percent_places = _most_places(entry.percent for entry in entries)
    apart = _ranked_apart(folded.session)
    for entry in entries:
        if entry.number not in rows:
            continue
        row, *others = rows[entry.number]
        score = row.score / folded.way.scale
        if entry.score and not _agree(entry.score, score, places):
            by = abs(entry.score.value - score)
            yield _difference("score", entry, _figures(entry.score, score, places), by)
        percents = [each.percent for each in (row, *others) if each.percent is not None]
        if (
            entry.percent
            and percents
            and not _one_agrees(entry.percent, percents, percent_places)
        ):
            figures = _figures(entry.percent, percents[0], percent_places)
            by = abs(entry.percent.value - percents[0])
            yield _difference("percent", entry, figures, by)
        if entry.place:
            rivals = _rivals(entry, lists[entry.number], entries, apart=apart)
            best, last = _places(row, rivals)
            if not best <= entry.place <= last:
                yield _difference(
                    "place",
                    entry,
                    (str(entry.place), str(best)),
                    Fraction(abs(entry.place - best)),
                )


_FORMS: Final = {
    "score": "{entry}: the score is {printed} in the file, and {folded} by the results.",
    "percent": "{entry}: {printed} % in the file, and {folded} % by the results.",
    "place": "{entry}: place {printed} in the file, and place {folded} by the results.",
}


def _difference(
    kind: str, entry: PrintedEntry, figures: tuple[str, str], by: Fraction
) -> Difference:
    printed, folded = figures
    form = _FORMS[kind]
    text = said(form, entry=_label(entry), printed=printed, folded=folded)
    return Difference(kind, text, printed, folded, by, entry.number)


def _ranked_apart(session: PrintedSession) -> bool:
    """True if each section has a ranking of its own: several have a first place in one line."""
    firsts: dict[object, set[str]] = {}
    for entry in session.entries:
        if entry.place == 1:
            firsts.setdefault(entry.line, set()).add(entry.section)
    return any(len(sections) > 1 for sections in firsts.values())


def _rivals(
    entry: PrintedEntry,
    rows: Iterable[RankedRow],
    entries: Iterable[PrintedEntry],
    *,
    apart: bool,
) -> list[RankedRow]:
    """The rows of the list in which the file ranks an entry: those of its section, if sections are ranked apart."""
    if not apart:
        return list(rows)
    of_section = {each.number for each in entries if each.section == entry.section}
    return [row for row in rows if row.entry in of_section]


def _places(row: RankedRow, rivals: Iterable[RankedRow]) -> tuple[int, int]:
    """The first and the last place that a row can have among rivals: equal rows may be set apart."""
    better = equal = 0
    for rival in rivals:
        if _deciding(rival) > _deciding(row):
            better += 1
        elif _deciding(rival) == _deciding(row):
            equal += 1
    return better + 1, better + max(equal, 1)


def _deciding(row: RankedRow) -> Fraction:
    return row.score if row.percent is None else row.percent


def _labels(entries: Iterable[PrintedEntry]) -> dict[int, str]:
    return {entry.number: _label(entry) for entry in entries}


def _label(entry: PrintedEntry) -> str:
    """The number of an entry as the file has it, with its section."""
    if entry.section and not entry.label.upper().startswith(entry.section.upper()):
        return f"{entry.section} {entry.label}"
    return entry.label


def _figures(
    printed: PrintedNumber, folded: Fraction, places: int
) -> tuple[Figure, Figure]:
    """Both figures as text, with as many decimals as their column has, but not fewer than two."""
    figures = []
    for value in (printed.value, folded):
        text = as_decimal(half_away(value, max(places, 2)))
        figures.append(Figure(text.replace("-", MINUS)))
    return figures[0], figures[1]
