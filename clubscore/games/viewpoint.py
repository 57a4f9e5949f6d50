"""Viewpoints of a sheet: one rubber as seen by one side, by the other side, or by somebody who watches."""

import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import pgettext, pgettext_lazy

from clubscore.languages.spoken import told
from scoring import Seat, Side
from scoring.said import Said

WATCHING = {
    Side.NS: pgettext_lazy("bridge", "N–S"),
    Side.EW: pgettext_lazy("bridge", "E–W"),
}


_BY_WORD: Mapping[str, Side] = {side.word: side for side in Side}


@dataclass(frozen=True)
class Viewpoint:
    """The viewpoint of a side, or of somebody who watches: it decides how the sides are named and ordered."""

    view: str
    """The side that is named "We", "NS" or "EW"; or "watch" for somebody who watches."""

    @property
    def columns(self) -> tuple[Side, Side]:
        """The sides on the left and on the right of the sheet. The viewer's own side stands on the left."""
        left = Side.EW if self.view == Side.EW else Side.NS
        return left, left.other

    def name(self, side: Side) -> str:
        """The name of a side: `We` or `They`; for somebody who watches, `N–S` or `E–W`."""
        if self.view not in WATCHING:
            return str(WATCHING[side])
        if side == self.view:
            return pgettext("bridge", "We")
        return pgettext("bridge", "They")

    def in_words(self, text: str) -> str:
        """Translate a text of the scoring rules for the reader, and name the sides as this viewpoint names them.

        For example, `off the honours of North-South` becomes `off the honours of us`.
        """
        if isinstance(text, Said):
            text = self._named(text)
        return told(text)

    def _named(self, text: Said) -> Said:
        """The sentence with the sides named as this viewpoint names them, in place of the names that the rules use."""
        values = dict(text.values)
        for place, value in text.values.items():
            if isinstance(value, Said):
                values[place] = self._name_in(text.form, place, value)
        return text.with_values(values)

    def _name_in(self, form: str, place: str, value: Said) -> str:
        """The words for `value`, which stands at the placeholder `place` of the sentence `form`.

        If `value` names a side, they are the side's name as this viewpoint has it, or `us` or `them` after a
        preposition. Any other value is a sentence, and is returned with the sides in it named.
        """
        side = _BY_WORD.get(value)
        if side is None:
            return self._named(value)
        is_watching = self.view not in WATCHING
        if is_watching or not re.search(rf"\b(of|to|by|from) {{{place}}}", form):
            return self.name(side)
        if side == self.view:
            return pgettext("after a preposition", "us")
        return pgettext("after a preposition", "them")

    def vulnerable(self, sides: Collection[Side]) -> str:
        """The vulnerability in words: `both vulnerable`, `We vulnerable` or `nobody vulnerable`."""
        if not sides:
            return _("nobody vulnerable")
        if len(sides) > 1:
            return _("both vulnerable")
        (side,) = sides
        return _("%(who)s vulnerable") % {"who": self.name(side)}


@dataclass(frozen=True)
class NamedPairs(Viewpoint):
    """The viewpoint of a reader who compares two seatings: each side has the names of its players."""

    north_south: str
    east_west: str

    @classmethod
    def of(cls, view: str, names: Mapping[Seat, str]) -> "NamedPairs":
        """The viewpoint `view` with these names of the players, by seat."""
        return cls(view, pair(Side.NS, names), pair(Side.EW, names))

    def name(self, side: Side) -> str:
        """The names of the two players of a side: `Ruth & Ivo`."""
        if side is Side.NS:
            return self.north_south
        return self.east_west


def pair(side: Side, names: Mapping[Seat, str]) -> str:
    """The names of the two partners, as the head of a column shows them: `Ruth & Ivo`."""
    return " & ".join(names[seat] for seat in side.seats)
