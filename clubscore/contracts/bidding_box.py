"""The keys of the bidding box: their faces, the words for screen readers, the levels at which a result is possible."""

from dataclasses import dataclass
from functools import cache

from clubscore.web.templatetags.scores import MINUS
from scoring import Contract, Strain
from scoring.words import NUMBERS, OVERTRICKS, count_in_words

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
    """One key: the posted value, the text on it, and the words for a screen reader."""

    value: str
    face: str
    spoken: str

    @property
    def choice(self) -> tuple[str, str]:
        """For a field that takes what this key posts."""
        return self.value, self.face


@dataclass(frozen=True)
class BidKey(Key):
    level: int
    strain: Strain


@dataclass(frozen=True)
class ResultKey(Key):
    """A result and the levels, lowest to highest, at which thirteen tricks allow it."""

    from_level: int
    to_level: int


PASS = Key(PASSED_OUT, "Passed out", "Passed out")
REDEAL = Key(PASSED_OUT, "Passed out: redeal", "Passed out, to be dealt again")
RISKS = (Key("", "–", "Not doubled"), Key("X", "X", "Doubled"), Key("XX", "XX", "Redoubled"))


@cache
def bids(strains: tuple[Strain, ...] = STRAINS) -> tuple[BidKey, ...]:
    """The box from 1♣ up, row by row."""
    return tuple(_bid(level, strain, is_low=Strain.ROYALS in strains) for level in LEVELS for strain in strains)


def posted(relative: int) -> str:
    return f"{relative:+d}" if relative else "0"


def _bid(level: int, strain: Strain, *, is_low: bool) -> BidKey:
    word = strain.word.removesuffix("s") if level == 1 else strain.word
    low = "low " if is_low and strain is Strain.SPADES else ""
    return BidKey(str(Contract(level, strain)), f"{level}{strain.symbol}", f"{level} {low}{word}", level, strain)


def _result(relative: int) -> ResultKey:
    if relative < 0:
        return ResultKey(
            posted(relative), f"{MINUS}{-relative}", f"{NUMBERS[-relative]} down", max(1, -relative - BOOK), 7
        )
    if relative == 0:
        return ResultKey(posted(relative), "=", "made exactly", 1, 7)
    return ResultKey(posted(relative), f"+{relative}", count_in_words(relative, OVERTRICKS), 1, 7 - relative)


USUAL_RESULTS = tuple(_result(relative) for relative in USUAL)
RARE_RESULTS = tuple(_result(relative) for relative in RARE)


@dataclass(frozen=True)
class Keyboard:
    """All keys of an entry: those of the contract differ from game to game."""

    bids: tuple[BidKey, ...]
    """Row by row from the lowest."""
    passes: tuple[Key, ...]
    """The key for a deal that everyone passed, where there is one."""

    risks = RISKS
    usual_results = USUAL_RESULTS
    rare_results = RARE_RESULTS

    @property
    def contracts(self) -> tuple[Key, ...]:
        return (*self.bids, *self.passes)

    @property
    def values(self) -> frozenset[str]:
        """The values that the keys of the contract post."""
        return _values(self)

    @property
    def has_royals(self) -> bool:
        """Whether spades are bid at two prices."""
        return any(key.strain is Strain.ROYALS for key in self.bids)


@cache
def _values(keyboard: Keyboard) -> frozenset[str]:
    return frozenset(key.value for key in keyboard.contracts)


@dataclass(frozen=True)
class Tapped:
    """The keys that are down, by what they post; empty where none is."""

    contract: str = ""
    risk: str = ""
    declarer: str = ""
    result: str = ""

    @property
    def has_rare_result(self) -> bool:
        """Whether the result is one of those that are folded away."""
        return any(key.value == self.result for key in RARE_RESULTS)
