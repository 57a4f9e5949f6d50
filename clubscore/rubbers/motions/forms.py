"""The form of a motion about a whole rubber."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _


class MotionForm(forms.Form):
    """The form of a motion: the written reason, and the revision of the sheet that the member has read."""

    reason = forms.CharField(
        max_length=200,
        error_messages={"required": _("Write down why, in a few words.")},
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    revision = forms.IntegerField(widget=forms.HiddenInput)

    def __init__(self, data: Any = None, *, revision: int | None = None) -> None:
        super().__init__(data, initial={"revision": revision})
