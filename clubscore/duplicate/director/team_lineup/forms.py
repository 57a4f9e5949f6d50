"""Forms of a team's line-up: the four who play from a round on, and a member who joins the team."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from clubscore.duplicate.director.seating.forms import PlayerField
from clubscore.duplicate.session.state import SectionState, SessionState

_SURE = _("That is so, and they play all the same")
_FIELD_OF = {"N": "north", "S": "south", "E": "east", "W": "west"}
"""The name of the form's field for each seat."""


class LineupForm(forms.Form):
    """The form for the four members who play from a round on.

    It offers everybody who is in the team in a coming round.
    """

    from_round = forms.IntegerField(label=_("First round"), min_value=1)
    north = forms.ChoiceField(label=_("North"))
    south = forms.ChoiceField(label=_("South"))
    east = forms.ChoiceField(label=_("East"))
    west = forms.ChoiceField(label=_("West"))
    is_sure = forms.BooleanField(label=_SURE, required=False)

    def __init__(
        self,
        data: Any = None,
        *,
        state: SessionState,
        section: SectionState,
        number: int,
        directs: bool,
    ) -> None:
        round = min(state.round + 1, state.rounds)
        places = section.places_of(number)
        coming = [place for place in places if place.last_round >= round]
        # The members who are there in the next round come first.
        coming.sort(key=lambda place: place.from_round > round)
        team = {str(place.member_id): place.member for place in coming}
        initial: dict[str, object] = {"from_round": round}
        for place in coming:
            if place.covers(round) and place.seat in _FIELD_OF:
                initial[_FIELD_OF[place.seat]] = str(place.member_id)
        super().__init__(data, initial=initial)
        fields: Any = self.fields
        if not directs:
            del fields["is_sure"]
        choices = [(key, member.name) for key, member in team.items()]
        for name in _FIELD_OF.values():
            fields[name].choices = choices
        fields["from_round"].widget.attrs |= {
            "max": state.rounds,
            "inputmode": "numeric",
        }
        self._team = team

    @property
    def lineup(self) -> dict[str, Any]:
        """The arguments for `line_up_team`: the members by seat, the first round, and `is_sure`.

        `is_sure` is True if a director has confirmed the line-up although a player may have seen results.
        """
        sent = self.cleaned_data
        seats = {seat: self._team[sent[name]] for seat, name in _FIELD_OF.items()}
        return {
            "seats": seats,
            "from_round": sent["from_round"],
            "is_sure": sent.get("is_sure", False),
        }


class JoinTeamForm(forms.Form):
    """The form for the member who becomes the fifth or the sixth of a team."""

    member = PlayerField(label=_("Player"), empty_label=_("Choose a player"))
    is_sure = forms.BooleanField(label=_SURE, required=False)

    def __init__(self, data: Any = None, *, state: SessionState, directs: bool) -> None:
        super().__init__(data, auto_id="id_join_%s")  # beside the form of the line-up
        fields: Any = self.fields
        fields["member"].offer(state)
        if not directs:
            del fields["is_sure"]
