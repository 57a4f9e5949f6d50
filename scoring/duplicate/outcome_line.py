"""Outcomes as directors write them: ``+420``, ``4SN+1``, ``A6040``, ``A+-``, ``NP``, ``30%=+420,70%=-50``,
``ns:-50,ew:-420``.

Case and blanks do not matter. Scores are in points of North-South; after ``ew:`` they are in points of East-West.
"""

import re
from dataclasses import replace
from fractions import Fraction
from typing import Final

from scoring.deals import Deal
from scoring.duplicate.board import score_board
from scoring.duplicate.outcomes import (
    Artificial,
    Average,
    NotPlayed,
    Outcome,
    Part,
    Played,
    Split,
    Weighted,
    single,
)
from scoring.errors import InvalidDeal, InvalidOutcome
from scoring.quickline import column_of, parse_deal

_MINUS: Final = dict.fromkeys(map(ord, "−–—‐‑﹣－"), "-")
_SCORE: Final = re.compile(r"[+-]?[0-9]{1,5}")
_ARTIFICIAL: Final = re.compile(
    r"a([-=+]|100|[0-9]{2})([-=+]|100|[0-9]{2})", re.IGNORECASE
)
_SPLIT: Final = re.compile(r"\s*ns\s*:(?P<ns>.*?),\s*ew\s*:(?P<ew>.*)", re.IGNORECASE)
_WEIGHTED: Final = re.compile(r"\s*([0-9]{1,3}(?:\.[0-9]{1,2})?)\s*%\s*=?")


def parse_outcome(text: str, board: int | None = None) -> Outcome:
    """The outcome that a text stands for; ``board`` is the board for which a contract is scored.

    >>> parse_outcome("4sn+1", 7).points, parse_outcome("a+-").ew
    (650, <Average.MINUS: '-'>)

    Raises:
        InvalidOutcome: for text that cannot be read, for an outcome that no board can have, or for a contract if
            ``board`` is None.
        InvalidBoard: for a contract, if ``board`` is a number that no board has.
    """
    try:
        return _outcome(text, text.translate(_MINUS).strip(), board)
    except InvalidOutcome as refusal:
        raise InvalidOutcome(
            refusal.message, column=refusal.column or _first(text)
        ) from None


def _outcome(text: str, plain: str, board: int | None) -> Outcome:
    if plain.lower() == "np":
        return NotPlayed()
    if artificial := _ARTIFICIAL.fullmatch(plain):
        return Artificial(_side(artificial[1]), _side(artificial[2]))
    if plain[:1] in ("a", "A"):
        raise InvalidOutcome(
            "An artificial score is two percentages, as A6040, or two averages of + = -, as A+-."
        )
    if plain.lower().startswith("ns"):
        return _split(text, board)
    if "%" in plain:
        return Weighted(_parts(text, 1, board))

    points, deal = _result(text, 1, board)
    return Played(points, deal)


def outcome_line(outcome: Outcome) -> str:
    """The canonical text of an outcome, from which ``parse_outcome`` reads an equal outcome.

    >>> outcome_line(parse_outcome("70 % -50, 30 % 420"))
    '70%=-50,30%=+420'
    """
    match outcome:
        case Played(points, deal):
            return _result_text(points, deal)
        case Weighted(parts):
            return _parts_text(parts)
        case Split(ns, ew):
            return f"ns:{_side_text(ns)},ew:{_side_text(ew)}"
        case Artificial(ns, ew):
            return f"A{_artificial_text(ns)}{_artificial_text(ew)}"
        case NotPlayed():
            return "NP"


def _side(text: str) -> Average | int:
    """Read the artificial score of one side: a percentage, or an average."""
    if text.isdigit():
        return int(text)
    return Average(text)


def _split(text: str, board: int | None) -> Split:
    sides = _SPLIT.fullmatch(text)
    if sides is None:
        raise InvalidOutcome(
            "A split score names both sides: ns:-50,ew:-420, each in its own points."
        )
    ns = _parts(sides["ns"], sides.start("ns") + 1, board)
    ew = _parts(sides["ew"], sides.start("ew") + 1, board)
    return Split(ns, tuple(map(_in_points_of_east_west, ew)))


def _in_points_of_east_west(part: Part) -> Part:
    """The part in points of East-West: the sign of the points changes if they were computed from a contract."""
    if part.deal is None:
        return part
    return part._replace(points=-part.points)


def _parts(text: str, column: int, board: int | None) -> tuple[Part, ...]:
    """Read the parts of one side; a single result has the whole weight. The text begins at ``column``.

    Raises InvalidOutcome for other text, with the column of the mistake.
    """
    if "%" not in text:
        points, deal = _result(text, column, board)
        return single(points, deal)

    parts = []
    for piece in text.split(","):
        weighted = _WEIGHTED.match(piece)
        if weighted is None:
            message = (
                "A weighted result is a percentage and the result, such as 30%=+420."
            )
            raise InvalidOutcome(message, column=column + _first(piece) - 1)
        weight = Fraction(weighted[1]) / 100
        points, deal = _result(piece[weighted.end() :], column + weighted.end(), board)
        parts.append(Part(weight, points, deal))
        column += len(piece) + 1

    return tuple(parts)


def _result(text: str, column: int, board: int | None) -> tuple[int, Deal | None]:
    """The points of North-South, and the deal if the text is a contract. The text begins at ``column``.

    Raises InvalidOutcome for other text, with the column of the mistake.
    """
    plain = text.translate(_MINUS).strip()
    place = column + _first(text) - 1
    if _SCORE.fullmatch(plain):
        return _points(int(plain), place), None
    if not plain:
        raise InvalidOutcome(
            "The result is missing: a score as +420, a contract as 4SN+1, A6040 or NP.",
            column=place,
        )
    if plain[0] in "+-" and plain != "-":
        raise InvalidOutcome(
            "A score is a sign and a number, such as +420 or -50.", column=place
        )

    try:
        deal = replace(parse_deal(text), note="")
        if board is None:
            message = "A contract needs the number of its board, which says who is vulnerable; or give the score."
            raise InvalidOutcome(message, column=place)
        return score_board(board, deal).score, deal
    except InvalidDeal as refusal:
        mark = refusal.column or column_of(refusal.field, text)
        raise InvalidOutcome(refusal.message, column=column + mark - 1) from None


def _points(points: int, column: int) -> int:
    """The points, unchanged. Raises InvalidOutcome with the column if no deal can have these points."""
    try:
        return Played(points).points
    except InvalidOutcome as refusal:
        raise InvalidOutcome(refusal.message, column=column) from None


def _first(text: str) -> int:
    """The column of the first character that is not blank, counted from 1."""
    return 1 + len(text) - len(text.lstrip())


def _result_text(points: int, deal: Deal | None) -> str:
    if deal is not None:
        return str(deal)
    if points == 0:
        return "0"
    return f"{points:+}"


def _side_text(parts: tuple[Part, ...]) -> str:
    if len(parts) > 1:
        return _parts_text(parts)
    return _result_text(parts[0].points, parts[0].deal)


def _parts_text(parts: tuple[Part, ...]) -> str:
    texts = []
    for part in parts:
        result = _result_text(part.points, part.deal)
        texts.append(f"{_percent(part.weight)}%={result}")
    return ",".join(texts)


def _artificial_text(side: Average | int) -> str:
    if isinstance(side, Average):
        return side.value
    return f"{side:02}"


def _percent(weight: Fraction) -> str:
    """A weight in per cent as text, with two decimals at most."""
    return f"{float(weight * 100):.2f}".rstrip("0").rstrip(".")
