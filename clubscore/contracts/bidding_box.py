"""The keys of the bidding box: what each shows, what it is called aloud, and at which levels a result is possible."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from clubscore.web.templatetags.scores import MINUS
from scoring import Contract, Strain
from scoring.words import NUMBERS, count_in_words

PASSED_OUT = "P"  # what is posted
BOOK = 6  # tricks that a side takes before its first odd trick
LEVELS = range(1, 8)
STRAINS = tuple(strain for strain in Strain if strain is not Strain.ROYALS)
# Royal auction, by rank: spades are bid at two prices.
ROYAL_STRAINS = (Strain.SPADES, Strain.CLUBS, Strain.DIAMONDS, Strain.HEARTS, Strain.ROYALS, Strain.NOTRUMP)
USUAL = range(-3, 4)
RARE = (*range(-4, -14, -1), *range(4, 7))


@dataclass(frozen=True)
class Key:
    """One key: what stands on it and what a screen reader says."""

    face: str
    spoken: str

    def __str__(self) -> str:
        return self.face


@dataclass(frozen=True)
class BidKey(Key):
    level: int
    strain: Strain


@dataclass(frozen=True)
class ResultKey(Key):
    """A result and the levels, lowest to highest, at which thirteen tricks allow it."""

    from_level: int
    to_level: int


PASS = Key("Passed out", "Passed out")
REDEAL = Key("Passed out: redeal", "Passed out, to be dealt again")
RISKS = [("", Key("–", "Not doubled")), ("X", Key("X", "Doubled")), ("XX", Key("XX", "Redoubled"))]


def bids(strains: Iterable[Strain] = STRAINS) -> Iterator[tuple[str, Key]]:
    """The box from 1♣ up, row by row."""
    strains = tuple(strains)
    for level in LEVELS:
        for strain in strains:
            yield str(Contract(level, strain)), _bid(level, strain, is_low=Strain.ROYALS in strains)


def results() -> Iterator[tuple[str, Key]]:
    """The results as they are posted ("-1", "0", "+2"), the usual seven first."""
    for relative in (*USUAL, *RARE):
        yield posted(relative), _result(relative)


def posted(relative: int) -> str:
    return f"{relative:+d}" if relative else "0"


def _bid(level: int, strain: Strain, *, is_low: bool) -> BidKey:
    word = strain.word.removesuffix("s") if level == 1 else strain.word
    low = "low " if is_low and strain is Strain.SPADES else ""
    return BidKey(f"{level}{strain.symbol}", f"{level} {low}{word}", level, strain)


def _result(relative: int) -> ResultKey:
    if relative < 0:
        return ResultKey(f"{MINUS}{-relative}", f"{NUMBERS[-relative]} down", max(1, -relative - BOOK), 7)
    if relative == 0:
        return ResultKey("=", "made exactly", 1, 7)
    return ResultKey(f"+{relative}", count_in_words(relative, "overtrick"), 1, 7 - relative)
