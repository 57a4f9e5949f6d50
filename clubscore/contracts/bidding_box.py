"""The keys of the bidding box: their text, the words for screen readers, the levels at which a result is possible."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache

from django.utils.translation import get_language, ngettext, pgettext
from django.utils.translation import gettext as _

from clubscore.languages.spoken import told
from clubscore.web.templatetags.scores import MINUS
from scoring import Contract, Risk, Seat, Strain
from scoring.words import NUMBERS

PASSED_OUT = "P"  # what is posted
BOOK = 6  # tricks that a side takes before its first odd trick
LEVELS = range(1, 8)
STRAINS = tuple(strain for strain in Strain if strain is not Strain.ROYALS)
# The strains of royal auction, by rank: spades are bid at two prices.
ROYAL_STRAINS = (
    Strain.SPADES,
    Strain.CLUBS,
    Strain.DIAMONDS,
    Strain.HEARTS,
    Strain.ROYALS,
    Strain.NOTRUMP,
)
USUAL = range(-3, 4)
RARE = (*range(-4, -14, -1), *range(4, 7))


@dataclass(frozen=True)
class BoxKey:
    """One key of the bidding box: the value that it posts, the text on it, and the words for a screen reader."""

    value: str
    face: str
    spoken: str


@dataclass(frozen=True)
class BidKey(BoxKey):
    """The key of one bid, such as 4♠."""

    level: int
    strain: Strain


@dataclass(frozen=True)
class ResultKey(BoxKey):
    """A key for the tricks over or under a contract, such as `+2` or `-1`.

    `from_level` and `to_level` are the lowest and the highest level of a contract that can have this result.
    """

    from_level: int
    to_level: int


@dataclass(frozen=True, slots=True)
class PlayerKey:
    """The key that names a player as declarer."""

    seat: Seat
    name: str

    @property
    def side(self) -> str:
        """The side of the player: NS or EW."""
        return self.seat.side.value


def player_keys(names: Mapping[Seat, str]) -> tuple[PlayerKey, ...]:
    """The keys of the four players, in the order of `names`."""
    return tuple(PlayerKey(seat, name) for seat, name in names.items())


def passed_out() -> BoxKey:
    """The key for a deal that everyone passed, in a game that records such a deal."""
    return BoxKey(PASSED_OUT, _("Passed out"), _("Passed out"))


def redeal() -> BoxKey:
    """The key for a deal that everyone passed, in a game that deals it again instead of scoring it."""
    return BoxKey(
        PASSED_OUT, _("Passed out: redeal"), _("Passed out, to be dealt again")
    )


def bids(strains: tuple[Strain, ...] = STRAINS) -> tuple[BidKey, ...]:
    """The keys of all bids in these strains, in the reader's language, from the lowest bid to the highest.

    The bids of one level make a row of the bidding box.
    """
    return _bids(strains, get_language())


@cache
def _bids(strains: tuple[Strain, ...], language: str | None) -> tuple[BidKey, ...]:
    """The keys of all bids in these strains, in the given language. The keys of a language are made only once."""
    is_low = Strain.ROYALS in strains
    keys = []
    for level in LEVELS:
        for strain in strains:
            keys.append(_bid(level, strain, is_low=is_low))
    return tuple(keys)


def posted(relative: int) -> str:
    """The value that the key of a result posts, such as `-1`, `0` or `+2`.

    `relative` is the number of tricks over (plus) or under (minus) the contract.
    """
    return f"{relative:+d}" if relative else "0"


def _bid(level: int, strain: Strain, *, is_low: bool) -> BidKey:
    """The key of the bid of a level and a strain.

    In royal auction, which has royals besides spades, `is_low` is true: spades are called low spades.
    """
    face = f"{level}{told(strain.symbol)}"
    spoken = _spoken(level, strain, is_low=is_low) % {"level": level}
    return BidKey(str(Contract(level, strain)), face, spoken, level, strain)


def _spoken(level: int, strain: Strain, *, is_low: bool) -> str:
    """A bid as a screen reader says it, with the placeholder `level`.

    In royal auction, which has royals besides spades, `is_low` is true: spades are called low spades.
    """
    match strain:
        case Strain.CLUBS:
            return ngettext("%(level)s club", "%(level)s clubs", level)
        case Strain.DIAMONDS:
            return ngettext("%(level)s diamond", "%(level)s diamonds", level)
        case Strain.HEARTS:
            return ngettext("%(level)s heart", "%(level)s hearts", level)
        case Strain.SPADES if is_low:
            return ngettext("%(level)s low spade", "%(level)s low spades", level)
        case Strain.SPADES:
            return ngettext("%(level)s spade", "%(level)s spades", level)
        case Strain.ROYALS:
            return ngettext("%(level)s royal", "%(level)s royals", level)
    return _("%(level)s no-trump")


def _result(relative: int) -> ResultKey:
    """The key of the result with `relative` tricks over (plus) or under (minus) the contract."""
    value = posted(relative)
    if relative == 0:
        return ResultKey(value, "=", _("made exactly"), 1, 7)
    number = told(NUMBERS[abs(relative)])
    if relative < 0:
        down = _("%(number)s down") % {"number": number}
        lowest = max(1, -relative - BOOK)
        return ResultKey(value, f"{MINUS}{-relative}", down, lowest, 7)
    words = ngettext("%(number)s overtrick", "%(number)s overtricks", relative)
    over = words % {"number": number}
    return ResultKey(value, f"+{relative}", over, 1, 7 - relative)


@cache
def _results(relatives: Iterable[int], language: str | None) -> tuple[ResultKey, ...]:
    """The keys of these results, in the given language. The keys of a language are made only once."""
    return tuple(_result(relative) for relative in relatives)


@dataclass(frozen=True)
class Keyboard:
    """All keys with which a deal is entered. The keys of the contract differ from game to game."""

    bids: tuple[BidKey, ...]
    """The keys of the bids, row by row from the lowest."""
    passes: tuple[BoxKey, ...]
    """The key for a deal that everyone passed; empty if the game has none."""

    @property
    def risks(self) -> tuple[BoxKey, ...]:
        """The keys of undoubled, doubled and redoubled."""
        undoubled, doubled, redoubled = (risk.value for risk in Risk)
        return (
            BoxKey(undoubled, "–", _("Not doubled")),
            BoxKey(doubled, "X", pgettext("bridge", "Doubled")),
            BoxKey(redoubled, "XX", pgettext("bridge", "Redoubled")),
        )

    @property
    def usual_results(self) -> tuple[ResultKey, ...]:
        """The keys of usual results, which the page always shows."""
        return _results(USUAL, get_language())

    @property
    def rare_results(self) -> tuple[ResultKey, ...]:
        """The keys of rare results, which the page hides until it is asked to show them."""
        return _results(RARE, get_language())

    @property
    def contracts(self) -> tuple[BoxKey, ...]:
        """The keys of bids, and the key for a deal that everyone passed."""
        return (*self.bids, *self.passes)

    @property
    def values(self) -> frozenset[str]:
        """The values that the contract keys post: all bids, and the value of a deal that everyone passed."""
        return _values(self)

    @property
    def has_royals(self) -> bool:
        """True if spades can be bid at two prices: as spades and as royals."""
        return any(key.strain is Strain.ROYALS for key in self.bids)


@cache
def _values(keyboard: Keyboard) -> frozenset[str]:
    """The values that the contract keys of a keyboard post. They are collected only once for equal keyboards."""
    return frozenset(key.value for key in keyboard.contracts)


@dataclass(frozen=True)
class Tapped:
    """The value of the tapped key in each row of keys. It is empty if no key of the row is tapped."""

    contract: str = ""
    risk: str = ""
    declarer: str = ""
    result: str = ""

    @property
    def has_rare_result(self) -> bool:
        """True if the tapped result is a rare result, whose key the page hides."""
        return self.result in map(posted, RARE)
