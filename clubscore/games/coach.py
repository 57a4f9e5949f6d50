"""The part-score coach: the undoubled contracts that would win the game from the current part score."""

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
    """The way of one side to a game: the trick points that it lacks, and the lowest contracts that give them."""

    who: str
    lacks: int
    contracts: tuple[str, ...]

    @property
    def words(self) -> str:
        """The advice in words, such as `2♥, 2♠, 2NT, 3♣ or 3♦ makes game`."""
        return _("%(contracts)s makes game") % {"contracts": any_of(self.contracts)}


def advice(sheet: Sheet, game: Game, viewpoint: Viewpoint) -> tuple[Advice, ...]:
    """The advice for each side, left column first; empty once the sheet is closed."""
    if sheet.next is None:
        return ()
    return tuple(_of_side(sheet, game, viewpoint, side) for side in viewpoint.columns)


def _of_side(sheet: Sheet, game: Game, viewpoint: Viewpoint, side: Side) -> Advice:
    """The advice for one side: the trick points that it lacks for a game, and the contracts that give them."""
    lacks = game.game - sheet.partscore[side]
    contracts = sorted(_lowest(sheet, side, lacks), key=lambda contract: contract.level)
    return Advice(viewpoint.name(side), lacks, tuple(map(short, contracts)))


def _lowest(sheet: Sheet, side: Side, lacks: int) -> Iterator[Contract]:
    """Yield, for each strain, the lowest contract with at least `lacks` trick points, in the order of the strains."""
    for strain in Strain:
        if strain is Strain.ROYALS and not _has_two_spade_suits(sheet):
            continue
        for level in LEVELS:
            contract = Contract(level, strain)
            if _trick_points(sheet, contract, side) >= lacks:
                yield contract
                break


def _has_two_spade_suits(sheet: Sheet) -> bool:
    """True if the game of the sheet has both spades and royals as strains of a bid."""
    return SYSTEMS[sheet.system].royals and sheet.rules.as_json()["spades"] == "both"


def _trick_points(sheet: Sheet, contract: Contract, side: Side) -> int:
    """The trick points for a contract that is made without overtricks."""
    made = Deal(contract, side.seats[0], contract.tricks_needed)
    scored = SYSTEMS[sheet.system].score_deal(made, rules=sheet.rules)
    return sum(line.points for line in scored.lines if line.where is Where.BELOW)
