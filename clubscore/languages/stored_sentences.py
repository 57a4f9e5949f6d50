"""Sentences of our own that rows keep in English, and how they are read in another language.

Rows are facts and stay as they were written. The sentences are a closed set, which stands here: who writes one makes it
from its form, and who shows one looks for the form that it was made from. What people have typed fits none and stays.
"""

import re
from collections.abc import Mapping
from datetime import datetime
from functools import cached_property
from typing import Final

from django.utils.dateformat import format as formatted
from django.utils.translation import gettext as _

_DIGITS: Final = {
    "number",
    "round",
    "rounds",
    "planned",
    "played",
    "pair",
    "board",
    "one",
    "other",
    "next",
}
_OTHER_THAN_WORDS: Final = dict.fromkeys(_DIGITS, r"\d+") | {
    "clause": r"\d+\w*(?: \(\d{4}\))?"
}
_SENTENCES: Final = {
    "misplay",
    "movement",
    "rubber",
}  # places that hold another of these sentences and nothing else
_DAYS: Final = {"day", "first", "last"}
_PLACE: Final = re.compile(r"\\{(\w+)\\}")


class Stored:
    """A sentence with a place for each value: called with them, it is the text for a row."""

    def __init__(self, form: str) -> None:
        self.form = form
        _FORMS.append(self)

    def __call__(self, **values: object) -> str:
        return self.form.format(**values)

    @cached_property
    def _pattern(self) -> re.Pattern[str]:
        return re.compile(_PLACE.sub(_group, re.escape(self.form)))

    def values_in(self, text: str) -> dict[str, str] | None:
        """The values in the places of a text that was made from this form; None for any other text."""
        found = self._pattern.fullmatch(text)
        return found.groupdict() if found else None


def _group(place: re.Match[str]) -> str:
    return f"(?P<{place[1]}>{_OTHER_THAN_WORDS.get(place[1], '.+?')})"


_FORMS: list[Stored] = []


# --- versions of a deal and the ends of rubbers, by the noun of a game as rows have it where that is in them ---

UNDONE = Stored("Undone")
OTHER_BOOK = Stored("the other book")
CORRECTION = Stored("a correction")
LEFT_OVER = {
    "rubber": Stored("Left over from the rubber before"),
    "round": Stored("Left over from the round before"),
}
BEGUN_AGAIN = {
    "rubber": Stored("Begun again with deals left over from the rubber before"),
    "round": Stored("Begun again with deals left over from the round before"),
}
BEGINS_THE_NEXT = {
    "rubber": Stored(
        "After the end, since deal {deal} was corrected: it begins the next rubber"
    ),
    "round": Stored(
        "After the end, since deal {deal} was corrected: it begins the next round"
    ),
}
IS_LOST = Stored("After the end, since deal {deal} was corrected: it is lost")
HAD_LEFT = Stored("Corrected when the four had left the table")
NEXT_HAD_BEGUN = {
    "rubber": Stored("Corrected when the next rubber had begun"),
    "round": Stored("Corrected when the next round had begun"),
}

# --- versions of a result of duplicate ---

BOTH_AGREE = Stored("Both agree")
RECORDED_AGAIN = Stored("Recorded again")
AT_THE_TABLE = Stored("Corrected at the table")
BY_THE_DIRECTOR = Stored("Corrected by the director")
BY_LAW = Stored("Law {clause}: {why}")
SWAPPED_SEATS = Stored(
    "Numbers {one} and {other} sat in each other’s seats in round {round}"
)
OTHER_BOARDS = Stored("Table {table} played boards {boards} in round {round}")
ONE_TO_OTHER = Stored("{one} to {other}")
NOT_PLAYED = Stored("Not played, as a round was played otherwise than planned")
COUNTS_FOR = Stored("{misplay}: it counts for board {board}")

# --- draws of a Swiss, which are editions of its plan ---

DRAWN = Stored("Round {round} drawn by the standings after round {played}")
DRAWN_BY_LOT = Stored("Round 1 drawn by lot, seed {number}")
DRAWN_BY_NUMBERS = Stored("Round 1 drawn by the numbers")
CHANGED_PLACES = Stored("Round {round}: numbers {one} and {other} changed places")
ENDED_EARLY = Stored("Play ended after round {round}")

# --- editions of a plan of duplicate; the ways to go on are sentences of `scoring.movements.change` ---

LATE_PAIR = Stored("A late pair from round {round}: {way}")
GOES_HOME = Stored("Number {number} goes home after round {round}: {way}")
PLAYED_OTHERWISE = Stored("{misplay}. {way}")
WAYS = (
    Stored("Pair {pair} fills the empty seats."),
    Stored("Pair {pair} is a rover."),
    Stored("Pair {pair} is a rover, and sits out round {round}."),
    Stored("Pair {pair} plays at an extra table, which has sets of its own."),
    Stored(
        "Pair {pair} meets those who would sit out, and plays at an extra table, which has sets of its own."
    ),
    Stored(
        "The seats of pair {number} stay empty, and its opponents sit out. {scores}"
    ),
    Stored("Two pairs that would both sit out play each other. {scores}"),
    Stored(
        "It has played {played} of {rounds} rounds: its scores stand, and those who would still meet it get average "
        "plus."
    ),
    Stored(
        "It has played {played} of {rounds} rounds, less than half: its scores are cancelled."
    ),
    Stored("Round {round} is drawn without it. What it has played stands."),
    Stored("Round {round} stays as it is drawn. What it has played stands."),
    Stored(
        "Round {round} stays as it is drawn: numbers {one} and {other} meet. What it has played stands."
    ),
    Stored(
        "Round {round} stays as it is drawn: number {one} has nobody to play. What it has played stands."
    ),
    Stored(
        "The draw of round {round} is given up: draw it again. What it has played stands."
    ),
    Stored(
        "It leaves at once: number {other} has nobody to play in round {round}, and the draw of round {next} is given "
        "up: draw it again. What it has played stands."
    ),
    Stored(
        "It leaves at once: number {other} has nobody to play in round {round}. What it has played stands."
    ),
    Stored("There is {rounds} round instead of {planned}."),
    Stored("There are {rounds} rounds instead of {planned}."),
    Stored("Nothing follows from it: the plan goes on."),
    Stored("From now on they go on in each other’s place."),
    Stored("Other sets are played where somebody would play one again."),
    Stored(
        "What somebody would play or meet again is not played, and gets an artificial score."
    ),
)

# --- names of movements, which are those of `scoring.movements.proposals` ---

MOVEMENTS = (
    Stored("Mitchell"),
    Stored("Mitchell with a skip"),
    Stored("Mitchell with share and relay"),
    Stored("Howell"),
    Stored("Hesitation"),
    Stored("Double hesitation"),
    Stored("Rover"),
    Stored("Individual"),
    Stored("Head to head"),
    Stored("American Whist"),
    Stored("Swiss pairs"),
    Stored("Swiss teams"),
    Stored("{movement}, last round turned"),
    Stored("{movement}, last two rounds turned"),
)

# --- descriptions of postings ---

RUBBER_AT: Mapping[str, Stored] = {
    "contract": Stored("Contract rubber at {table}"),
    "chicago": Stored("Chicago at {table}"),
    "royal": Stored("Royal auction bridge at {table}"),
}
STAKE = Stored("Stake, {rubber}")
TABLE_MONEY = Stored("Table money, {rubber}")
ADJUSTMENT = Stored("Adjustment {number}")
OPENING_BALANCE = Stored("Opening balance {number}")
SETTLEMENT_OF_DAYS = Stored("Settlement of {first} to {last}")
SETTLEMENT = Stored("Settlement of {day}")


def stored_told(text: str) -> str:
    """The text of a row in the reader's language, where it is one of these sentences; else as it stands."""
    return _told(text) or text


def _told(text: str) -> str | None:
    for stored in _FORMS:
        values = stored.values_in(text)
        if values is not None and (said := _values_told(values)) is not None:
            return _(stored.form).format(**said)
    return None


def _values_told(values: Mapping[str, str]) -> dict[str, str] | None:
    """The values in the reader's language; None where a place does not hold what belongs there."""
    said = {}
    for place, value in values.items():
        told = _day_told(value) if place in _DAYS else _told(value)
        if told is None and place in _SENTENCES | _DAYS:
            return None
        said[place] = told or value
    return said


def _day_told(words: str) -> str | None:
    """`21 November 2026` as the reader's language writes it."""
    try:
        return formatted(datetime.strptime(words, "%d %B %Y"), _("j F Y"))
    except ValueError:
        return None
