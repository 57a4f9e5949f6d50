"""What a reader of the audit asks for, in the address."""

from typing import Any

from django import forms

from clubscore.office.audit import EVERYTHING, Asked
from clubscore.office.audit_entry import Kind
from clubscore.web.days import DayField


class AuditForm(forms.Form):
    """What makes no sense is told and does not count."""

    kind = forms.ChoiceField(
        label="What",
        required=False,
        choices=[("", "All but deals as first recorded"), (EVERYTHING, "Everything"), *Kind.choices],
    )
    who = forms.CharField(label="A name in it", required=False, max_length=80)
    since = DayField(label="From", required=False, error_messages={"invalid": "Write the day as 2026-11-21."})
    until = DayField(label="Until", required=False, error_messages={"invalid": "Write the day as 2026-11-21."})

    def __init__(self, asked: Any) -> None:
        super().__init__(asked or None)

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        since, until = data.get("since"), data.get("until")
        if since and until and since > until:
            self.add_error("until", "The last day comes before the first.")
        return data

    @property
    def asked(self) -> Asked:
        if not self.is_bound:
            return Asked()
        self.is_valid()
        known = {name: value for name, value in self.cleaned_data.items() if value}
        return Asked(**known)
