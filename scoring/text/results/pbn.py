"""Sessions of pairs in PBN 2.1, its import format: a game for each board, with the tables of its results.

The first game has the ranking, too, in a column ``Direction`` more where there are two winners. ``?`` is what is not
known, ``-`` what a result does not have, ``^`` stands before the points of an artificial score.
"""

from collections.abc import Iterator
from fractions import Fraction
from typing import Final

from scoring.contest import ContestRules
from scoring.contest.rounding import two_decimals
from scoring.deals import Deal
from scoring.duplicate.board import dealer_of, vulnerable_on
from scoring.duplicate.outcomes import Artificial, Outcome, Played
from scoring.errors import InvalidContest
from scoring.text.results.session import PROGRAM, Line, Pair, SessionResults, Traveller, points_text
from scoring.values import Side

HEADING: Final = f"% PBN 2.1\n%Content-type: text/x-pbn; charset=UTF-8\n%Creator: {PROGRAM}\n\n"
_VULNERABLE: Final = {(): "None", (Side.NS,): "NS", (Side.EW,): "EW", (Side.NS, Side.EW): "All"}
_POINTS: Final = {"matchpoints": "MP", "cross-imps": "IMP", "butler": "IMP", "aggregate": "Score"}
"""The ending of the columns of awards; total points are their own."""
_SCORING: Final = {"MP": "MatchPoints", "IMP": "IMP", "Score": ""}
_LONGEST: Final = 100  # of a name: a line has 255 characters
_UNKNOWN, _NONE = "?", "-"


def has_pbn(rules: ContestRules) -> bool:
    """Whether there is a file: of everything but matches, of which PBN has no table."""
    return not rules.has_matches


def pbn_text(results: SessionResults) -> str:
    """The file, to be written in UTF-8.

    Raises:
        InvalidContest: for rules of which there is no such file.
    """
    if not has_pbn(results.rules):
        raise InvalidContest("PBN is written of pairs, without matches.")
    kind = _POINTS[results.rules.scoring]
    ranking = [*_ranking(results, kind)]
    games = []
    for traveller in results.travellers:
        games.append("\n".join([*_tags(results, traveller, kind), *_scores(traveller, kind), *ranking]))
        ranking = []
    return HEADING + "".join(f"{game}\n\n" for game in games)


def _tags(results: SessionResults, traveller: Traveller, kind: str) -> Iterator[str]:
    """The tags of every game in their order, without the cards."""
    values = {
        "Event": results.name,
        "Site": results.club,
        "Date": f"{results.day:%Y.%m.%d}" if results.day else "",
        "Board": str(traveller.board),
        "Dealer": dealer_of(traveller.board).value,
        "Vulnerable": _VULNERABLE[vulnerable_on(traveller.board)],
        "Scoring": _SCORING[kind],
        "Competition": "Pairs",
    }
    order = "Event Site Date Board West North East South Dealer Vulnerable Scoring Declarer Contract Result Competition"
    yield from (f'[{name} "{_text(values.get(name, ""))}"]' for name in order.split())


def _scores(traveller: Traveller, kind: str) -> Iterator[str]:
    awards = () if kind == "Score" else (f"{kind}_NS", f"{kind}_EW")
    columns = "PairId_NS", "PairId_EW", "Contract", "Declarer", "Result", "Score_NS", "Score_EW", *awards
    yield f'[ScoreTable "{";".join(columns)}"]'
    for line in traveller.lines:
        yield " ".join([str(line.ns), str(line.ew), *_result(line.outcome), *(_awards(line) if awards else ())])


def _result(outcome: Outcome) -> tuple[str, ...]:
    """Contract, declarer, tricks, and the points of the side that has any; of two results there is none to tell."""
    if not isinstance(outcome, Played):
        return (_NONE,) * 5
    ns = str(outcome.points) if outcome.points >= 0 else _NONE
    ew = str(-outcome.points) if outcome.points < 0 else _NONE
    return *((_UNKNOWN,) * 3 if outcome.deal is None else _deal(outcome.deal)), ns, ew


def _deal(deal: Deal) -> tuple[str, str, str]:
    if deal.contract is None or deal.declarer is None:
        return "Pass", _NONE, _NONE
    return str(deal.contract), deal.declarer.value, str(deal.tricks)


def _awards(line: Line) -> tuple[str, str]:
    mark = "^" if isinstance(line.outcome, Artificial) else ""
    return f"{mark}{points_text(line.ns_points)}", f"{mark}{points_text(line.ew_points)}"


def _ranking(results: SessionResults, kind: str) -> Iterator[str]:
    """The lists with their places, those without a place at their end."""
    has_lines, has_percentages = results.rules.winners == 2, results.rules.ranks_by_percentages
    columns = ["Rank", "PairId", "Names", "TotalScore" if kind == "Score" else f"Total{kind}"]
    columns += ["MeanPercentage"] * has_percentages + ["NrBoards"] + ["Direction"] * has_lines
    yield f'[TotalScoreTable "{";".join(columns)}"]'
    for pair in results.pairs:
        cells = [str(pair.place), str(pair.number), _names(pair), points_text(pair.score, 2)]
        cells += [two_decimals(pair.percent or Fraction(0))] * has_percentages
        cells += [str(pair.boards)] + [pair.line.value if pair.line else _NONE] * has_lines
        if pair.place is None:
            cells = [_NONE, *cells[1:3], *[_NONE] * len(cells[3:])]
        yield " ".join(cells)


def _names(pair: Pair) -> str:
    """Both names in one string, parted as PBN has it."""
    return f'"{";".join(_text(name.replace(";", ",")) for name in pair.names)}"'


def _text(value: str) -> str:
    """On one line, with quotes and backslashes escaped as PBN has it."""
    return " ".join(value.split())[:_LONGEST].replace("\\", "\\\\").replace('"', '\\"')
