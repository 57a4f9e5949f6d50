"""The form of the import."""

from typing import Any

from django import forms

from clubscore.members.importing.member_list import text_of


class ListForm(forms.Form):
    """A list of members, pasted or uploaded."""

    list = forms.CharField(
        label="Paste it here",
        required=False,
        strip=False,
        widget=forms.Textarea(attrs={"rows": 6, "spellcheck": "false"}),
    )
    file = forms.FileField(label="or choose a file", required=False, max_length=200)
    overwrite = forms.BooleanField(label="Overwrite what the club has already", required=False)

    def clean(self) -> dict[str, Any]:
        """The text of an uploaded file replaces the pasted one."""
        data = super().clean() or {}
        if uploaded := data.get("file"):
            data["list"] = text_of(uploaded.read())
        if not (data.get("list") or "").strip() and not self.errors:
            raise forms.ValidationError("Paste a list or choose a file.")
        return data
