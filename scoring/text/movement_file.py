"""Movement files, in two forms: our own, a row a line, and the form with a line of triples for each table.

Our own: ``round table ns ew set``, of an individual ``round table n s e w set``; a dash or 0 is nobody, and ``shared``
or ``turned`` may follow. A first line ``movement …`` says what rows cannot. The other form is read by its heading of
six numbers: type, tables, boards, boards a set, rounds, missing.
"""

from collections.abc import Iterable
from dataclasses import replace
from itertools import chain
from typing import Final, NamedTuple

from scoring.errors import InvalidDeal, InvalidMovement, ScoringError
from scoring.movements.check import check
from scoring.movements.plan import FORMS, MOST_ENTRIES, MOST_ROUNDS, Movement, Row, Stay, in_order
from scoring.said import said
from scoring.text.lines import InvalidLine, TextLines
from scoring.text.session_words import refuse
from scoring.text.triples_file import is_heading, read_triples
from scoring.text.words_of_line import Word, without_comment, words_of

MOST_ROWS: Final = 10_000
BY_HAND: Final = "by hand"
FLAGS: Final = ("full", "replays", "sits-twice")


class MovementFile(NamedTuple):
    """A movement as a file has it."""

    movement: Movement
    boards_a_set: int = 0
    """0 where the file does not say."""
    title: str = ""


def read_movement(lines: Iterable[bytes]) -> MovementFile:
    """The movement of a file, in either form; whether it keeps the rules is for ``check`` to say.

    Raises:
        InvalidLine: for the first line that is refused.
    """
    texts = TextLines(lines)
    try:
        return _read(texts)
    except ScoringError as refusal:
        found = refusal.column if isinstance(refusal, InvalidDeal | InvalidLine) else None
        raise InvalidLine(refusal.message, line=max(texts.line, 1), column=found or 1) from None


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
            refuse("A file begins with a row, a line “movement …”, or a title and six numbers with commas.", 1)
        return MovementFile(*read_triples(first.strip(), heading, parts))
    reader = _Reader()
    for line in chain([first], parts):
        reader.read(line)
    return reader.file()


def _is_own(line: str) -> bool:
    """Whether a file of our own form can begin with this line: a row, or a keyword."""
    words = words_of(line)
    return words[0].text in ("movement", "stay") or all(word.text.isdigit() for word in words[:2])


class _Reader:
    """A file of our own form while it is being read."""

    def __init__(self) -> None:
        self.form: str | None = None
        self.kind = BY_HAND
        self.numbers: dict[str, int] = {}
        self.flags: set[str] = set()
        self.has_heading = False
        self.rows: list[Row] = []
        self.shared: set[tuple[int, int]] = set()
        self.stays: list[Stay] = []

    def read(self, line: str) -> None:
        words = words_of(line)
        if words[0].text == "movement":
            self._heading(line, words)
        elif words[0].text == "stay":
            self._stay(line, words)
        else:
            self._row(line, words)

    def file(self) -> MovementFile:
        if not self.rows:
            raise InvalidMovement("A movement has at least one row, such as: 1 1 1 10 1.")
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
        return MovementFile(replace(movement, winners=winners), self.numbers.get("boards", 0))

    def _heading(self, line: str, words: list[Word]) -> None:
        if self.has_heading or self.rows:
            refuse("The line “movement …” is the first, and the only one.", words[0].column)
        self.has_heading = True
        if len(words) < 3 or words[2].text not in FORMS:
            at = words[2].column if len(words) > 2 else len(line) + 1
            form = "After the name comes pairs, teams or individual, such as: {example}."
            refuse(said(form, example="movement mitchell pairs winners=2 sets=9"), at)
        self.kind, self.form = words[1].content, words[2].text
        for word in words[3:]:
            key, equals, value = word.text.partition("=")
            if word.text in FLAGS:
                self.flags.add(word.text)
            elif equals and key in ("winners", "sets", "boards") and key not in self.numbers:
                most = 2 if key == "winners" else MOST_ENTRIES
                self.numbers[key] = _number(Word(value, word.column + len(key) + 1), 1, most, key)
            else:
                form = "“{word}” is not known here; known are winners=, sets=, boards= (each once), {flags}."
                refuse(said(form, word=word.text[:40], flags=", ".join(FLAGS)), word.column)

    def _stay(self, line: str, words: list[Word]) -> None:
        if len(words) != 4:
            refuse("A stay is written: stay 19 3 9, the entry and its first and last round.", len(line) + 1)
        entry = _number(words[1], 1, MOST_ENTRIES, said("An entry"))
        first, last = (_number(word, 1, MOST_ROUNDS, said("A round")) for word in words[2:])
        self.stays.append(Stay(entry, first, last))

    def _row(self, line: str, words: list[Word]) -> None:
        count = next((5 + index for index, word in enumerate(words[5:]) if word.text[0].isalpha()), len(words))
        if self.form is None:
            self.form = "individual" if count == 7 else "pairs"
        wanted = "round table n s e w set" if self.form == "individual" else "round table ns ew set"
        if count != len(wanted.split()):
            at = words[len(wanted.split())].column if count > len(wanted.split()) else len(line) + 1
            refuse(said("A row is written: {row}.", row=wanted), at)
        number = _number(words[0], 1, MOST_ROUNDS, said("A round"))
        table = _number(words[1], 1, MOST_ENTRIES, said("A table"))
        seats = [_entry(word) for word in words[2 : count - 1]]
        north, south, east, west = seats if self.form == "individual" else (seats[0], seats[0], seats[1], seats[1])
        boards = _number(words[count - 1], 1, MOST_ENTRIES, said("A set"))
        marks = {word.text: word for word in words[count:]}
        for mark, word in marks.items():
            if mark not in ("shared", "turned"):
                message = said("After the set may stand shared or turned, not “{word}”.", word=mark[:40])
                refuse(message, word.column)
        if len(self.rows) == MOST_ROWS:
            refuse(said("A movement has at most {most} rows.", most=MOST_ROWS), 1)
        self.rows.append(Row(number, table, north, south, east, west, boards, "turned" in marks))
        if "shared" in marks:
            self.shared.add((number, boards))


def _winners(movement: Movement) -> int:
    """Two, if the movement is of pairs, and nobody ever holds the cards of the other line."""
    crossed = any(breach.rule == "M8" for breach in check(movement)) if movement.form == "pairs" else True
    return 1 if crossed or any(row.turned for row in movement.rows) else 2


def _entry(word: Word) -> int | None:
    return None if word.text in ("-", "0") else _number(word, 1, MOST_ENTRIES, said("An entry, or - for nobody,"))


def _number(word: Word, least: int, most: int, what: str) -> int:
    text = word.text
    if not (text.isascii() and text.isdigit() and len(text) <= 6 and least <= int(text) <= most):
        form = "{what} is a number from {least} to {most}, not “{text}”."
        refuse(said(form, what=what, least=least, most=most, text=text[:40]), word.column)
    return int(text)
