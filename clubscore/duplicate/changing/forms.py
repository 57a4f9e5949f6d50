"""Forms that change a plan."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from clubscore.duplicate.lineup import entry_choices
from clubscore.duplicate.seating.forms import PlayerField
from clubscore.duplicate.state import SessionState


class WayForm(forms.Form):
    """One of several ways to go on from the next round, by its key, and the round that its sender saw as the next."""

    way = forms.ChoiceField(widget=forms.RadioSelect, error_messages={"required": _("Choose one of the ways.")})
    from_round = forms.IntegerField(widget=forms.HiddenInput)

    def __init__(self, data: Any = None, *, state: SessionState, ways: Sequence[tuple[str, str]]) -> None:
        super().__init__(data, initial={"from_round": state.round + 1, "way": ways[0][0] if ways else ""})
        self.fields["way"].choices = ways  # type: ignore[attr-defined]


class LatePairForm(WayForm):
    """The pair that comes, and the way in which it is let in: `A0` is the first of section A."""

    first = PlayerField(label=_("North or East"), empty_label=_("Choose a player"))
    partner = PlayerField(label=_("South or West"), empty_label=_("Choose a player"))

    def __init__(self, data: Any = None, *, state: SessionState, ways: Sequence[tuple[str, str]]) -> None:
        super().__init__(data, state=state, ways=ways)
        for name in ("first", "partner"):
            self.fields[name].offer(state)  # type: ignore[attr-defined]

    @property
    def letter(self) -> str:
        way: str = self.cleaned_data["way"]
        return way[0]

    @property
    def number(self) -> int:
        """The place of the way among those of its section."""
        return int(self.cleaned_data["way"][1:])


class WithdrawnPairForm(forms.Form):
    """The pair that goes home: `A3` is number 3 of section A."""

    pair = forms.ChoiceField(label=_("Who goes home"), error_messages={"required": _("Choose who goes home.")})

    def __init__(self, data: Any = None, *, state: SessionState) -> None:
        super().__init__(data)
        empty = _("Choose a team") if state.session.noun == "team" else _("Choose a pair")
        self.fields["pair"].choices = [("", empty), *entry_choices(state)]  # type: ignore[attr-defined]

    @property
    def letter(self) -> str:
        return str(self.cleaned_data["pair"])[0]

    @property
    def number(self) -> int:
        return int(self.cleaned_data["pair"][1:])
