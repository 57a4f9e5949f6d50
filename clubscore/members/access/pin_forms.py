"""The form for choosing a PIN."""

from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from clubscore.members.access.pins import DIGITS

_KEYS = {
    "inputmode": "numeric",
    "pattern": "[0-9]{4}",
    "maxlength": DIGITS,
    "autocomplete": "off",
}


class PinForm(forms.Form):
    """The form for a new PIN, typed twice because it is hidden.

    On another member's device it also asks for the password.
    """

    password = forms.CharField(
        label=gettext_lazy("Your sign-in password"),
        widget=forms.PasswordInput(attrs={"autocomplete": "off"}),
        strip=False,
    )
    pin = forms.CharField(
        label=gettext_lazy("Four digits"),
        max_length=DIGITS,
        widget=forms.PasswordInput(attrs=_KEYS),
    )
    again = forms.CharField(
        label=gettext_lazy("Once more"),
        max_length=DIGITS,
        widget=forms.PasswordInput(attrs=_KEYS),
    )

    def __init__(self, data: Any = None, *, asks_password: bool = False) -> None:
        super().__init__(data)
        if not asks_password:
            del self.fields["password"]

    def clean(self) -> dict[str, Any]:
        if {"pin", "again"} <= self.cleaned_data.keys() and self.cleaned_data[
            "again"
        ] != self.cleaned_data["pin"]:
            self.add_error("again", _("The two are not the same."))
        return self.cleaned_data
