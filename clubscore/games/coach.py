"""The part-score coach: the contracts that would make game from here, undoubled. Pure; `scoring` has the figures."""

from collections.abc import Iterator
from dataclasses import dataclass

from django.utils.translation import gettext as _

from clubscore.games.base import Game
from clubscore.games.figures import short
from clubscore.games.viewpoint import Viewpoint
from clubscore.web.templatetags.sentences import any_of
from scoring import SYSTEMS, Contract, Deal, Sheet, Side, Strain, Where

LEVELS = range(1, 8)


@dataclass(frozen=True, slots=True)
class Advice:
    """One side's way to a game: the trick points that it lacks, and the lowest contract in each strain."""

    who: str
    lacks: int
    contracts: tuple[str, ...]

    @property
    def words(self) -> str:
        """`2♥, 2♠, 2NT, 3♣ or 3♦ makes game`."""
        return _("%(contracts)s makes game") % {"contracts": any_of(self.contracts)}


def advice(sheet: Sheet, game: Game, viewpoint: Viewpoint) -> tuple[Advice, ...]:
    """The advice for both sides, the left column's first; () once the sheet is closed."""
    if sheet.next is None:
        return ()
    return tuple(_of_side(sheet, game, viewpoint, side) for side in viewpoint.columns)


def _of_side(sheet: Sheet, game: Game, viewpoint: Viewpoint, side: Side) -> Advice:
    lacks = game.game - sheet.partscore[side]
    contracts = sorted(_lowest(sheet, side, lacks), key=lambda each: each.level)
    return Advice(viewpoint.name(side), lacks, tuple(map(short, contracts)))


def _lowest(sheet: Sheet, side: Side, lacks: int) -> Iterator[Contract]:
    """In the order of the strains: the lowest contract in each whose trick points are enough."""
    for strain in Strain:
        if strain is Strain.ROYALS and not _has_two_spade_suits(sheet):
            continue
        contracts = (Contract(level, strain) for level in LEVELS)
        found = next((each for each in contracts if _trick_points(sheet, each, side) >= lacks), None)
        if found:
            yield found


def _has_two_spade_suits(sheet: Sheet) -> bool:
    """Whether royals are bid beside spades."""
    return SYSTEMS[sheet.system].royals and sheet.rules.as_json()["spades"] == "both"


def _trick_points(sheet: Sheet, contract: Contract, side: Side) -> int:
    """The trick points of a contract that is just made."""
    made = Deal(contract, side.seats[0], contract.tricks_needed)
    scored = SYSTEMS[sheet.system].score_deal(made, rules=sheet.rules)
    return sum(line.points for line in scored.lines if line.where is Where.BELOW)
