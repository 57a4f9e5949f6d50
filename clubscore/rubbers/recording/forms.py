"""The forms that begin a rubber and stop a rubber."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from clubscore.tables.models import SEATS
from scoring import Seat


class StartForm(forms.Form):
    """The form that begins a rubber: it asks for the first dealer, and says who sat where when the page was read."""

    dealer = forms.ChoiceField(choices=SEATS)
    seats = forms.CharField(max_length=100, required=False)

    def clean_dealer(self) -> Seat:
        return Seat(self.cleaned_data["dealer"])


class StopForm(forms.Form):
    """The form that stops an unfinished rubber: the reason, and the revision of the sheet that the member has read."""

    reason = forms.CharField(
        max_length=200,
        error_messages={
            "required": _(
                "Say why the rubber is stopped, for example “Ben had to leave”."
            )
        },
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    revision = forms.IntegerField(widget=forms.HiddenInput)

    def __init__(self, data: Any = None, *, revision: int | None = None) -> None:
        super().__init__(data, initial={"revision": revision})
