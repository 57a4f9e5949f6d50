"""The games: entry, sheet, words and correction of each, in one module a game. They use no database rows."""

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
    """The Game for the scoring system with this name. Raises KeyError if there is none."""
    return GAMES[system]
