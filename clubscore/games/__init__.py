"""The games that are played as rubbers, one module for each game, without any use of database rows.

A game says how its deals are entered, shown on the sheet, described in words and corrected.
"""

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
