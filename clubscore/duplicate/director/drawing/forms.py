"""Forms of a draw."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from clubscore.duplicate.director.opening.draws import FIRST_ROUND, LOT
from clubscore.duplicate.session.lineup import names_of
from clubscore.duplicate.session.state import SessionState
from scoring.movements.form_proposals import FEWEST_SWISS, MOST_SWISS
from scoring.movements.swiss import drawn_in


class SeenForm(forms.Form):
    """The round that is drawn, and the newest edition of the plan that the sender had seen."""

    round = forms.IntegerField(min_value=1, max_value=99, widget=forms.HiddenInput)
    edition = forms.IntegerField(min_value=1, widget=forms.HiddenInput)

    def __init__(self, data: Any = None, *, state: SessionState) -> None:
        seen = {
            "round": state.round + 1,
            "edition": state.sections[0].plans[-1].edition,
        }
        super().__init__(data, initial=seen)


class DrawForm(SeenForm):
    """A draw from the standings."""


class FirstDrawForm(SeenForm):
    """The draw of the first round: how, and for how many teams or pairs."""

    how = forms.ChoiceField(
        label=_("The first round is drawn"), choices=FIRST_ROUND, initial=LOT
    )
    entries = forms.IntegerField(
        min_value=FEWEST_SWISS,
        max_value=MOST_SWISS,
        help_text=_("Those that have come, and those you wait for."),
    )

    def __init__(self, data: Any = None, *, state: SessionState) -> None:
        super().__init__(data, state=state)
        self.initial["entries"] = len(state.sections[0].movement.entries)
        self.fields["entries"].label = (
            _("Teams") if state.session.noun == "team" else _("Pairs")
        )


class SwapForm(SeenForm):
    """Two teams or pairs that change places."""

    one = forms.TypedChoiceField(coerce=int, empty_value=None)
    other = forms.TypedChoiceField(
        label=_("changes places with"), coerce=int, empty_value=None
    )

    def __init__(self, data: Any = None, *, state: SessionState) -> None:
        super().__init__(data, state=state)
        section = state.sections[0]
        drawn = drawn_in(section.movement, state.round + 1)
        numbers = {number for match in drawn.matches for number in match} | (
            {drawn.bye} if drawn.bye else set()
        )
        names = {
            number: names_of(section.members_in(number, state.round + 1))
            for number in sorted(numbers)
        }
        entries = [(number, f"{number} {names[number]}".strip()) for number in names]
        is_of_teams = state.session.noun == "team"
        self.fields["one"].label = _("Team") if is_of_teams else _("Pair")
        choose = _("Choose a team") if is_of_teams else _("Choose a pair")
        for field in ("one", "other"):
            self.fields[field].choices = [("", choose), *entries]  # type: ignore[attr-defined]
