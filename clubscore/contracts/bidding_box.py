"""The keys of the bidding box: their faces, the words for screen readers, the levels at which a result is possible."""

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
# Royal auction, by rank: spades are bid at two prices.
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
    """One key: the posted value, the text on it, and the words for a screen reader."""

    value: str
    face: str
    spoken: str


@dataclass(frozen=True)
class BidKey(BoxKey):
    level: int
    strain: Strain


@dataclass(frozen=True)
class ResultKey(BoxKey):
    """A result and the levels, lowest to highest, at which thirteen tricks allow it."""

    from_level: int
    to_level: int


@dataclass(frozen=True, slots=True)
class PlayerKey:
    """The key of a player, who may have declared."""

    seat: Seat
    name: str

    @property
    def side(self) -> str:
        """NS or EW."""
        return self.seat.side.value


def player_keys(names: Mapping[Seat, str]) -> tuple[PlayerKey, ...]:
    """The keys of the four players, in the order of their names here."""
    return tuple(PlayerKey(seat, name) for seat, name in names.items())


def passed_out() -> BoxKey:
    """The key for a deal that everyone passed."""
    return BoxKey(PASSED_OUT, _("Passed out"), _("Passed out"))


def redeal() -> BoxKey:
    """The key for a deal that everyone passed, in a game that deals it again."""
    return BoxKey(
        PASSED_OUT, _("Passed out: redeal"), _("Passed out, to be dealt again")
    )


def bids(strains: tuple[Strain, ...] = STRAINS) -> tuple[BidKey, ...]:
    """The box from 1♣ up, row by row, in the reader's language."""
    return _bids(strains, get_language())


@cache
def _bids(strains: tuple[Strain, ...], language: str | None) -> tuple[BidKey, ...]:
    return tuple(
        _bid(level, strain, is_low=Strain.ROYALS in strains)
        for level in LEVELS
        for strain in strains
    )


def posted(relative: int) -> str:
    return f"{relative:+d}" if relative else "0"


def _bid(level: int, strain: Strain, *, is_low: bool) -> BidKey:
    face = f"{level}{told(strain.symbol)}"
    spoken = _spoken(level, strain, is_low=is_low) % {"level": level}
    return BidKey(str(Contract(level, strain)), face, spoken, level, strain)


def _spoken(level: int, strain: Strain, *, is_low: bool) -> str:
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
    if relative < 0:
        down = _("%(number)s down") % {"number": told(NUMBERS[-relative])}
        return ResultKey(
            posted(relative), f"{MINUS}{-relative}", down, max(1, -relative - BOOK), 7
        )
    if relative == 0:
        return ResultKey(posted(relative), "=", _("made exactly"), 1, 7)
    over = ngettext("%(number)s overtrick", "%(number)s overtricks", relative) % {
        "number": told(NUMBERS[relative])
    }
    return ResultKey(posted(relative), f"+{relative}", over, 1, 7 - relative)


@cache
def _results(relatives: Iterable[int], language: str | None) -> tuple[ResultKey, ...]:
    return tuple(_result(relative) for relative in relatives)


@dataclass(frozen=True)
class Keyboard:
    """All keys of an entry. The keys of the contract differ from game to game."""

    bids: tuple[BidKey, ...]
    """Row by row from the lowest."""
    passes: tuple[BoxKey, ...]
    """The key for a deal that everyone passed, where there is one."""

    @property
    def risks(self) -> tuple[BoxKey, ...]:
        undoubled, doubled, redoubled = (risk.value for risk in Risk)
        return (
            BoxKey(undoubled, "–", _("Not doubled")),
            BoxKey(doubled, "X", pgettext("bridge", "Doubled")),
            BoxKey(redoubled, "XX", pgettext("bridge", "Redoubled")),
        )

    @property
    def usual_results(self) -> tuple[ResultKey, ...]:
        return _results(USUAL, get_language())

    @property
    def rare_results(self) -> tuple[ResultKey, ...]:
        """The keys of results that are folded away."""
        return _results(RARE, get_language())

    @property
    def contracts(self) -> tuple[BoxKey, ...]:
        return (*self.bids, *self.passes)

    @property
    def values(self) -> frozenset[str]:
        """The values that the keys of the contract post."""
        return _values(self)

    @property
    def has_royals(self) -> bool:
        """True if spades are bid at two prices."""
        return any(key.strain is Strain.ROYALS for key in self.bids)


@cache
def _values(keyboard: Keyboard) -> frozenset[str]:
    return frozenset(key.value for key in keyboard.contracts)


@dataclass(frozen=True)
class Tapped:
    """The values of the keys that are down; empty for a row without a tapped key."""

    contract: str = ""
    risk: str = ""
    declarer: str = ""
    result: str = ""

    @property
    def has_rare_result(self) -> bool:
        """True if the result is on a key that is folded away."""
        return self.result in map(posted, RARE)
