"""Sentences of the program that rows keep in English, and their translation for readers.

Rows are facts and stay as they were written. This module has all these sentences as forms: a writer makes a text from a
form, and a page finds the form of a text to translate it. Text that people have typed fits no form and stays.
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
    "year",
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
# Places that hold another of these sentences and nothing else.
_SENTENCES: Final = {
    "misplay",
    "movement",
    "rubber",
}
_DAYS: Final = {"day", "first", "last"}
_PLACE: Final = re.compile(r"\\{(\w+)\\}")


class StoredSentence:
    """The form of a sentence, with a placeholder for each value. A call with the values returns the text for a row."""

    def __init__(self, form: str) -> None:
        self.form = form
        _FORMS.append(self)

    def __call__(self, **values: object) -> str:
        return self.form.format(**values)

    @cached_property
    def _pattern(self) -> re.Pattern[str]:
        return re.compile(_PLACE.sub(_group, re.escape(self.form)))

    def values_in(self, text: str) -> dict[str, str] | None:
        """The values of the placeholders in a text that was made from this form; None for any other text."""
        found = self._pattern.fullmatch(text)
        return found.groupdict() if found else None


def _group(place: re.Match[str]) -> str:
    return f"(?P<{place[1]}>{_OTHER_THAN_WORDS.get(place[1], '.+?')})"


_FORMS: list[StoredSentence] = []


# --- names that the program gives ---

TABLE = StoredSentence("Table {number}")
SEASON = StoredSentence("Season {year}")

# --- versions of a deal and the ends of rubbers, by the noun of a game as rows have it where that is in them ---

UNDONE = StoredSentence("Undone")
OTHER_BOOK = StoredSentence("the other book")
CORRECTION = StoredSentence("a correction")
LEFT_OVER = {
    "rubber": StoredSentence("Left over from the rubber before"),
    "round": StoredSentence("Left over from the round before"),
}
BEGUN_AGAIN = {
    "rubber": StoredSentence("Begun again with deals left over from the rubber before"),
    "round": StoredSentence("Begun again with deals left over from the round before"),
}
FIRST_DEALER = StoredSentence("The first dealer was corrected")
SEATS = StoredSentence("The seats were corrected")
BEGINS_THE_NEXT_BY_SEATS = {
    "rubber": StoredSentence(
        "After the end, since the seats were corrected: it begins the next rubber"
    ),
    "round": StoredSentence(
        "After the end, since the seats were corrected: it begins the next round"
    ),
}
IS_LOST_BY_SEATS = StoredSentence(
    "After the end, since the seats were corrected: it is lost"
)
NOT_OVER_BEFORE = {
    "rubber": StoredSentence("Not begun: a correction opened the rubber before again"),
    "round": StoredSentence("Not begun: a correction opened the round before again"),
}
BEGINS_THE_NEXT = {
    "rubber": StoredSentence(
        "After the end, since deal {deal} was corrected: it begins the next rubber"
    ),
    "round": StoredSentence(
        "After the end, since deal {deal} was corrected: it begins the next round"
    ),
}
IS_LOST = StoredSentence("After the end, since deal {deal} was corrected: it is lost")
HAD_LEFT = StoredSentence("Corrected when the four had left the table")
NEXT_HAD_BEGUN = {
    "rubber": StoredSentence("Corrected when the next rubber had begun"),
    "round": StoredSentence("Corrected when the next round had begun"),
}

# --- versions of a result of duplicate ---

BOTH_AGREE = StoredSentence("Both agree")
RECORDED_AGAIN = StoredSentence("Recorded again")
AT_THE_TABLE = StoredSentence("Corrected at the table")
BY_THE_DIRECTOR = StoredSentence("Corrected by the director")
BY_LAW = StoredSentence("Law {clause}: {why}")
SWAPPED_SEATS = StoredSentence(
    "Numbers {one} and {other} sat in each other’s seats in round {round}"
)
OTHER_BOARDS = StoredSentence("Table {table} played boards {boards} in round {round}")
ONE_TO_OTHER = StoredSentence("{one} to {other}")
NOT_PLAYED = StoredSentence("Not played, as a round was played otherwise than planned")
COUNTS_FOR = StoredSentence("{misplay}: it counts for board {board}")

# --- draws of a Swiss, which are editions of its plan ---

DRAWN = StoredSentence("Round {round} drawn by the standings after round {played}")
DRAWN_BY_LOT = StoredSentence("Round 1 drawn by lot, seed {number}")
DRAWN_BY_NUMBERS = StoredSentence("Round 1 drawn by the numbers")
CHANGED_PLACES = StoredSentence(
    "Round {round}: numbers {one} and {other} changed places"
)
ENDED_EARLY = StoredSentence("Play ended after round {round}")

# --- editions of a plan of duplicate; the ways to go on are sentences of `scoring.movements.change` ---

LATE_PAIR = StoredSentence("A late pair from round {round}: {way}")
GOES_HOME = StoredSentence("Number {number} goes home after round {round}: {way}")
PLAYED_OTHERWISE = StoredSentence("{misplay}. {way}")
WAYS = (
    StoredSentence("Pair {pair} fills the empty seats."),
    StoredSentence("Pair {pair} is a rover."),
    StoredSentence("Pair {pair} is a rover, and sits out round {round}."),
    StoredSentence("Pair {pair} plays at an extra table, which has sets of its own."),
    StoredSentence(
        "Pair {pair} meets those who would sit out, and plays at an extra table, which has sets of its own."
    ),
    StoredSentence(
        "The seats of pair {number} stay empty, and its opponents sit out. {scores}"
    ),
    StoredSentence("Two pairs that would both sit out play each other. {scores}"),
    StoredSentence(
        "It has played {played} of {rounds} rounds: its scores stand, and those who would still meet it get average "
        "plus."
    ),
    StoredSentence(
        "It has played {played} of {rounds} rounds, less than half: its scores are cancelled."
    ),
    StoredSentence("Round {round} is drawn without it. What it has played stands."),
    StoredSentence("Round {round} stays as it is drawn. What it has played stands."),
    StoredSentence(
        "Round {round} stays as it is drawn: numbers {one} and {other} meet. What it has played stands."
    ),
    StoredSentence(
        "Round {round} stays as it is drawn: number {one} has nobody to play. What it has played stands."
    ),
    StoredSentence(
        "The draw of round {round} is given up: draw it again. What it has played stands."
    ),
    StoredSentence(
        "It leaves at once: number {other} has nobody to play in round {round}, and the draw of round {next} is given "
        "up: draw it again. What it has played stands."
    ),
    StoredSentence(
        "It leaves at once: number {other} has nobody to play in round {round}. What it has played stands."
    ),
    StoredSentence("There is {rounds} round instead of {planned}."),
    StoredSentence("There are {rounds} rounds instead of {planned}."),
    StoredSentence("Nothing follows from it: the plan goes on."),
    StoredSentence("From now on they go on in each other’s place."),
    StoredSentence("Other sets are played where somebody would play one again."),
    StoredSentence(
        "What somebody would play or meet again is not played, and gets an artificial score."
    ),
)

# --- names of movements, which are those of `scoring.movements.proposals` ---

MOVEMENTS = (
    StoredSentence("Mitchell"),
    StoredSentence("Mitchell with a skip"),
    StoredSentence("Mitchell with share and relay"),
    StoredSentence("Mitchell with a relay"),
    StoredSentence("Web Mitchell"),
    StoredSentence("Howell"),
    StoredSentence("Three-quarter Howell"),
    StoredSentence("Hesitation"),
    StoredSentence("Double hesitation"),
    StoredSentence("Rover"),
    StoredSentence("Movement from a file"),
    StoredSentence("Individual"),
    StoredSentence("Head to head"),
    StoredSentence("American Whist"),
    StoredSentence("Round robin, head to head"),
    StoredSentence("Round robin, head to head, each match with its own boards"),
    StoredSentence("Round robin as a stagger"),
    StoredSentence("Head to head with a triangle"),
    StoredSentence("Swiss pairs"),
    StoredSentence("Swiss teams"),
    StoredSentence("{movement}, last round turned"),
    StoredSentence("{movement}, last two rounds turned"),
)

# --- descriptions of postings ---

RUBBER_AT: Mapping[str, StoredSentence] = {
    "contract": StoredSentence("Contract rubber at {table}"),
    "chicago": StoredSentence("Chicago at {table}"),
    "royal": StoredSentence("Royal auction bridge at {table}"),
}
STAKE = StoredSentence("Stake, {rubber}")
TABLE_MONEY = StoredSentence("Table money, {rubber}")
ADJUSTMENT = StoredSentence("Adjustment {number}")
OPENING_BALANCE = StoredSentence("Opening balance {number}")
SETTLEMENT_OF_DAYS = StoredSentence("Settlement of {first} to {last}")
SETTLEMENT = StoredSentence("Settlement of {day}")


def stored_told(text: str) -> str:
    """The text of a row in the reader's language if it was made from one of the forms; else the unchanged text."""
    return _told(text) or text


def _told(text: str) -> str | None:
    for stored in _FORMS:
        values = stored.values_in(text)
        if values is not None and (said := _values_told(values)) is not None:
            return _(stored.form).format(**said)
    return None


def _values_told(values: Mapping[str, str]) -> dict[str, str] | None:
    """The values of a sentence's placeholders in the reader's language; None if one does not fit its placeholder."""
    said = {}
    for place, value in values.items():
        told = _day_told(value) if place in _DAYS else _told(value)
        if told is None and place in _SENTENCES | _DAYS:
            return None
        said[place] = told or value
    return said


def _day_told(words: str) -> str | None:
    """A day such as `21 November 2026` in the reader's language; None for any other text."""
    try:
        return formatted(datetime.strptime(words, "%d %B %Y"), _("j F Y"))
    except ValueError:
        return None
