"""Forms for taking numbers."""

from typing import Any

from django import forms

from clubscore.duplicate.seating.queries import open_places
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
    """A number of the plan, and a partner."""

    number = forms.ChoiceField(label="Where", error_messages={"required": "Choose a place."})
    partner = PlayerField(label="With", empty_label="Choose your partner")

    def __init__(self, data: Any = None, *, state: SessionState, member: Member, table: str = "") -> None:
        super().__init__(data)
        self._member = member
        self.fields["number"].choices = open_places(state, table)  # type: ignore[attr-defined]
        self.fields["partner"].offer(state, but=member)  # type: ignore[attr-defined]

    @property
    def taken(self) -> Taken:
        chosen = self.cleaned_data
        return _taken(chosen["number"], self._member, chosen["partner"])


class EntryForm(forms.Form):
    """A number of the plan, and both of the pair: the director seats them."""

    number = forms.ChoiceField(label="Where", error_messages={"required": "Choose a place."})
    first = PlayerField(label="North or East", empty_label="Choose a player")
    partner = PlayerField(label="South or West", empty_label="Choose a player")

    def __init__(self, data: Any = None, *, state: SessionState) -> None:
        super().__init__(data)
        self.fields["number"].choices = open_places(state)  # type: ignore[attr-defined]
        for name in ("first", "partner"):
            self.fields[name].offer(state)  # type: ignore[attr-defined]

    @property
    def taken(self) -> Taken:
        chosen = self.cleaned_data
        return _taken(chosen["number"], chosen["first"], chosen["partner"])


class ListForm(forms.Form):
    """A line for each pair."""

    lines = forms.CharField(
        label="Pairs, a line each",
        max_length=10_000,
        widget=forms.Textarea({"rows": 6, "placeholder": "Anna Weiss, Ben Novak"}),
        help_text="With a number before the names where it matters: 7 Anna Weiss, Ben Novak.",
    )


def _taken(place: str, *members: Member) -> Taken:
    """The number in a choice of `open_places`: its section's letter, then the number."""
    return Taken(place[0], int(place[1:]), members)
