"""The forms of a team's line-up."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from clubscore.duplicate.seating.forms import PlayerField
from clubscore.duplicate.state import SectionState, SessionState
from clubscore.members.models import Member


class LineupForm(forms.Form):
    """The four of a team who play from a round on."""

    from_round = forms.IntegerField(label=_("from round"), min_value=1)
    north = forms.ChoiceField(label=_("North"))
    south = forms.ChoiceField(label=_("South"))
    east = forms.ChoiceField(label=_("East"))
    west = forms.ChoiceField(label=_("West"))

    def __init__(self, data: Any = None, *, state: SessionState, section: SectionState, number: int) -> None:
        team = {str(member.pk): member for member in section.players[number]}
        round = min(state.round + 1, state.rounds)
        now = {place.seat: str(place.member_id) for place in section.places_of(number) if place.covers(round)}
        initial = {name: now.get(name[0].upper(), "") for name in ("north", "south", "east", "west")}
        super().__init__(data, initial=initial | {"from_round": round})
        fields: Any = self.fields
        for name in ("north", "south", "east", "west"):
            fields[name].choices = [(key, member.name) for key, member in team.items()]
        fields["from_round"].widget.attrs |= {"max": state.rounds, "inputmode": "numeric"}
        self._team = team

    @property
    def seats(self) -> dict[str, Member]:
        return {name[0].upper(): self._team[self.cleaned_data[name]] for name in ("north", "south", "east", "west")}


class JoinForm(forms.Form):
    """The member who becomes the fifth or the sixth."""

    member = PlayerField(label=_("Player"), empty_label=_("Choose a player"))

    def __init__(self, data: Any = None, *, state: SessionState) -> None:
        super().__init__(data)
        field: Any = self.fields["member"]
        field.offer(state)
