"""Sessions of pairs in PBN 2.1, its import format: a game for each board, with a table of its results.

The cards of a board are in its game if everybody may see them. The first game has the ranking too, with a column
``Direction`` if there are two winners. ``?`` stands for what is not known, ``-`` for what a result does not have, and
``^`` before the points of an artificial score.
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
from scoring.text.hands.deal_tag import deal_text
from scoring.text.results.values import (
    PROGRAM,
    Pair,
    SessionResults,
    Traveller,
    TravellerLine,
    points_text,
)
from scoring.values import Side

HEADING: Final = (
    f"% PBN 2.1\n%Content-type: text/x-pbn; charset=UTF-8\n%Creator: {PROGRAM}\n\n"
)
_VULNERABLE: Final = {
    (): "None",
    (Side.NS,): "NS",
    (Side.EW,): "EW",
    (Side.NS, Side.EW): "All",
}
_POINTS: Final = {
    "matchpoints": "MP",
    "cross-imps": "IMP",
    "butler": "IMP",
    "aggregate": "Score",
}
"""The ending of the names of the columns with awards, such as MP in MP_NS, by the scoring of the session."""
_SCORING: Final = {"MP": "MatchPoints", "IMP": "IMP", "Score": ""}
_ORDER: Final = (
    "Event", "Site", "Date", "Board", "West", "North", "East", "South", "Dealer", "Vulnerable", "Deal", "Scoring",
    "Declarer", "Contract", "Result", "Competition",
)  # fmt: skip
_LONGEST: Final = 100  # of a name: a line has 255 characters
_UNKNOWN, _NONE = "?", "-"


def has_pbn(rules: ContestRules) -> bool:
    """True if a session by these rules can be written as PBN, which has no table for matches."""
    return not rules.has_matches


def pbn_text(results: SessionResults) -> str:
    """The PBN file of a session as text, to be written in UTF-8.

    Raises:
        InvalidContest: for rules that cannot be written: see ``has_pbn``.
    """
    if not has_pbn(results.rules):
        raise InvalidContest("PBN is written of pairs, without matches.")

    kind = _POINTS[results.rules.scoring]
    deals = {dealt.number: deal_text(dealt.layout) for dealt in results.hands}
    ranking = list(_ranking(results, kind))
    lines: list[str] = []
    for traveller in results.travellers:
        lines += _tags(results, traveller, kind, deals.get(traveller.board, ""))
        lines += _remarks(traveller)
        lines += _scores(traveller, kind)
        lines += ranking
        lines.append("")
        ranking = []

    return HEADING + "".join(f"{line}\n" for line in lines)


def _tags(
    results: SessionResults, traveller: Traveller, kind: str, deal: str
) -> Iterator[str]:
    """Yield the tags of a game in their order; ``kind`` is a value of ``_POINTS``.

    Without cards ``deal`` is empty, and there is no tag for it.
    """
    date = f"{results.day:%Y.%m.%d}" if results.day else ""
    values = {
        "Event": results.name,
        "Site": results.club,
        "Date": date,
        "Board": str(traveller.board),
        "Dealer": dealer_of(traveller.board).value,
        "Vulnerable": _VULNERABLE[vulnerable_on(traveller.board)],
        "Deal": deal,
        "Scoring": _SCORING[kind],
        "Competition": "Pairs",
    }
    for name in _ORDER:
        value = _text(values.get(name, ""))
        if name == "Deal" and not value:
            continue
        yield f'[{name} "{value}"]'


def _remarks(traveller: Traveller) -> Iterator[str]:
    """Yield a comment for each result with a remark: PBN has no tag for them."""
    for line in traveller.lines:
        if line.remark:
            remark = line.remark.replace("}", ")")
            yield f"{{Pairs {line.ns} and {line.ew}: {remark}}}"


def _scores(traveller: Traveller, kind: str) -> Iterator[str]:
    """Yield the lines of the table of a board's results; ``kind`` is a value of ``_POINTS``.

    The awards have columns of their own, except with total points, where the score is the award.
    """
    has_awards = kind != "Score"
    columns = [
        "PairId_NS",
        "PairId_EW",
        "Contract",
        "Declarer",
        "Result",
        "Score_NS",
        "Score_EW",
    ]
    if has_awards:
        columns += [f"{kind}_NS", f"{kind}_EW"]

    yield f'[ScoreTable "{";".join(columns)}"]'
    for line in traveller.lines:
        cells = [str(line.ns), str(line.ew), *_result(line.outcome)]
        if has_awards:
            cells += _awards(line)
        yield " ".join(cells)


def _result(outcome: Outcome) -> tuple[str, ...]:
    """The five cells of an outcome: contract, declarer, tricks, points of North-South, points of East-West.

    The side that did not score has "-". All cells are "-" for an outcome that is not a single result.
    """
    if not isinstance(outcome, Played):
        return (_NONE,) * 5
    if outcome.points >= 0:
        return *_deal(outcome.deal), str(outcome.points), _NONE
    return *_deal(outcome.deal), _NONE, str(-outcome.points)


def _deal(deal: Deal | None) -> tuple[str, str, str]:
    """The cells of a deal: contract, declarer and tricks; each is "?" if the deal is not known."""
    if deal is None:
        return _UNKNOWN, _UNKNOWN, _UNKNOWN
    if deal.contract is None or deal.declarer is None:
        return "Pass", _NONE, _NONE
    return str(deal.contract), deal.declarer.value, str(deal.tricks)


def _awards(line: TravellerLine) -> tuple[str, str]:
    mark = "^" if isinstance(line.outcome, Artificial) else ""
    return (
        f"{mark}{points_text(line.ns_points)}",
        f"{mark}{points_text(line.ew_points)}",
    )


def _ranking(results: SessionResults, kind: str) -> Iterator[str]:
    """Yield the lines of the table of ranked pairs; pairs without a place are in the last lines.

    ``kind`` is a value of ``_POINTS``.
    """
    rules = results.rules
    columns = ["Rank", "PairId", "Names", f"Total{kind}"]
    if rules.ranks_by_percentages:
        columns.append("MeanPercentage")

    columns.append("NrBoards")
    if rules.winners == 2:
        columns.append("Direction")

    yield f'[TotalScoreTable "{";".join(columns)}"]'
    for pair in results.pairs:
        figures = _figures(pair, rules)
        if pair.place is None:
            figures = [_NONE] * len(figures)
        rank = str(pair.place or _NONE)
        yield " ".join([rank, str(pair.number), _names(pair), *figures])


def _figures(pair: Pair, rules: ContestRules) -> list[str]:
    """The cells of a ranked pair after its names: score, percentage, boards and line.

    There is a percentage only if pairs are ranked by percentages, a line only if there are two winners.
    """
    figures = [points_text(pair.score, 2)]
    if rules.ranks_by_percentages:
        figures.append(two_decimals(pair.percent or Fraction(0)))
    figures.append(str(pair.boards))
    if rules.winners == 2:
        line = pair.line.value if pair.line else _NONE
        figures.append(line)
    return figures


def _names(pair: Pair) -> str:
    """The names of a pair in one string, separated by semicolons as PBN requires."""
    names = []
    for name in pair.names:
        names.append(_text(name.replace(";", ",")))
    return f'"{";".join(names)}"'


def _text(value: str) -> str:
    """The value on one line, with quotes and backslashes escaped as PBN requires."""
    return " ".join(value.split())[:_LONGEST].replace("\\", "\\\\").replace('"', '\\"')
