"""A typed line in the letters of a language, and the same line in the notation of `scoring`.

Only the letters differ: those of seats, of strains, and the word for a deal that all passed. Those of the language come
first; an English one is read where the language gives it no meaning of its own.
"""

import re
from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Final, NamedTuple

from scoring import Seat, Side, Strain


class Letters(NamedTuple):
    """The letters of one language."""

    seats: tuple[str, ...]
    """The letters of the seats, in the order of `Seat`: `N`, `O`, `S`, `W` in German."""
    strains: tuple[str, ...]
    """The letters of the strains, in the order of `Strain`: `T`, `K`, `C`, `P`, `SA`, `R` in German."""
    passed: str
    """The word for a deal that all passed."""


class Reading(NamedTuple):
    """A line in other letters, with the columns of the typed line."""

    text: str
    columns: tuple[int, ...]
    """The column in the typed line of each letter of the text, from 1; one more for the end."""

    def column(self, place: int | None) -> int | None:
        """The column in the typed line that corresponds to column `place` of the text; None if `place` is None."""
        if place is None:
            return None
        index = min(place, len(self.columns)) - 1
        return self.columns[index]


class _Words(NamedTuple):
    """The spelling of each word that a line may have, by the word as it was typed."""

    seats: Mapping[str, str]
    strains: Mapping[str, str]
    sides: Mapping[str, str]
    passed: Mapping[str, str]


ENGLISH: Final = Letters(tuple(map(str, Seat)), tuple(map(str, Strain)), "pass")
_BETWEEN: Final = re.compile(r"[,:]|%\s*=?")  # the parts of an outcome
_PICTURE: Final = "\ufe0f"  # phones send it behind a suit symbol
_SYMBOLS: Final = {
    strain.symbol: str(strain.symbol) for strain in Strain if strain.symbol in "♣♦♥♠"
}


def read(line: str, letters: Letters, *, royals: bool = False) -> Reading:
    """A line in the notation of `scoring`. What cannot be read stays as it is, for `scoring` to refuse it.

    >>> german = Letters(("N", "O", "S", "W"), ("T", "K", "C", "P", "SA", "R"), "passe")
    >>> read("O 4SA +1", german).text, read("3ko= t2ow # Karo", german).text
    ('E 4NT +1', '3DE= t2EW # Karo')
    """
    return _rewritten(line, _to_english(letters, royals))


def written(line: str, letters: Letters) -> str:
    """A line as `scoring` writes it, `str(deal)`, in the letters of a language.

    >>> written("4DXE-1 h4S # fine", Letters(("N", "O", "Z", "W"), ("K", "R", "H", "S", "SA", "KS"), "pas"))
    '4RXO-1 h4Z # fine'
    """
    return _rewritten(line, _from_english(letters)).text


def read_outcome(line: str, letters: Letters) -> Reading:
    """An outcome that a director typed, in the notation of `scoring`: each contract and each side in it.

    >>> german = Letters(("N", "O", "S", "W"), ("T", "K", "C", "P", "SA", "R"), "passe")
    >>> read_outcome("ns: 4PN-1, ow: 4PN=", german).text
    'NS: 4SN-1, EW: 4SN='
    """
    return _each_part(line, _to_english(letters, royals=False))


def written_outcome(line: str, letters: Letters) -> str:
    """An outcome as `scoring` writes it, `outcome_line`, in the letters of a language."""
    return _each_part(line, _from_english(letters)).text


def side_letters(letters: Letters) -> dict[Side, str]:
    """`NZ` and `OW` in Dutch."""
    by_seat = dict(zip(Seat, letters.seats, strict=True))
    letters_of_sides = {}
    for side in Side:
        first, second = side.seats
        letters_of_sides[side] = by_seat[first] + by_seat[second]
    return letters_of_sides


@lru_cache
def _to_english(letters: Letters, royals: bool) -> _Words:
    """The English spelling. Letters of the language win over English letters. Royals count if they are bid."""
    strains = dict(zip(letters.strains, Strain, strict=True))
    if not royals and strains.get(letters.strains[-1]) is Strain.ROYALS:
        del strains[letters.strains[-1]]
    english_seats: dict[str, str] = {seat: seat for seat in Seat}
    english_strains: dict[str, str] = {strain: strain for strain in Strain}
    english_strains["N"] = Strain.NOTRUMP
    english_sides: dict[str, str] = {side: side for side in Side}
    seats = dict(zip(letters.seats, Seat, strict=True))
    sides = {own: side for side, own in side_letters(letters).items()}
    return _Words(
        seats=_spelt(english_seats | seats),
        strains=_spelt(_SYMBOLS | english_strains | strains),
        sides=_spelt(english_sides | sides),
        passed=_spelt({letters.passed: ENGLISH.passed}),
    )


@lru_cache
def _from_english(letters: Letters) -> _Words:
    """The spelling in a language."""
    seats: dict[str, str] = dict(zip(Seat, letters.seats, strict=True))
    strains: dict[str, str] = dict(zip(Strain, letters.strains, strict=True))
    sides = {str(side): own for side, own in side_letters(letters).items()}
    return _Words(
        seats=_spelt(seats),
        strains=_spelt(strains),
        sides=_spelt(sides),
        passed=_spelt({"P": letters.passed}),
    )


def _spelt(words: Mapping[str, str]) -> dict[str, str]:
    """The words in small letters, the longest first: `nt` before `n`."""
    longest_first = sorted(words, key=len, reverse=True)
    return {word.lower(): str(words[word]) for word in longest_first}


def _rewritten(line: str, words: _Words) -> Reading:
    """The line in the other spelling. The note behind `#` stays as it is."""
    facts = line.partition("#")[0]
    places = [
        place
        for place, mark in enumerate(facts)
        if not mark.isspace() and mark != _PICTURE
    ]
    marks = "".join(_small(facts[place]) for place in places)
    pieces: list[
        tuple[str, int]
    ] = []  # each letter of the new line, with its place in the typed line
    done = 0
    for start, end, new in _changes(marks, words):
        first = places[start]
        pieces += _kept(line, done, first)
        pieces += [(mark, first) for mark in new]
        done = places[end - 1] + 1
    pieces += _kept(line, done, len(line))
    text = "".join(mark for mark, _place in pieces)
    columns = [place + 1 for _mark, place in pieces]
    columns.append(len(line) + 1)
    return Reading(text, tuple(columns))


def _small(mark: str) -> str:
    return mark.lower() if mark.isascii() else mark


def _kept(line: str, start: int, end: int) -> list[tuple[str, int]]:
    """The letters of a part of the line that stay, each with its place."""
    return list(zip(line[start:end], range(start, end), strict=True))


def _each_part(line: str, words: _Words) -> Reading:
    """The line with each part in the other spelling: a side before a colon, a weight before a per cent, or a result."""
    text = ""
    columns: list[int] = []
    start = 0
    for mark in (*_BETWEEN.finditer(line), None):
        end, after = mark.span() if mark else (len(line), len(line))
        part = line[start:end]
        side = None
        if mark and mark[0] == ":":
            side = words.sides.get(part.strip().lower())
        read = _rewritten(part, words) if side is None else _in_place(part, side)
        text += read.text + line[end:after]
        columns += [start + column for column in read.columns[:-1]]
        columns += range(end + 1, after + 1)
        start = after
    columns.append(len(line) + 1)
    return Reading(text, tuple(columns))


def _in_place(part: str, side: str) -> Reading:
    """The side in place of the word of a part; the blanks before the word stay."""
    first = len(part) - len(part.lstrip())
    columns = [*range(1, first + 1)]
    columns += [first + 1] * len(side)
    columns.append(len(part) + 1)
    return Reading(part[:first] + side, tuple(columns))


def _changes(marks: str, words: _Words) -> Iterator[tuple[int, int, str]]:
    """The start, the end and the new spelling of each word, from left to right."""
    if marks in words.passed:
        yield 0, len(marks), words.passed[marks]
        return
    end = 0
    if head := _head(tuple(words.seats), tuple(words.strains)).match(marks):
        end = head.end()
        for name, spelling in (
            ("first", words.seats),
            ("strain", words.strains),
            ("second", words.seats),
        ):
            if word := head[name]:
                yield *head.span(name), spelling[word]
    for option in _options(tuple(words.seats), tuple(words.sides)).finditer(marks, end):
        name, spelling = (
            ("seat", words.seats) if option["seat"] else ("side", words.sides)
        )
        yield *option.span(name), spelling[option[name]]


@lru_cache
def _head(seats: tuple[str, ...], strains: tuple[str, ...]) -> re.Pattern[str]:
    """Declarer, level, strain, risk and declarer, as far as they are there."""
    seat, strain = _one_of(seats), _one_of(strains)
    return re.compile(
        rf"(?P<first>{seat})?(?:[1-7](?:(?P<strain>{strain})[x*]*(?P<second>{seat})?)?)?"
    )


@lru_cache
def _options(seats: tuple[str, ...], sides: tuple[str, ...]) -> re.Pattern[str]:
    """Honours and voids of a seat, transferred tricks and revokes of a side."""
    return re.compile(
        rf"(?:h[0-9]+|v)(?P<seat>{_one_of(seats)})|(?:t[0-9]+|!)(?P<side>{_one_of(sides)})"
    )


def _one_of(words: tuple[str, ...]) -> str:
    return "|".join(map(re.escape, words))
