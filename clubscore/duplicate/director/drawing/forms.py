"""Forms with which a director draws the next round of a Swiss, or changes its draw by hand."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from clubscore.duplicate.director.opening.draws import FIRST_ROUND, LOT
from clubscore.duplicate.session.lineup import names_of
from clubscore.duplicate.session.state import SessionState
from scoring.movements.form_proposals import FEWEST_SWISS, MOST_SWISS
from scoring.movements.swiss import drawn_in


class SeenForm(forms.Form):
    """A form that sends the round to draw, and the newest edition of the plan that the sender has seen."""

    round = forms.IntegerField(min_value=1, max_value=99, widget=forms.HiddenInput)
    edition = forms.IntegerField(min_value=1, widget=forms.HiddenInput)

    def __init__(self, data: Any = None, *, state: SessionState) -> None:
        seen = {
            "round": state.round + 1,
            "edition": state.sections[0].plans[-1].edition,
        }
        super().__init__(data, initial=seen)


class DrawForm(SeenForm):
    """The form that draws a round from the standings."""


class FirstDrawForm(SeenForm):
    """The form that draws the first round: it asks for lot or the order of numbers, and for the number of entries."""

    how = forms.ChoiceField(
        label=_("Draw of the first round"), choices=FIRST_ROUND, initial=LOT
    )
    entries = forms.IntegerField(
        min_value=FEWEST_SWISS,
        max_value=MOST_SWISS,
        help_text=_("Those that have come, and those you wait for."),
    )

    def __init__(self, data: Any = None, *, state: SessionState) -> None:
        super().__init__(data, state=state)
        self.initial["entries"] = len(state.sections[0].movement.entries)
        label = _("Pairs")
        if state.session.noun == "team":
            label = _("Teams")
        self.fields["entries"].label = label


class SwapForm(SeenForm):
    """The form that lets two teams or pairs change places in the draw."""

    one = forms.TypedChoiceField(coerce=int, empty_value=None)
    other = forms.TypedChoiceField(
        label=_("Changes places with"), coerce=int, empty_value=None
    )

    def __init__(self, data: Any = None, *, state: SessionState) -> None:
        super().__init__(data, state=state)
        label, empty = _("Pair"), _("Choose a pair")
        if state.session.noun == "team":
            label, empty = _("Team"), _("Choose a team")
        self.fields["one"].label = label
        choices = [("", empty), *_entries(state)]
        for field in ("one", "other"):
            self.fields[field].choices = choices  # type: ignore[attr-defined]


def _entries(state: SessionState) -> list[tuple[int, str]]:
    """The choices of entries for a change of the next round's draw: each number, with the names of its players."""
    section, round = state.sections[0], state.round + 1
    drawn = drawn_in(section.movement, round)
    numbers: set[int] = set().union(*drawn.matches)
    if drawn.bye:
        numbers.add(drawn.bye)
    choices = []
    for number in sorted(numbers):
        names = names_of(section.members_in(number, round))
        choices.append((number, f"{number} {names}".strip()))
    return choices
