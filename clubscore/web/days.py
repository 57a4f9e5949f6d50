"""A form field for dates, limited to plausible years."""

from datetime import date
from typing import Any

from django import forms
from django.utils.translation import gettext as _

EARLIEST, LATEST = date(1900, 1, 1), date(2199, 12, 31)


class DayField(forms.DateField):
    """A form field for a date, with the browser's calendar. It refuses dates outside 1900–2199, as mistyped years."""

    widget = forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d")

    def clean(self, value: Any) -> date | None:
        day: date | None = super().clean(value)
        if day and not EARLIEST <= day <= LATEST:
            raise forms.ValidationError(
                _("Look at the year: that is no day on which a club has played.")
            )
        return day
