"""How each game is drawn and told: its sheet, what the next deal needs, how it ends. One module a game."""

from collections.abc import Mapping
from types import MappingProxyType

from clubscore.rubbers.games.base import Game
from clubscore.rubbers.games.chicago import Chicago
from clubscore.rubbers.games.contract import Contract
from clubscore.rubbers.games.royal import Royal

GAMES: Mapping[str, Game] = MappingProxyType({game.name: game for game in (Contract(), Chicago(), Royal())})


def game_of(system: str) -> Game:
    """The game that the system of that name scores."""
    return GAMES[system]
