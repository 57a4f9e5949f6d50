"""Translation of a typed line between the letters of a language and the notation of `scoring`.

Only the letters differ: the letters of seats and strains, and the word for a deal that everyone passed. An English
letter is understood too, unless it has another meaning in the language.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from typing import Final, NamedTuple

from scoring import Seat, Side, Strain


class Letters(NamedTuple):
    """The letters with which a language writes seats and strains, and its word for a passed-out deal."""

    seats: tuple[str, ...]
    """The letters of the seats, in the order of `Seat`: `N`, `O`, `S`, `W` in German."""
    strains: tuple[str, ...]
    """The letters of the strains, in the order of `Strain`: `T`, `K`, `C`, `P`, `SA`, `R` in German."""
    passed: str
    """The word for a deal that everyone passed."""


class Reading(NamedTuple):
    """A translated line, with the place of each of its characters in the typed line."""

    text: str
    columns: tuple[int, ...]
    """The place of each character of `text` in the typed line, counted from 1.

    The last number is the place after the end of the typed line.
    """

    def column(self, place: int | None) -> int | None:
        """The column in the typed line that belongs to the column `place` of `text`; None if `place` is None."""
        if place is None:
            return None
        index = min(place, len(self.columns)) - 1
        return self.columns[index]


class _Words(NamedTuple):
    """Maps from the old spelling of words to the new spelling, one map for each kind of word in a line."""

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
    """Translate a typed line into the notation of `scoring`.

    Unknown text stays as it is: `scoring` will refuse it. With `royals`, the line may name royals, as in royal auction.

    >>> german = Letters(("N", "O", "S", "W"), ("T", "K", "C", "P", "SA", "R"), "passe")
    >>> read("O 4SA +1", german).text, read("3ko= t2ow # Karo", german).text
    ('E 4NT +1', '3DE= t2EW # Karo')
    """
    return _rewritten(line, _to_english(letters, royals))


def written(line: str, letters: Letters) -> str:
    """Translate a line of `scoring`, `str(deal)`, into the letters of a language.

    >>> written("4DXE-1 h4S # fine", Letters(("N", "O", "Z", "W"), ("K", "R", "H", "S", "SA", "KS"), "pas"))
    '4RXO-1 h4Z # fine'
    """
    return _rewritten(line, _from_english(letters)).text


def read_outcome(line: str, letters: Letters) -> Reading:
    """Translate the line of an outcome, as a director typed it, into the notation of `scoring`.

    >>> german = Letters(("N", "O", "S", "W"), ("T", "K", "C", "P", "SA", "R"), "passe")
    >>> read_outcome("ns: 4PN-1, ow: 4PN=", german).text
    'NS: 4SN-1, EW: 4SN='
    """
    return _each_part(line, _to_english(letters, royals=False))


def written_outcome(line: str, letters: Letters) -> str:
    """Translate a line that `scoring.duplicate.outcome_line` wrote into the letters of a language."""
    return _each_part(line, _from_english(letters)).text


def side_letters(letters: Letters) -> dict[Side, str]:
    """The letters of the two sides in a language, such as `NZ` and `OW` in Dutch."""
    by_seat = dict(zip(Seat, letters.seats, strict=True))
    letters_of_sides = {}
    for side in Side:
        first, second = side.seats
        letters_of_sides[side] = by_seat[first] + by_seat[second]
    return letters_of_sides


@lru_cache
def _to_english(letters: Letters, royals: bool) -> _Words:
    """The English spelling of each word of a language.

    English words are in it too, but a word of the language wins over an English word that looks the same. With `royals`
    False, the language's own letter for royals is left out.
    """
    strains = dict(zip(letters.strains, Strain, strict=True))
    if not royals and strains.get(letters.strains[-1]) is Strain.ROYALS:
        del strains[letters.strains[-1]]
    english_strains = _in_english(Strain) | {"N": str(Strain.NOTRUMP)}
    seats = dict(zip(letters.seats, Seat, strict=True))
    sides = {own: side for side, own in side_letters(letters).items()}
    return _Words(
        seats=_spelt(_in_english(Seat) | seats),
        strains=_spelt(_SYMBOLS | english_strains | strains),
        sides=_spelt(_in_english(Side) | sides),
        passed=_spelt({letters.passed: ENGLISH.passed}),
    )


def _in_english(words: Iterable[str]) -> dict[str, str]:
    """Map each of the words, which are in the notation of `scoring`, to itself."""
    return {str(word): str(word) for word in words}


@lru_cache
def _from_english(letters: Letters) -> _Words:
    """The spelling in a language of each word in the notation of `scoring`."""
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
    """The map `words` with its keys in lower case, the longest key first: so `nt` is tried before `n`."""
    longest_first = sorted(words, key=len, reverse=True)
    return {word.lower(): str(words[word]) for word in longest_first}


def _rewritten(line: str, words: _Words) -> Reading:
    """The line with each of its words in the new spelling that `words` has. The note after `#` stays as it is."""
    facts = line.partition("#")[0]
    places = []
    marks = ""
    for place, mark in enumerate(facts):
        if not mark.isspace() and mark != _PICTURE:
            places.append(place)
            marks += _small(mark)
    # Each letter of the new line, with its place in the typed line.
    pieces: list[tuple[str, int]] = []
    done = 0
    for start, end, spelling in _changes(marks, words):
        first = places[start]
        pieces += _kept(line, done, first)
        pieces += [(mark, first) for mark in spelling]
        done = places[end - 1] + 1
    pieces += _kept(line, done, len(line))
    text = "".join(mark for mark, _place in pieces)
    columns = [place + 1 for _mark, place in pieces]
    columns.append(len(line) + 1)
    return Reading(text, tuple(columns))


def _small(mark: str) -> str:
    """The small letter of an ASCII letter. Any other character is returned as it is."""
    return mark.lower() if mark.isascii() else mark


def _kept(line: str, start: int, end: int) -> list[tuple[str, int]]:
    """The characters of the line from `start` to `end`, each with its index in the line."""
    return list(zip(line[start:end], range(start, end), strict=True))


def _each_part(line: str, words: _Words) -> Reading:
    """The line of an outcome with the words of each part in the new spelling.

    A part is a side before a colon, a weight before a per cent sign, or a result.
    """
    text = ""
    columns: list[int] = []
    start = 0
    for mark in (*_BETWEEN.finditer(line), None):
        end, after = mark.span() if mark else (len(line), len(line))
        part = _part(line[start:end], line[end:after], words)
        text += part.text + line[end:after]
        columns += [start + column for column in part.columns[:-1]]
        columns += range(end + 1, after + 1)
        start = after
    columns.append(len(line) + 1)
    return Reading(text, tuple(columns))


def _part(part: str, mark: str, words: _Words) -> Reading:
    """A part of the line of an outcome in the new spelling.

    `mark` is the text that follows the part, such as a colon: then the part may be a side.
    """
    side = None
    if mark == ":":
        side = words.sides.get(part.strip().lower())
    if side is None:
        return _rewritten(part, words)
    return _in_place(part, side)


def _in_place(part: str, side: str) -> Reading:
    """A part of a line with its only word replaced by `side`. Blanks before the word stay."""
    first = len(part) - len(part.lstrip())
    columns = [*range(1, first + 1)]
    columns += [first + 1] * len(side)
    columns.append(len(part) + 1)
    return Reading(part[:first] + side, tuple(columns))


def _changes(marks: str, words: _Words) -> Iterator[tuple[int, int, str]]:
    """Yield the start, the end and the new spelling of each word to be replaced, from left to right.

    `marks` is the line in small letters, without blanks and without its note.
    """
    if marks in words.passed:
        yield 0, len(marks), words.passed[marks]
        return
    end = 0
    head = _head(tuple(words.seats), tuple(words.strains)).match(marks)
    if head:
        end = head.end()
        yield from _respelt(head, "first", words.seats)
        yield from _respelt(head, "strain", words.strains)
        yield from _respelt(head, "second", words.seats)
    options = _options(tuple(words.seats), tuple(words.sides))
    for option in options.finditer(marks, end):
        yield from _respelt(option, "seat", words.seats)
        yield from _respelt(option, "side", words.sides)


def _respelt(
    match: re.Match[str], group: str, spelling: Mapping[str, str]
) -> Iterator[tuple[int, int, str]]:
    """Yield the start, the end and the new spelling of the text that a group of a pattern matched.

    Yields nothing if the group matched no text.
    """
    word = match[group]
    if word:
        start, end = match.span(group)
        yield start, end, spelling[word]


@lru_cache
def _head(seats: tuple[str, ...], strains: tuple[str, ...]) -> re.Pattern[str]:
    """A pattern for the start of a line: declarer, level, strain, risk and declarer, each of them optional.

    The declarer may stand before the level or after the risk.
    """
    seat, strain = _one_of(seats), _one_of(strains)
    return re.compile(
        rf"(?P<first>{seat})?(?:[1-7](?:(?P<strain>{strain})[x*]*(?P<second>{seat})?)?)?"
    )


@lru_cache
def _options(seats: tuple[str, ...], sides: tuple[str, ...]) -> re.Pattern[str]:
    """A pattern for one item in the rest of a line.

    The item is the honours or the void of a seat, or the transferred tricks or the revokes of a side.
    """
    seat, side = _one_of(seats), _one_of(sides)
    return re.compile(rf"(?:h[0-9]+|v)(?P<seat>{seat})|(?:t[0-9]+|!)(?P<side>{side})")


def _one_of(words: tuple[str, ...]) -> str:
    """A pattern that matches one of the words."""
    return "|".join(map(re.escape, words))
