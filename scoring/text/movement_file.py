"""Reads movement files in two forms: Clubscore's own, a line for each row, or a line of triples for each table.

A row of the own form is ``round table ns ew set``, in an individual ``round table n s e w set``. A dash or 0 is an
empty seat; ``shared`` or ``turned`` may follow. A first line ``movement …`` has the facts that rows cannot hold. The
other form is known by its heading of six numbers: type, tables, boards, boards a set, rounds, missing.
"""

from collections.abc import Iterable
from dataclasses import replace
from itertools import chain
from typing import Final, NamedTuple

from scoring.errors import InvalidDeal, InvalidMovement, ScoringError
from scoring.movements.check import check
from scoring.movements.plan import (
    FORMS,
    MOST_ENTRIES,
    MOST_ROUNDS,
    Movement,
    MovementRow,
    Stay,
    in_order,
)
from scoring.said import said
from scoring.text.lines import InvalidLine, TextLines
from scoring.text.session_words import refuse
from scoring.text.triples_file import is_heading, read_triples
from scoring.text.words_of_line import Word, without_comment, words_of

MOST_ROWS: Final = 10_000
BY_HAND: Final = "by hand"
FLAGS: Final = ("full", "replays", "sits-twice")
UNTITLED: Final = said("Movement from a file")
"""The name of a movement whose file has no title."""


class MovementFile(NamedTuple):
    """A movement that was read from a file, with the number of boards in a set."""

    movement: Movement
    boards_a_set: int = 0
    """The number of boards in a set; 0 if the file does not give it."""
    title: str = ""


def read_movement(lines: Iterable[bytes]) -> MovementFile:
    """The movement that a file describes, with the number of boards in a set and the title that the file gives.

    The file is in Clubscore's own form, or in the form of published movements, with a heading of six numbers. The
    movement may break the rules of movements: see ``check``.

    Raises:
        InvalidLine: for the first line that is refused.
    """
    texts = TextLines(lines)
    try:
        return _read(texts)
    except ScoringError as refusal:
        column = (
            refusal.column if isinstance(refusal, InvalidDeal | InvalidLine) else None
        )
        raise InvalidLine(
            refusal.message, line=max(texts.line, 1), column=column or 1
        ) from None


def _read(texts: TextLines) -> MovementFile:
    parts = (without_comment(text) for text in texts)
    first = next(parts, None)
    if first is None:
        raise InvalidMovement("A movement has at least one row, such as: 1 1 1 10 1.")
    if is_heading(first):
        return MovementFile(*read_triples("", first, parts))
    if not _is_own(first):
        heading = next(parts, None)
        if heading is None or not is_heading(heading):
            refuse(
                "A file begins with a row, a line “movement …”, or a title and six numbers with commas.",
                1,
            )
        return MovementFile(*read_triples(first.strip(), heading, parts))

    reader = _MovementReader()
    for line in chain([first], parts):
        reader.read(line)

    return reader.file()


def _is_own(line: str) -> bool:
    """True if a movement file in the form of this program can begin with this line: a row, or a keyword."""
    words = words_of(line)
    if words[0].text in ("movement", "stay"):
        return True
    return all(word.text.isdigit() for word in words[:2])


class _MovementReader:
    """A reader that builds a movement from a file in Clubscore's own form, line by line."""

    def __init__(self) -> None:
        self.form: str | None = None
        self.kind = BY_HAND
        self.numbers: dict[str, int] = {}
        self.flags: set[str] = set()
        self.has_heading = False
        self.rows: list[MovementRow] = []
        self.shared: set[tuple[int, int]] = set()
        self.stays: list[Stay] = []

    def read(self, line: str) -> None:
        """Read one line, without its comment. Raises InvalidDeal for a line that is refused."""
        words = words_of(line)
        if words[0].text == "movement":
            self._heading(line, words)
        elif words[0].text == "stay":
            self._stay(line, words)
        else:
            self._row(line, words)

    def file(self) -> MovementFile:
        """The movement of all lines. Raises InvalidMovement if there is no row."""
        if not self.rows:
            raise InvalidMovement(
                "A movement has at least one row, such as: 1 1 1 10 1."
            )

        movement = Movement(
            self.kind,
            in_order(self.rows),
            form=self.form or "pairs",
            winners=2,
            shared=frozenset(self.shared),
            set_count=self.numbers.get("sets", 0),
            full="full" in self.flags,
            replays="replays" in self.flags,
            sits_twice="sits-twice" in self.flags,
            stays=tuple(self.stays),
        )
        winners = self.numbers.get("winners") or _winners(movement)
        return MovementFile(
            replace(movement, winners=winners), self.numbers.get("boards", 0)
        )

    def _heading(self, line: str, words: list[Word]) -> None:
        if self.has_heading or self.rows:
            refuse(
                "The line “movement …” is the first, and the only one.", words[0].column
            )

        self.has_heading = True
        if len(words) < 3 or words[2].text not in FORMS:
            column = words[2].column if len(words) > 2 else len(line) + 1
            form = (
                "After the name comes pairs, teams or individual, such as: {example}."
            )
            refuse(
                said(form, example="movement mitchell pairs winners=2 sets=9"), column
            )

        _, kind, play, *rest = words
        self.kind = kind.content
        self.form = play.text
        for word in rest:
            self._property(word)

    def _property(self, word: Word) -> None:
        """Read one word after ``movement`` on the first line: a flag, or a number such as ``sets=9``."""
        key, equals, value = word.text.partition("=")
        if word.text in FLAGS:
            self.flags.add(word.text)
        elif (
            equals and key in ("winners", "sets", "boards") and key not in self.numbers
        ):
            most = 2 if key == "winners" else MOST_ENTRIES
            number = Word(value, word.column + len(key) + 1)
            self.numbers[key] = _number(number, 1, most, key)
        else:
            form = "“{word}” is not known here; known are winners=, sets=, boards= (each once), {flags}."
            refuse(said(form, word=word.text[:40], flags=", ".join(FLAGS)), word.column)

    def _stay(self, line: str, words: list[Word]) -> None:
        if len(words) != 4:
            refuse(
                "A stay is written: stay 19 3 9, the entry and its first and last round.",
                len(line) + 1,
            )
        entry = _number(words[1], 1, MOST_ENTRIES, said("An entry"))
        first = _number(words[2], 1, MOST_ROUNDS, said("A round"))
        last = _number(words[3], 1, MOST_ROUNDS, said("A round"))
        self.stays.append(Stay(entry, first, last))

    def _row(self, line: str, words: list[Word]) -> None:
        numbers, marks = _numbers_and_marks(words)
        if self.form is None:
            self.form = "individual" if len(numbers) == 7 else "pairs"

        is_individual = self.form == "individual"
        wanted = "round table n s e w set" if is_individual else "round table ns ew set"
        width = len(wanted.split())
        if len(numbers) != width:
            column = numbers[width].column if len(numbers) > width else len(line) + 1
            refuse(said("A row is written: {row}.", row=wanted), column)

        first, second, *seats, last = numbers
        number = _number(first, 1, MOST_ROUNDS, said("A round"))
        table = _number(second, 1, MOST_ENTRIES, said("A table"))
        entries = [_entry(word) for word in seats]
        if not is_individual:
            ns, ew = entries
            entries = [ns, ns, ew, ew]

        boards = _number(last, 1, MOST_ENTRIES, said("A set"))
        _require_marks(marks)
        if len(self.rows) == MOST_ROWS:
            refuse(said("A movement has at most {most} rows.", most=MOST_ROWS), 1)

        texts = {word.text for word in marks}
        north, south, east, west = entries
        self.rows.append(
            MovementRow(
                number, table, north, south, east, west, boards, "turned" in texts
            )
        )
        if "shared" in texts:
            self.shared.add((number, boards))


def _numbers_and_marks(words: list[Word]) -> tuple[list[Word], list[Word]]:
    """The words of a row in two lists: its numbers, then its marks, such as ``shared`` and ``turned``.

    The marks begin with the first word that begins with a letter; the first five words are never marks.
    """
    for index, word in enumerate(words):
        if index >= 5 and word.text[0].isalpha():
            return words[:index], words[index:]
    return words, []


def _require_marks(words: list[Word]) -> None:
    """Check that every word is ``shared`` or ``turned``. Raises InvalidDeal for another word."""
    for word in words:
        if word.text not in ("shared", "turned"):
            message = said(
                "After the set may stand shared or turned, not “{word}”.",
                word=word.text[:40],
            )
            refuse(message, word.column)


def _winners(movement: Movement) -> int:
    """The number of winners: 2 if only pairs play, no row is turned, and every pair keeps its side; otherwise 1."""
    if movement.form != "pairs" or any(row.turned for row in movement.rows):
        return 1
    if any(breach.rule == "M8" for breach in check(movement)):
        return 1
    return 2


def _entry(word: Word) -> int | None:
    if word.text in ("-", "0"):
        return None
    return _number(word, 1, MOST_ENTRIES, said("An entry, or - for nobody,"))


def _number(word: Word, least: int, most: int, what: str) -> int:
    text = word.text
    if not (
        text.isascii()
        and text.isdigit()
        and len(text) <= 6
        and least <= int(text) <= most
    ):
        form = "{what} is a number from {least} to {most}, not “{text}”."
        refuse(
            said(form, what=what, least=least, most=most, text=text[:40]), word.column
        )
    return int(text)
