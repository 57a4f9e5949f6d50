"""The form for the filter of the audit. Its fields are parameters of the address."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from clubscore.audit import SubjectKind
from clubscore.office.audit import EVERYTHING, AuditFilter
from clubscore.web.days import DayField


class AuditForm(forms.Form):
    """The filter of the audit. A field with an error shows the error, and does not filter."""

    kind = forms.ChoiceField(
        label=_("What"),
        required=False,
        choices=[
            ("", _("All but deals as first recorded")),
            (EVERYTHING, _("Everything")),
            *SubjectKind.choices,
        ],
    )
    who = forms.CharField(label=_("A name in it"), required=False, max_length=80)
    since = DayField(
        label=_("From"),
        required=False,
        error_messages={"invalid": _("Write the day as 2026-11-21.")},
    )
    until = DayField(
        label=_("Until"),
        required=False,
        error_messages={"invalid": _("Write the day as 2026-11-21.")},
    )

    def __init__(self, query: Any) -> None:
        super().__init__(query or None)

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        since, until = data.get("since"), data.get("until")
        if since and until and since > until:
            self.add_error("until", _("The last day comes before the first."))
        return data

    @property
    def wanted(self) -> AuditFilter:
        if not self.is_bound:
            return AuditFilter()
        self.is_valid()
        return AuditFilter(
            **{name: value for name, value in self.cleaned_data.items() if value}
        )
