"""The forms of a session's handicaps and strata: a field for each entry, and how to work them out."""

from collections.abc import Mapping
from decimal import Decimal
from fractions import Fraction
from typing import Any, NamedTuple

from django import forms
from django.utils.translation import gettext_lazy as _

from clubscore.duplicate.models import STRATA
from clubscore.duplicate.models.entries import MOST_HANDICAP
from clubscore.duplicate.outcomes.scores import Numbered
from clubscore.duplicate.results.grading.grades import Grade
from clubscore.duplicate.results.grading.working_out import (
    KEEP,
    LIMITS,
    MEAN,
    NONE,
    THIRDS,
    Method,
)
from clubscore.duplicate.session.lineup import entry_name, entry_names
from clubscore.duplicate.session.state import SessionState


class GradeFields(NamedTuple):
    """The fields of one entry, with its number and the names of its players. `handicap` is None without per cent."""

    number: str
    names: str
    handicap: forms.BoundField | None
    stratum: forms.BoundField


class GradesForm(forms.Form):
    """The form with which a director sets the handicap and the stratum of every entry."""

    def __init__(
        self,
        data: Any = None,
        *,
        state: SessionState,
        grades: Mapping[Numbered, Grade],
    ) -> None:
        super().__init__(data)
        self._state = state
        self._entries = list(grades)
        self.has_handicaps = state.session.contest_rules.ranks_by_percentages
        for entry, grade in grades.items():
            self._add_fields(entry, grade)

    def _add_fields(self, entry: Numbered, grade: Grade) -> None:
        letter, number = entry
        section = self._state.section(letter)
        assert section
        if self.has_handicaps:
            handicap = forms.DecimalField(
                label=_("Handicap of number %(number)s")
                % {"number": entry_name(self._state, section, number)},
                required=False,
                min_value=-MOST_HANDICAP,
                max_value=MOST_HANDICAP,
                decimal_places=2,
                initial=_decimal(grade.handicap),
                widget=forms.NumberInput({"step": "0.01"}),
            )
            self.fields[f"handicap_{letter}{number}"] = handicap
        self.fields[f"stratum_{letter}{number}"] = forms.ChoiceField(
            label=_("Stratum of number %(number)s")
            % {"number": entry_name(self._state, section, number)},
            choices=[("", "–"), *((stratum, stratum) for stratum in STRATA)],
            required=False,
            initial=grade.stratum,
        )

    @property
    def lines(self) -> list[GradeFields]:
        """The fields of each entry, in the order of the numbers."""
        lines = []
        for letter, number in self._entries:
            section = self._state.section(letter)
            assert section
            handicap = None
            if self.has_handicaps:
                handicap = self[f"handicap_{letter}{number}"]
            fields = GradeFields(
                entry_name(self._state, section, number),
                entry_names(section, number),
                handicap,
                self[f"stratum_{letter}{number}"],
            )
            lines.append(fields)
        return lines

    @property
    def grades(self) -> dict[Numbered, Grade]:
        """The grades of a valid form, by section and number of the entry."""
        grades = {}
        for letter, number in self._entries:
            handicap = self.cleaned_data.get(f"handicap_{letter}{number}")
            points = None
            if handicap is not None:
                points = Fraction(handicap)
            stratum = self.cleaned_data[f"stratum_{letter}{number}"]
            grades[letter, number] = Grade(points, stratum)
        return grades


class WorkingOutForm(forms.Form):
    """The choices for working the grades out, read from the address of the page."""

    share = forms.TypedChoiceField(
        label=_("Share of the difference"),
        choices=[(100, "100 %"), (75, "75 %"), (50, "50 %")],
        coerce=int,
        initial=100,
    )
    least = forms.IntegerField(
        label=_("Sessions of each player"),
        min_value=1,
        max_value=99,
        initial=3,
    )
    fewer = forms.ChoiceField(
        label=_("With fewer sessions"),
        choices=[(NONE, _("no handicap")), (MEAN, _("handicap 0"))],
        initial=NONE,
    )
    strata = forms.ChoiceField(
        label=_("Strata"),
        choices=[
            (KEEP, _("as they are")),
            (THIRDS, _("thirds by the mean")),
            (LIMITS, _("by masterpoints")),
        ],
        initial=KEEP,
    )
    limit_b = forms.DecimalField(
        label=_("B: fewer masterpoints than"),
        required=False,
        min_value=Decimal("0.01"),
        max_value=100_000,
        decimal_places=2,
    )
    limit_c = forms.DecimalField(
        label=_("C: fewer masterpoints than"),
        required=False,
        min_value=Decimal("0.01"),
        max_value=100_000,
        decimal_places=2,
    )

    def clean(self) -> dict[str, Any]:
        """Require a limit for strata by masterpoints."""
        data: dict[str, Any] = super().clean() or self.cleaned_data
        if data.get("strata") == LIMITS and not (
            data.get("limit_b") or data.get("limit_c")
        ):
            self.add_error("limit_b", _("Say how many masterpoints divide the strata."))
        return data

    @property
    def method(self) -> Method:
        """The method of a valid form."""
        return Method(**self.cleaned_data)


def _decimal(points: Fraction | None) -> Decimal | None:
    """Percentage points with two decimals, for a field of a form; None for no handicap."""
    if points is None:
        return None
    return Decimal(int(points * 100)).scaleb(-2)
