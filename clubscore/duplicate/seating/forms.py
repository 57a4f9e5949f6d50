"""Forms for taking numbers."""

from collections.abc import Sequence
from typing import Any

from django import forms

from clubscore.duplicate.seating.queries import open_places
from clubscore.duplicate.seating.services import SEATS
from clubscore.duplicate.seating.taken import Taken
from clubscore.duplicate.state import SessionState
from clubscore.members.models import Member


class PlayerField(forms.ModelChoiceField):
    """Somebody who plays and has no place in this session, by name."""

    def __init__(self, **options: Any) -> None:
        wrong = {"invalid_choice": "Choose somebody who plays: whoever watches or has left takes no place."}
        super().__init__(Member.objects.none(), error_messages=wrong, **options)

    def offer(self, state: SessionState, *, but: Member | None = None) -> None:
        """Offer those who have no place yet."""
        taken = {place.member_id for each in state.sections for place in each.places if state.is_held(place)}
        free = (
            Member.objects.who_may_sit().filter(merged_into=None).exclude(pk__in=taken | ({but.pk} if but else set()))
        )
        self.queryset = free.order_by("name", "pk")


class PlaceForm(forms.Form):
    """A number of the plan, and whom one plays with: a partner, in a team the other pair too, else nobody."""

    number = forms.ChoiceField(label="Where", error_messages={"required": "Choose a place."})
    partner = PlayerField(label="With", empty_label="Choose your partner")
    third = PlayerField(label="And at the other table", empty_label="Choose a player")
    fourth = PlayerField(label="with", empty_label="Choose a player")

    def __init__(self, data: Any = None, *, state: SessionState, member: Member, table: str = "") -> None:
        super().__init__(data)
        self._member, self._names = member, ("partner", "third", "fourth")[: _count(state) - 1]
        _offer(self, state, ("partner", "third", "fourth"), self._names, table=table, but=member)

    @property
    def taken(self) -> Taken:
        chosen = self.cleaned_data
        return _taken(chosen["number"], self._member, *(chosen[name] for name in self._names))


class EntryForm(forms.Form):
    """A number of the plan, and all of an entry: the director seats them."""

    number = forms.ChoiceField(label="Where", error_messages={"required": "Choose a place."})
    first = PlayerField(label="North or East", empty_label="Choose a player")
    partner = PlayerField(label="South or West", empty_label="Choose a player")
    third = PlayerField(label="East", empty_label="Choose a player")
    fourth = PlayerField(label="West", empty_label="Choose a player")

    def __init__(self, data: Any = None, *, state: SessionState) -> None:
        super().__init__(data)
        self._names = ("first", "partner", "third", "fourth")[: _count(state)]
        _offer(self, state, ("first", "partner", "third", "fourth"), self._names)
        if state.session.noun != "pair":
            self.fields["first"].label = "North" if state.session.noun == "team" else "Player"
        if state.session.noun == "team":
            self.fields["partner"].label = "South"

    @property
    def taken(self) -> Taken:
        chosen = self.cleaned_data
        return _taken(chosen["number"], *(chosen[name] for name in self._names))


class ListForm(forms.Form):
    """A line for each entry."""

    lines = forms.CharField(max_length=10_000, widget=forms.Textarea({"rows": 6}))

    def __init__(self, data: Any = None, *, state: SessionState) -> None:
        super().__init__(data)
        noun = state.session.noun
        names = ", ".join(("Anna Weiss", "Ben Novak", "Cleo Bauer", "Dan Roth")[: _count(state)])
        lines = self.fields["lines"]
        lines.label = f"{noun.capitalize()}s, a line each"
        lines.widget.attrs["placeholder"] = names
        lines.help_text = f"With a number before the name{'s' * (noun != 'player')} where it matters: 7 {names}."
        if noun == "team":
            lines.help_text += " The first two sit North–South, the others East–West."


def _count(state: SessionState) -> int:
    """The number of members of an entry."""
    return len(SEATS[state.session.noun])


def _offer(
    form: forms.Form,
    state: SessionState,
    all_of_them: Sequence[str],
    needed: Sequence[str],
    *,
    table: str = "",
    but: Member | None = None,
) -> None:
    """Give a form the open numbers and the members who may be chosen, and take away the fields nobody needs."""
    fields: Any = form.fields
    fields["number"].choices = open_places(state, table)
    for name in all_of_them:
        if name in needed:
            fields[name].offer(state, but=but)
        else:
            del fields[name]


def _taken(place: str, *members: Member) -> Taken:
    """The number in a choice of `open_places`: its section's letter, then the number."""
    return Taken(place[0], int(place[1:]), members)
