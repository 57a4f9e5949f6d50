"""The form that names the record to be merged."""

from typing import Any

from django import forms

from clubscore.members.models import Member


class OtherForm(forms.Form):
    """The form in which an admin chooses the record to be merged into `kept`."""

    other = forms.ModelChoiceField(Member.objects.none())

    def __init__(self, data: Any, *, kept: Member) -> None:
        super().__init__(data)
        self.kept = kept
        self.fields["other"].queryset = self.others()  # type: ignore[attr-defined]

    def others(self) -> Any:
        return Member.objects.filter(merged_into=None, erased_at=None).exclude(
            pk=self.kept.pk
        )
