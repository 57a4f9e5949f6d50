"""The games: entry, sheet, words and correction of each. One module a game; pure, without rows."""

from collections.abc import Mapping
from types import MappingProxyType

from clubscore.games.base import Game
from clubscore.games.chicago import ChicagoGame
from clubscore.games.contract import ContractGame
from clubscore.games.royal import Royal

GAMES: Mapping[str, Game] = MappingProxyType(
    {game.name: game for game in (ContractGame(), ChicagoGame(), Royal())}
)


def game_of(system: str) -> Game:
    """The game that is scored by the system with this name."""
    return GAMES[system]
