"""`PrintedSession`: a session as the file of another program has it, with the facts and the figures it prints."""

import re
from datetime import date
from fractions import Fraction
from typing import Final, NamedTuple

from scoring.duplicate.outcomes import Outcome
from scoring.hands.layout import DealtBoard
from scoring.values import Side

_NUMBER: Final = re.compile(r"[+-]?[0-9]{1,9}(?:[.,][0-9]{0,9})?|[+-]?[.,][0-9]{1,9}")
_PLACE: Final = re.compile(r"=?([0-9]{1,4})(?:st|nd|rd|th)?=?\.?", re.IGNORECASE)
_DAY_FIRST: Final = re.compile(r"([0-9]{1,2})[./-]([0-9]{1,2})[./-]([0-9]{4})\b")
_YEAR_FIRST: Final = re.compile(
    r"([0-9]{4})[./-]([0-9]{1,2})[./-]([0-9]{1,2})(?![0-9])"
)
_NOT_PRINTABLE: Final = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029]")
_MINUS: Final = str.maketrans("−–", "--")


class PrintedNumber(NamedTuple):
    """A number as it is printed: its value, and how many decimals it has.

    >>> number = printed_number("45.50")
    >>> number.value, number.places
    (Fraction(91, 2), 2)
    """

    value: Fraction
    places: int


class PrintedEntry(NamedTuple):
    """A pair, team or player with the figures that the file prints."""

    number: int
    """The number in the contest. No two entries share it, unlike their labels."""
    label: str
    """The number as the file writes it, such as 1NS."""
    names: tuple[str, ...] = ()
    national_ids: tuple[str, ...] = ()
    """A national number for each name; empty where the file has none."""
    team: str = ""
    """The name of a team; empty for a pair and a player."""
    line: Side | None = None
    """The direction that the file gives the entry, whether or not it is ranked by lines."""
    section: str = ""
    score: PrintedNumber | None = None
    percent: PrintedNumber | None = None
    place: int | None = None
    adjustment: PrintedNumber | None = None
    """Points that the file takes off or adds, in the unit of the score."""
    handicap: PrintedNumber | None = None


class PrintedPlay(NamedTuple):
    """One board at one table, with the awards that the file prints."""

    board: int
    ns: int
    ew: int
    outcome: Outcome
    ns_award: PrintedNumber | None = None
    ew_award: PrintedNumber | None = None
    south: int | None = None
    """The player in South, in an individual; ``ns`` is then the player in North. Otherwise None."""
    west: int | None = None
    """The player in West, in an individual; ``ew`` is then the player in East. Otherwise None."""
    section: str = ""
    round: int = 0
    """The round in which the board was played; 0 if the file does not say."""
    lead: str = ""
    """The opening lead, suit and rank, such as HK; empty if the file has none that can be read."""
    line: int = 1
    """The line of the file, or the row of its table."""
    doubt: str = ""
    """A sentence, if the file contradicts itself about this board at this table; empty otherwise."""


class PrintedMatch(NamedTuple):
    """A match with the scores that the file prints."""

    one: int
    other: int
    one_score: PrintedNumber | None
    other_score: PrintedNumber | None


class PrintedSession(NamedTuple):
    """A session as its file has it."""

    name: str
    scoring: str
    """How boards are scored, as a value of the rule ``scoring`` of `ContestRules`."""
    entries: tuple[PrintedEntry, ...]
    plays: tuple[PrintedPlay, ...]
    other_scorings: tuple[str, ...] = ()
    """Other values that the words of the file may mean, such as "butler" where it only says IMPs."""
    day: date | None = None
    club: str = ""
    club_number: str = ""
    program: str = ""
    """The program that wrote the file, with its version; empty if the file does not say."""
    printed_scoring: str = ""
    """The words of the file for its scoring."""
    has_victory_points: bool = False
    """True if matches count by their victory points."""
    winners: int | None = None
    """1 or 2, as the file has it; None if it does not say."""
    sections: tuple[str, ...] = ()
    matches: tuple[PrintedMatch, ...] = ()
    hands: tuple[DealtBoard, ...] = ()
    awards_are_percentages: bool = False
    """True if the file prints awards in per cent of the top of a board."""
    notes: tuple[str, ...] = ()
    """Sentences about what was read otherwise than it is written, or was left out."""


def printed_number(text: str) -> PrintedNumber | None:
    """The number that a text prints; None for text that is no number.

    >>> printed_number("12,5"), printed_number("–")
    (PrintedNumber(value=Fraction(25, 2), places=1), None)
    """
    plain = text.strip().translate(_MINUS).rstrip("%").strip()
    if not _NUMBER.fullmatch(plain):
        return None
    plain = plain.replace(",", ".")
    _, _, decimals = plain.partition(".")
    if plain.endswith("."):
        plain += "0"
    return PrintedNumber(Fraction(plain), len(decimals))


def printed_place(text: str) -> int | None:
    """The place that a text prints; None for text that is no place.

    >>> printed_place("3="), printed_place("=12"), printed_place("")
    (3, 12, None)
    """
    place = _PLACE.fullmatch(text.strip())
    if place is None or int(place[1]) < 1:
        return None
    return int(place[1])


def printed_day(text: str) -> date | None:
    """The day that a text prints, the day or the year first; None for text that is no day.

    >>> printed_day("18/11/2024"), printed_day("2024.11.18 19:30")
    (datetime.date(2024, 11, 18), datetime.date(2024, 11, 18))
    """
    if found := _YEAR_FIRST.match(text.strip()):
        year, month, day = found.groups()
    elif found := _DAY_FIRST.match(text.strip()):
        day, month, year = found.groups()
    else:
        return None
    try:
        return date(int(year), int(month), int(day))
    except ValueError:
        return None


def on_one_line(text: str) -> str:
    """The text on one line, without control characters and without blanks at its ends."""
    if not text.isprintable():
        text = _NOT_PRINTABLE.sub(" ", text)
    return " ".join(text.split())
