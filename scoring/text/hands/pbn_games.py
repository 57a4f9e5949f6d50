"""The games of a PBN file: the tags of each game by their names, with the values that a game takes from others.

``#`` is the value of the game before; ``##`` with a value holds for later games too.
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from scoring.said import said
from scoring.text.hands.pbn_tags import PbnText, Tag

_FIRST: Final = "event"
"""The tag that begins a game, if the file has it at all; in small letters."""
Game = Mapping[str, Tag]
"""The tags of a game by their names."""


class PbnGames:
    """A reader of the games of a PBN file.

    ``names`` are the names of the tags that are read, the others are skipped. A game has every tag of ``whole`` before
    the next game may begin without an empty line.
    """

    def __init__(
        self, text: PbnText, names: Iterable[str], whole: Iterable[str]
    ) -> None:
        self.text = text
        self._names = {name.lower(): name for name in names}
        self._whole = frozenset(whole)
        self._game: dict[str, Tag] = {}
        self._before: dict[str, Tag] = {}
        self._held: dict[str, Tag] = {}

    def games(self) -> Iterator[Game]:
        """Yield each game that has one of the tags.

        Raises:
            InvalidLine: for a mistake in a tag, for a tag that a game has twice, and for "#" without a game before.
        """
        for tag in self.text.tags():
            name = self._names.get(tag.name.lower(), "") if tag else ""
            if tag is None or self._is_next(tag, name):
                yield from self._ended()
            if tag is not None and name:
                self._take(name, tag)
        yield from self._ended()

    def _is_next(self, tag: Tag, name: str) -> bool:
        """True if a tag belongs to the next game, though no empty line has ended this game."""
        may_be = name in self._game or tag.name.lower() == _FIRST
        return may_be and self._whole <= self._game.keys()

    def _take(self, name: str, tag: Tag) -> None:
        """Add a tag to the game. Raises InvalidLine if the game has it already."""
        if name in self._game:
            form = "This game has two tags {name}; an empty line ends a game."
            tag.refuse(said(form, name=name))
        self._game[name] = self._inherited(name, tag)

    def _inherited(self, name: str, tag: Tag) -> Tag:
        """The tag with its real value, which may be written with "#" or "##".

        "#" stands for the value in the game before. "##" comes before a text; this text is the value, and is kept for
        later games too. Raises InvalidLine for "#" if there is no such value.
        """
        if tag.value.startswith("##"):
            held = tag._replace(value=tag.value[2:], value_column=tag.value_column + 2)
            self._held[name] = held
            return held
        if tag.value != "#":
            return tag
        if name not in self._before:
            form = "“#” stands for the {name} of the game before, and there is none."
            tag.refuse(said(form, name=name))
        return tag._replace(value=self._before[name].value)

    def _ended(self) -> Iterator[Game]:
        """End the game, and yield it unless it has no tag."""
        if not self._game:
            return
        game = {**self._held, **self._game}
        self._before = game
        self._game = {}
        yield game
