"""Outcomes as other programs write them: contract, declarer, tricks and score in words of their own."""

import re
from typing import Final, NamedTuple

from scoring.deals import Deal
from scoring.duplicate.board import score_board
from scoring.duplicate.outcomes import (
    Artificial,
    Average,
    NotPlayed,
    Outcome,
    Played,
    Split,
    single,
)
from scoring.errors import InvalidHands, InvalidOutcome
from scoring.hands.cards import parse_card
from scoring.said import said
from scoring.values import TRICKS, Contract, Risk, Seat, Strain

_PASSED: Final = frozenset(
    ("PASS", "PASSED", "PASSEDOUT", "PASSOUT", "ALLPASS", "AP", "PO", "P")
)
_NOT_PLAYED: Final = frozenset(("NP", "NOTPLAYED", "NOPLAY"))
_CONTRACT: Final = re.compile(
    r"(?P<level>[1-7])(?P<strain>NT|SA|[CDHSN]|[♣♦♥♠])(?P<risk>XX|X|R|DBL|RDBL|D)?"
)
_STRAINS: Final = {
    "C": Strain.CLUBS,
    "D": Strain.DIAMONDS,
    "H": Strain.HEARTS,
    "S": Strain.SPADES,
    "N": Strain.NOTRUMP,
    "NT": Strain.NOTRUMP,
    "SA": Strain.NOTRUMP,
    "♣": Strain.CLUBS,
    "♦": Strain.DIAMONDS,
    "♥": Strain.HEARTS,
    "♠": Strain.SPADES,
}
_RISKS: Final = {
    "X": Risk.DOUBLED,
    "D": Risk.DOUBLED,
    "DBL": Risk.DOUBLED,
    "XX": Risk.REDOUBLED,
    "R": Risk.REDOUBLED,
    "RDBL": Risk.REDOUBLED,
}
_SCORE: Final = re.compile(r"[+-]?[0-9]{1,5}(?:\.0*)?")
_ARTIFICIAL: Final = re.compile(r"A(?:DJ)?(100|[0-9]{2})[-/%]*(100|[0-9]{2})?%?")
_PERCENTS: Final = re.compile(r"([0-9]{1,3})(?:\.0*)?%?[-/]([0-9]{1,3})(?:\.0*)?%")
_PERCENT: Final = re.compile(r"([0-9]{1,3})(?:\.0*)?%")
_AVERAGES: Final = re.compile(
    r"A(?:VE|VG)?([-=+])?(?:/?A(?:VE|VG)?([-=+])?|/?([-=+]))?"
)
_TRICKS: Final = re.compile(r"(?:=|[+-][0-9]{1,2})")
_DASHES: Final = str.maketrans(
    {"−": "-", "–": "-", "*": "X", " ": None, "\u00a0": None}
)
_UNKNOWN: Final = frozenset(("", "-", "?", "--"))


class ReadOutcome(NamedTuple):
    """An outcome that was read, and a sentence if the file contradicts itself; otherwise the sentence is empty."""

    outcome: Outcome | None
    """None if the file has neither a score nor a contract."""
    doubt: str = ""


def read_outcome(
    board: int, contract: str, declarer: str, tricks: str, score: str
) -> ReadOutcome:
    """The outcome of a board from the words of a file; ``score`` is in points of North-South.

    The contract counts if it has all its parts. If the score is the score of another result, the score counts, because
    it is what was compared; a score in points of the declarer is accepted.

    >>> read_outcome(7, "4S x", "N", "11", "990").outcome.points
    990
    >>> read_outcome(1, "", "", "", "A6040").outcome.ns
    60

    Raises:
        InvalidOutcome: for words that are no outcome.
        InvalidBoard: for a number that no board has.
    """
    words, given = _plain(contract), _plain(score)
    for text in (given, words):
        if text in _NOT_PLAYED:
            return ReadOutcome(NotPlayed())
        artificial = artificial_score(text)
        if artificial is not None:
            return ReadOutcome(artificial)

    points = _points(given)
    deal = _deal(words, _plain(declarer), _plain(tricks))
    if deal is None:
        deal = _by_points(board, words, _plain(declarer), points)
    if deal is None:
        if points is None:
            return ReadOutcome(None)
        return ReadOutcome(Played(points))
    return _checked(board, deal, points)


def split_score(ns: str, ew: str) -> Outcome | None:
    """The outcome of two scores, one for each side: percentages, or points as each side sees them.

    None if one of them is missing.
    """
    ns_percent, ew_percent = (
        _PERCENT.fullmatch(_plain(ns)),
        _PERCENT.fullmatch(_plain(ew)),
    )
    if ns_percent and ew_percent:
        return Artificial(int(ns_percent[1]), int(ew_percent[1]))
    ns_points, ew_points = _points(_plain(ns)), _points(_plain(ew))
    if ns_points is None or ew_points is None:
        return None
    if ns_points == -ew_points:
        return Played(ns_points)
    return Split(single(ns_points), single(ew_points))


def artificial_score(text: str) -> Artificial | None:
    """The artificial score that a text means: A6040, 60%-40%, AVE, AVE+/AVE-; None for any other text.

    >>> artificial_score("A60/40").ew, artificial_score("AVE+").ns, artificial_score("A")
    (40, <Average.PLUS: '+'>, None)
    """
    plain = _plain(text)
    if found := _ARTIFICIAL.fullmatch(plain):
        ns = int(found[1])
        ew = int(found[2]) if found[2] else 100 - ns
        return Artificial(ns, ew)
    if found := _PERCENTS.fullmatch(plain):
        return Artificial(int(found[1]), int(found[2]))
    found = _AVERAGES.fullmatch(plain)
    if found is None or plain == "A":
        return None
    ns_mark = found[1] or "="
    opposite = {"+": "-", "-": "+", "=": "="}[ns_mark]
    ew_mark = found[2] or found[3] or opposite
    return Artificial(Average(ns_mark), Average(ew_mark))


def read_contract(text: str) -> Contract | None:
    """The contract that a text means, such as 4SX, 3NT or 4 S x; None for any other text."""
    found = _CONTRACT.fullmatch(_plain(text))
    if found is None:
        return None
    risk = _RISKS.get(found["risk"] or "", Risk.UNDOUBLED)
    return Contract(int(found["level"]), _STRAINS[found["strain"]], risk)


def read_seat(text: str) -> Seat | None:
    """The seat that a text names, by its letter or its English name; None for any other text."""
    plain = _plain(text)
    for seat in Seat:
        if plain in (seat.value, seat.name):
            return seat
    return None


def read_lead(text: str) -> str:
    """The card that a text names, as suit and rank; empty for any other text, because a lead changes no score.

    >>> read_lead("9H"), read_lead("S10"), read_lead("?")
    ('H9', 'ST', '')
    """
    try:
        return "".join(parse_card(text))
    except InvalidHands:
        return ""


def _plain(text: str) -> str:
    """The text in capital letters, without blanks; nothing for the signs of what is not known."""
    plain = text.translate(_DASHES).strip().upper()
    return "" if plain in _UNKNOWN else plain


def _points(text: str) -> int | None:
    """The points of a score; None if there is none. Raises InvalidOutcome for text that is no score."""
    if not text or text in _PASSED:
        return 0 if text else None
    if not _SCORE.fullmatch(text):
        message = said("“{text}” is no score, such as 420 or -50.", text=text[:20])
        raise InvalidOutcome(message)
    whole, _, _ = text.partition(".")
    return Played(int(whole)).points


def _deal(words: str, declarer: str, tricks: str) -> Deal | None:
    """The deal, if the file has all parts of it. Raises InvalidOutcome for a part that cannot be read."""
    if words in _PASSED:
        return Deal.passed_out()
    if not words:
        return None

    contract = read_contract(words)
    if contract is None:
        message = said(
            "“{text}” is no contract, such as 4SX, 3NT or PASS.", text=words[:20]
        )
        raise InvalidOutcome(message)
    if not declarer:
        return None
    seat = read_seat(declarer)
    if seat is None:
        message = said("“{text}” is no declarer: N, E, S or W.", text=declarer[:20])
        raise InvalidOutcome(message)

    won = _tricks(contract, tricks)
    if won is None:
        return None
    return Deal(contract, seat, won)


def _tricks(contract: Contract, text: str) -> int | None:
    """The tricks in all; None if there are none in the file. Raises InvalidOutcome for text that is no such number."""
    if not text:
        return None
    won = -1
    if text.isascii() and text.isdigit() and len(text) <= 2:
        won = int(text)
    elif _TRICKS.fullmatch(text):
        won = contract.tricks_needed
        if text != "=":
            won += int(text)
    if not 0 <= won <= TRICKS:
        message = said("“{text}” is no number of tricks from 0 to 13.", text=text[:20])
        raise InvalidOutcome(message)
    return won


def _by_points(
    board: int, words: str, declarer: str, points: int | None
) -> Deal | None:
    """The deal whose tricks follow from its score; None if the file has no contract, or no tricks give this score."""
    contract, seat = read_contract(words), read_seat(declarer)
    if contract is None or seat is None or points is None:
        return None
    for won in range(TRICKS + 1):
        deal = Deal(contract, seat, won)
        if score_board(board, deal).score == points:
            return deal
    return None


def _checked(board: int, deal: Deal, points: int | None) -> ReadOutcome:
    """The outcome of a deal beside its printed score."""
    score = score_board(board, deal).score
    if points is None or abs(points) == abs(score):
        return ReadOutcome(Played(score, deal))
    doubt = said(
        "{contract} on board {board} scores {score}, and the file has {points}, which counts.",
        contract=str(deal),
        board=board,
        score=score,
        points=points,
    )
    return ReadOutcome(Played(points), doubt)
