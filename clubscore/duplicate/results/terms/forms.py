"""The form of a session's correction periods."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from clubscore.duplicate.models.publication import USUAL_MINUTES
from clubscore.duplicate.results.terms.queries import Periods

LENGTHS = {
    10: _("10 minutes"),
    20: _("20 minutes"),
    30: _("30 minutes"),
    60: _("1 hour"),
    24 * 60: _("24 hours"),
    7 * 24 * 60: _("7 days"),
}


def length_in_words(minutes: int) -> str:
    """The length of a correction period in words, such as `1 hour` or `45 minutes`."""
    if minutes in LENGTHS:
        return str(LENGTHS[minutes])
    words = ngettext("%(number)s minute", "%(number)s minutes", minutes)
    return words % {"number": minutes}


class PeriodsForm(forms.Form):
    """The form with which an organiser sets the correction periods.

    With `only_longer` it offers no shorter period than each of `periods`, and does not ask what is special if neither
    is short.
    """

    correction_minutes = forms.TypedChoiceField(
        label=_("Time to correct errors in scoring"),
        coerce=int,
        required=False,
        help_text=_("From the published results on: 30 minutes, or longer (Law 79C)."),
    )
    appeal_minutes = forms.TypedChoiceField(
        label=_("Time to ask for rulings and to appeal"),
        coerce=int,
        required=False,
        help_text=_("From the published results on (Law 92B)."),
    )
    special_nature = forms.CharField(
        label=_("What is special about it"),
        required=False,
        max_length=200,
        help_text=_(
            "Only for less than 30 minutes, such as: a final must follow tonight."
        ),
    )

    def __init__(
        self, data: Any = None, *, periods: Periods, only_longer: bool = False
    ) -> None:
        super().__init__(data, initial=periods._asdict())
        self._before = periods
        for name in ("correction_minutes", "appeal_minutes"):
            choices = []
            now = getattr(periods, name)
            for minutes in sorted({*LENGTHS, now}):
                if minutes >= now or not only_longer:
                    choices.append((minutes, length_in_words(minutes)))
            self.fields[name].choices = choices  # type: ignore[attr-defined]
        if only_longer and min(periods[:2]) >= USUAL_MINUTES:
            del self.fields["special_nature"]

    @property
    def periods(self) -> Periods:
        """The content of a valid form; a period that was not chosen stays as it was."""
        sent = self.cleaned_data
        return Periods(
            sent["correction_minutes"] or self._before.correction_minutes,
            sent["appeal_minutes"] or self._before.appeal_minutes,
            sent.get("special_nature", self._before.special_nature),
        )
