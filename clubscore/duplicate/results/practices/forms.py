"""The form of the club's practice."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from clubscore.duplicate.results.practices.queries import ClubPractice
from clubscore.duplicate.results.practices.words import practice_name
from clubscore.languages.spoken import told
from scoring.contest.practices import CONVENTIONS, NAMES
from scoring.contest.rules import ContestRules
from scoring.rules import Choice


class PracticeForm(forms.Form):
    """The form with which an admin chooses a practice, or every convention of the club's own.

    The conventions count only with the club's own practice. A convention that is left out has its usual value.
    """

    practice = forms.ChoiceField(
        label=_("Practice"), widget=forms.RadioSelect(attrs={"class": "naming-choice"})
    )

    def __init__(self, data: Any = None, *, current: ClubPractice) -> None:
        initial = {"practice": current.name, **current.conventions}
        super().__init__(data, initial=initial)
        self.fields["practice"].choices = [  # type: ignore[attr-defined]
            (practice, practice_name(practice)) for practice in NAMES
        ]
        labels = ContestRules.labels()
        for name in CONVENTIONS:
            choices = []
            for value, answer in labels[name].values.items():
                choices.append((value, told(answer)))
            self.fields[name] = forms.ChoiceField(
                label=told(labels[name].question), choices=choices, required=False
            )

    @property
    def own_fields(self) -> list[forms.BoundField]:
        """The fields of the conventions."""
        return [self[name] for name in CONVENTIONS]

    @property
    def conventions(self) -> dict[str, Choice]:
        """The conventions that were chosen in a valid form."""
        chosen = {name: self.cleaned_data[name] for name in CONVENTIONS}
        return {name: value for name, value in chosen.items() if value}
