"""Forms that change a plan during play: the choice of a way to go on, a late pair, and an entry that goes home."""

from collections.abc import Mapping, Sequence
from hashlib import sha256
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from clubscore.duplicate.director.changing.services import MOVED_ON
from clubscore.duplicate.director.seating.forms import PlayerField
from clubscore.duplicate.session.lineup import entry_choices
from clubscore.duplicate.session.state import SessionState
from clubscore.languages.spoken import told
from scoring.movements.change.proposal import Proposal


class WayForm(forms.Form):
    """The form in which a director chooses a way to go on from the next round.

    It also sends the round that was next when the page was shown.
    """

    way = forms.ChoiceField(
        widget=forms.RadioSelect,
        error_messages={"required": _("Choose one of the ways.")},
    )
    from_round = forms.IntegerField(widget=forms.HiddenInput)

    def __init__(
        self, data: Any = None, *, state: SessionState, ways: Sequence[tuple[str, str]]
    ) -> None:
        first_way = ways[0][0] if ways else ""
        initial = {"from_round": state.round + 1, "way": first_way}
        super().__init__(data, initial=initial)
        self.fields["way"].choices = ways  # type: ignore[attr-defined]


class ReadWayForm(WayForm):
    """A WayForm that also sends a fingerprint (`mark_of`) of the ways that the sender has read."""

    read = forms.CharField(widget=forms.HiddenInput, max_length=64, required=False)

    def __init__(
        self, data: Any = None, *, state: SessionState, ways: Mapping[str, Proposal]
    ) -> None:
        choices = [(key, told(way.text)) for key, way in ways.items()]
        super().__init__(data, state=state, ways=choices)
        self.mark = mark_of(ways)

    def clean(self) -> None:
        if self.cleaned_data.get("read") != self.mark:
            raise forms.ValidationError(MOVED_ON)


def mark_of(ways: Mapping[str, Proposal]) -> str:
    """A fingerprint of some ways to go on.

    It changes if one of the ways gets another key, text, price or plan of the coming rounds.
    """
    lines = [f"{key} {way.text} {way.price} {way.edition}" for key, way in ways.items()]
    return sha256("\n".join(lines).encode()).hexdigest()


class LatePairForm(ReadWayForm):
    """The form in which a director names the two players of a late pair and chooses the way to let the pair in.

    The value of a way is a key: `A0` is the first way of section A.
    """

    first = PlayerField(label=_("North or East"), empty_label=_("Choose a player"))
    partner = PlayerField(label=_("South or West"), empty_label=_("Choose a player"))

    def __init__(
        self, data: Any = None, *, state: SessionState, ways: Mapping[str, Proposal]
    ) -> None:
        super().__init__(data, state=state, ways=ways)
        for name in ("first", "partner"):
            self.fields[name].offer(state)  # type: ignore[attr-defined]

    @property
    def letter(self) -> str:
        way: str = self.cleaned_data["way"]
        return way[0]

    @property
    def number(self) -> int:
        """The index of the chosen way in the list of ways of its section: 0 for the key `A0`."""
        return int(self.cleaned_data["way"][1:])


class WithdrawnPairForm(forms.Form):
    """The form in which a director chooses the entry that goes home: the value `A3` is number 3 of section A."""

    pair = forms.ChoiceField(
        label=_("Who goes home"),
        error_messages={"required": _("Choose who goes home.")},
    )

    def __init__(self, data: Any = None, *, state: SessionState) -> None:
        super().__init__(data)
        empty = _("Choose a pair")
        if state.session.noun == "team":
            empty = _("Choose a team")
        self.fields["pair"].choices = [("", empty), *entry_choices(state)]  # type: ignore[attr-defined]

    @property
    def letter(self) -> str:
        return str(self.cleaned_data["pair"])[0]

    @property
    def number(self) -> int:
        return int(self.cleaned_data["pair"][1:])
