"""The form in which a director names a substitute for some rounds, and the choices of places."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from clubscore.duplicate.director.seating.forms import PlayerField
from clubscore.duplicate.director.substituting.change import PlaceChange
from clubscore.duplicate.session.lineup import entry_name
from clubscore.duplicate.session.state import SectionState, SessionState
from clubscore.members.models import Member


class SessionSubstituteForm(forms.Form):
    """The form that asks for a place, the substitute who takes it, and the rounds.

    The value `A3N` is the place of North or East of number 3 in section A.
    """

    place = forms.ChoiceField(
        label=_("Who is replaced"),
        error_messages={"required": _("Choose whose place it is.")},
    )
    member = PlayerField(
        label=pgettext_lazy("a substitute", "Substitute"),
        empty_label=_("Choose a player"),
    )
    from_round = forms.IntegerField(label=_("First round"), min_value=1)
    to_round = forms.IntegerField(
        label=_("Last round"),
        min_value=1,
        required=False,
        help_text=_("Empty: to the end of the session."),
    )
    is_sure = forms.BooleanField(
        label=_("That is so, and they play all the same"), required=False
    )

    def __init__(self, data: Any = None, *, state: SessionState) -> None:
        next_round = min(state.round + 1, state.rounds) if state.round else 1
        super().__init__(data, initial={"from_round": next_round})
        fields: Any = self.fields
        fields["place"].choices = [("", _("Choose a player")), *_places(state)]
        fields["member"].queryset = (
            Member.objects.who_may_sit().filter(merged_into=None).order_by("name", "pk")
        )
        for name in ("from_round", "to_round"):
            fields[name].max_value = state.rounds
            fields[name].widget.attrs |= {"max": state.rounds, "inputmode": "numeric"}

    @property
    def change(self) -> PlaceChange:
        sent = self.cleaned_data
        place: str = sent["place"]
        return PlaceChange(
            letter=place[0],
            number=int(place[1:-1]),
            seat=place[-1],
            member=sent["member"],
            from_round=sent["from_round"],
            to_round=sent["to_round"],
            is_sure=sent["is_sure"],
        )


def _places(state: SessionState) -> list[tuple[str, str]]:
    """The choices of places, each with the entry and all members who have had the place: `3 Anna Weiss, Cleo Bauer`."""
    places = []
    for section in state.sections:
        for number in sorted(section.players):
            playing = [place for place in section.places_of(number) if not place.waits]
            for seat in dict.fromkeys(place.seat for place in playing):
                entry = entry_name(state, section, number)
                names = _names(section, number, seat)
                places.append((f"{section.letter}{number}{seat}", f"{entry} {names}"))
    return places


def _names(section: SectionState, number: int, seat: str) -> str:
    """The names of all members who have had a seat of an entry, in the order of their first rounds."""
    places = sorted(section.places_of(number), key=lambda place: place.from_round)
    names = [place.member.name for place in places if place.seat == seat]
    return ", ".join(dict.fromkeys(names))
