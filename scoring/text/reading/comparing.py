"""Folds a session that was read anew, and tells where the fold differs from the figures that its file prints.

A file does not say all choices of its program, such as the rounding. The choices are taken with which the fold differs
least from the printed awards.
"""

from collections.abc import Iterable, Iterator
from fractions import Fraction
from typing import Final, NamedTuple

from scoring.contest import Contest, Result, fold
from scoring.duplicate.outcomes import REAL, Artificial
from scoring.errors import InvalidContest
from scoring.text.lines import InvalidLine
from scoring.text.reading.contests import Way, contest_of_way
from scoring.text.reading.differences import (
    Difference,
    FoldedSession,
    entry_differences,
    match_differences,
)
from scoring.text.reading.printed import (
    PrintedPlay,
    PrintedSession,
)

_RULES: Final = {
    "cross-imps": tuple(
        {"cross_imps": value}
        for value in ("average", "total", "per-table", "root", "match")
    ),
    "butler": tuple(
        {"trim": trim, "fives": fives}
        for trim in ("1", "0", "5%")
        for fives in ("away", "even")
    ),
}
"""The choices that are tried, by the scoring."""
_CHOICES: Final = {
    "rounding": (
        "ten-thousandth-away",
        "hundredth-away",
        "tenth-half-up",
        "tenth-to-average",
    ),
    "percentages": ("hundredth", "tenth"),
    "comparisons": ("made",),
    "comparison_cap": ("17",),
    "unequal_boards": ("scaled",),
}
"""More choices that are tried, each rule with the values beside its default."""
_OF_AVERAGES: Final = {
    "average_plus": ("flat",),
    "short_boards": ("none",),
    "small_groups": ("two", "none"),
}
"""Choices that matter only if a board has fewer results than others, or an artificial score."""
_TWO: Final = Fraction(2)
_AN_AVERAGE: Final = (40, 60)


class ComparedSession(NamedTuple):
    """A session beside the result that follows from its facts."""

    session: PrintedSession
    contest: Contest
    result: Result
    differences: tuple[Difference, ...]
    """In the order points, awards, matches, entries; empty if fold and print agree."""


def compared(session: PrintedSession) -> ComparedSession:
    """Fold a session, and compare the result with what its file prints.

    Raises:
        InvalidLine: for facts that no contest can have, with the line of the file.
    """
    folded = _best(session)
    differences = [*_doubts(session), *folded.award_differences()]
    differences += match_differences(folded)
    differences += entry_differences(folded)
    return ComparedSession(
        folded.session, folded.numbered.contest, folded.result, tuple(differences)
    )


def _best(session: PrintedSession) -> FoldedSession:
    """The session folded in the way that differs least from the print. Raises InvalidLine if none is possible."""
    best = _folded(session, Way(scale=_scale(session)))
    if best is None:
        session = session._replace(has_victory_points=False)
        best = _folded(session, Way(scale=_scale(session)))
    if best is None:
        raise InvalidLine(
            "This session has more boards in a match than victory points are for.",
            line=1,
            column=1,
        )

    before = None
    while best is not before and _cost(best)[0]:
        before = best
        for step in _steps(session):
            best = _better(best, step)
    return best


def _better(best: FoldedSession, ways: Iterable[Way]) -> FoldedSession:
    """The session folded in one of these ways, if it differs less than the best so far; otherwise that."""
    least = _cost(best)
    before = best.way
    for way in ways:
        if not least[0]:
            break
        folded = _folded(best.session, _joined(before, way))
        if folded is None:
            continue
        cost = _cost(folded)
        if cost < least:
            best, least = folded, cost
    return best


def _steps(session: PrintedSession) -> Iterator[list[Way]]:
    """Yield the ways that are tried in one step, after each of which the best so far is kept."""
    ways = []
    for scoring in (session.scoring, *session.other_scorings):
        for rules in _RULES.get(scoring, ({},)):
            ways.append(Way({"scoring": scoring, **rules}))
    yield ways

    for rule, values in _CHOICES.items():
        yield [Way({rule: value}) for value in values]
    outcomes = [play.outcome for play in session.plays]
    if any(_has_average(outcome) for outcome in outcomes):
        yield [Way(has_averages=True)]
    if _is_uneven(session.plays) or not all(
        isinstance(each, REAL) for each in outcomes
    ):
        for rule, values in _OF_AVERAGES.items():
            yield [Way({rule: value}) for value in values]
    if session.has_victory_points:
        yield [Way({"victory_point_scale": "whole"})]
    if len(session.sections) > 1:
        yield [
            Way(sections_apart=True),
            Way({"short_boards": "none"}, sections_apart=True),
        ]


def _joined(way: Way, other: Way) -> Way:
    """The way, changed by what another way has."""
    return Way(
        {**way.rules, **other.rules},
        way.has_averages or other.has_averages,
        way.sections_apart or other.sections_apart,
        way.scale,
    )


def _folded(session: PrintedSession, way: Way) -> FoldedSession | None:
    """The session folded in a way; None if its victory points have no scale. Raises InvalidLine for other mistakes."""
    numbered = contest_of_way(session, way)
    try:
        return FoldedSession(session, way, numbered, fold(numbered.contest))
    except InvalidContest:
        return None


def _cost(folded: FoldedSession) -> tuple[int, Fraction]:
    """The number of figures that differ, and the sum of the differences."""
    found = [*folded.award_differences(), *entry_differences(folded)]
    return len(found), sum((each.by for each in found), start=Fraction(0))


def _has_average(outcome: object) -> bool:
    return isinstance(outcome, Artificial) and (
        outcome.ns in _AN_AVERAGE or outcome.ew in _AN_AVERAGE
    )


def _is_uneven(plays: Iterable[PrintedPlay]) -> bool:
    """True if boards have different numbers of results."""
    return len(set(_results(plays).values())) > 1


def _scale(session: PrintedSession) -> Fraction:
    """The factor of printed matchpoints: 2 if the file has 1 for a lower score and ½ for an equal one, otherwise 1."""
    if session.scoring != "matchpoints" or session.awards_are_percentages:
        return Fraction(1)
    printed, tops = Fraction(0), 0
    results = _results(session.plays)
    for play in session.plays:
        if play.ns_award and play.ew_award and isinstance(play.outcome, REAL):
            printed += play.ns_award.value + play.ew_award.value
            tops += 2 * (results[play.board] - 1)
    is_half = tops and Fraction(2, 5) < printed / tops < Fraction(3, 5)
    return _TWO if is_half else Fraction(1)


def _doubts(session: PrintedSession) -> Iterator[Difference]:
    """Yield the results in which the file contradicts itself."""
    for play in session.plays:
        if play.doubt:
            yield Difference("points", play.doubt, "", "", board=play.board)


def _results(plays: Iterable[PrintedPlay]) -> dict[int, int]:
    """The number of results of each board."""
    results: dict[int, int] = {}
    for play in plays:
        results[play.board] = results.get(play.board, 0) + isinstance(
            play.outcome, REAL
        )
    return results
