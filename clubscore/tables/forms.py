"""Forms for seats, new tables and games."""

from typing import Any

from django import forms
from django.forms.boundfield import BoundWidget
from django.utils.translation import gettext_lazy as _

from clubscore.languages.spoken import told
from clubscore.members.models import Member
from clubscore.tables.games import DEFAULT, system_titles
from clubscore.tables.models import SEATS, Cut, Table
from scoring import SYSTEMS, RuleLabel, Seat


class SeatField(forms.ChoiceField):
    """A field for one of the four seats, a `scoring.Seat`. If it is not required, None means waiting to cut in."""

    def __init__(self, **options: Any) -> None:
        choices = (
            SEATS
            if options.get("required", True)
            else [("", _("Waits to cut in")), *SEATS]
        )
        super().__init__(
            choices=choices, error_messages={"required": _("Choose a seat.")}, **options
        )

    def clean(self, value: Any) -> Seat | None:
        seat = super().clean(value)
        return Seat(seat) if seat else None


class ComeForm(forms.Form):
    """The form that brings a member to the table, or a guest by name."""

    member = forms.ModelChoiceField(
        Member.objects.none(),
        required=False,
        error_messages={
            "invalid_choice": _(
                "Choose somebody who plays: whoever watches or has left takes no seat."
            )
        },
    )
    guest = forms.CharField(max_length=80, required=False)
    seat = SeatField(required=False)
    # The first that is free; at a full table, waiting to cut in.
    any_seat = forms.BooleanField(required=False)

    def __init__(self, data: Any = None) -> None:
        super().__init__(data)
        self.fields["member"].queryset = Member.objects.who_may_sit()  # type: ignore[attr-defined]

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        if not data.get("member") and not data.get("guest") and not self.errors:
            raise forms.ValidationError(_("Choose a member, or give a guest’s name."))
        return data


class ChooseSeatsForm(forms.Form):
    """The form in which the first of the cut chooses a seat. `cut` is the cut that the page showed."""

    cut = forms.ModelChoiceField(Cut.objects.none())
    seat = SeatField()

    def __init__(self, data: Any = None, *, table: Table) -> None:
        super().__init__(data)
        self.fields["cut"].queryset = table.cuts.all()  # type: ignore[attr-defined]


class OpenForm(forms.Form):
    """The form for a new table: its game, the default game if none is chosen."""

    system = forms.ChoiceField(choices=system_titles, required=False)

    def clean_system(self) -> str:
        return self.cleaned_data["system"] or DEFAULT


class GameForm(forms.Form):
    """The form for the game of a table and its house rules.

    It has the questions of all games as fields; only the answers for the chosen game count.
    """

    system = forms.ChoiceField(
        choices=system_titles,
        widget=forms.RadioSelect,
        error_messages={"required": _("Choose a game.")},
    )

    def __init__(self, data: Any = None, *, table: Table) -> None:
        super().__init__(data, initial={"system": table.system})
        for name, system in SYSTEMS.items():
            chosen = table.rules if name == table.system else {}
            rules = system.rules(chosen).as_json()
            for rule, label in system.rule_labels().items():
                self.fields[f"{name}-{rule}"] = _question(label, rules[rule])

    @property
    def games(self) -> list[tuple[BoundWidget, list[forms.BoundField]]]:
        """Each game as a radio button, with the questions about its house rules."""
        return [
            (option, self._questions_of(option.data["value"]))
            for option in self["system"]
        ]

    def _questions_of(self, system: str) -> list[forms.BoundField]:
        return [self[f"{system}-{rule}"] for rule in SYSTEMS[system].rule_labels()]

    @property
    def rules(self) -> dict[str, str]:
        """The answers to the chosen game's questions, by rule. A rule without an answer is left out."""
        system = self.cleaned_data["system"]
        answers = {
            rule: self.cleaned_data[f"{system}-{rule}"]
            for rule in SYSTEMS[system].rule_labels()
        }
        return {rule: answer for rule, answer in answers.items() if answer}


def _question(label: RuleLabel, answer: object) -> forms.ChoiceField:
    return forms.ChoiceField(
        label=told(label.question),
        choices=[(value, told(answer)) for value, answer in label.values.items()],
        initial=str(answer),
        required=False,
        widget=forms.RadioSelect,
    )
