"""Viewpoints of a sheet: the same rubber for one side, for the other, or for somebody watching."""

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
    """The names of the sides in one view."""

    view: str
    """"NS" or "EW", the side that is "We"; or "watch"."""

    @property
    def columns(self) -> tuple[Side, Side]:
        """The sides on the left and on the right of the sheet: the viewer's own side stands left."""
        left = Side.EW if self.view == Side.EW else Side.NS
        return left, left.other

    def name(self, side: Side) -> str:
        """The name of a side: `We` or `They` for players, `N–S` or `E–W` for watchers."""
        if self.view not in WATCHING:
            return str(WATCHING[side])
        return (
            pgettext("bridge", "We")
            if side == self.view
            else pgettext("bridge", "They")
        )

    def in_words(self, text: str) -> str:
        """A sentence of the rules in the reader's language, with the names of the sides: `off the honours of us`."""
        if isinstance(text, Said):
            text = self._named(text)
        return told(text)

    def _named(self, text: Said) -> Said:
        """The sentence with the names of the sides in place of their words in the rules."""
        values = dict(text.values)
        for place, value in text.values.items():
            if isinstance(value, Said):
                values[place] = self._name_in(text.form, place, value)
        return text.with_values(values)

    def _name_in(self, form: str, place: str, value: Said) -> str:
        """The words for a place of a form: the sides by their names, `us` and `them` after a preposition."""
        side = _BY_WORD.get(value)
        if side is None:
            return self._named(value)
        if self.view not in WATCHING or not re.search(
            rf"\b(of|to|by|from) {{{place}}}", form
        ):
            return self.name(side)
        if side == self.view:
            return pgettext("after a preposition", "us")
        return pgettext("after a preposition", "them")

    def vulnerable(self, sides: Collection[Side]) -> str:
        """`both vulnerable`, `We vulnerable` or `nobody vulnerable`."""
        if len(sides) == 1:
            return _("%(who)s vulnerable") % {"who": self.name(next(iter(sides)))}
        return _("both vulnerable") if sides else _("nobody vulnerable")


def pair(side: Side, names: Mapping[Seat, str]) -> str:
    """The names of the two partners, as the head of a column shows them: `Ruth & Ivo`."""
    return " & ".join(names[seat] for seat in side.seats)
