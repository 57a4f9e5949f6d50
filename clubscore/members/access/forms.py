"""The forms of a member's own page."""

from typing import Any

from django import forms
from django.contrib.auth.forms import PasswordChangeForm

from clubscore.members.models import Member


class MyPasswordForm(PasswordChangeForm):
    """Django's, but the page does not jump to it: it stands below the devices."""

    def __init__(self, member: Member, data: Any) -> None:
        super().__init__(member, data)
        del self.fields["old_password"].widget.attrs["autofocus"]


class TableKeysForm(forms.Form):
    are_on = forms.TypedChoiceField(choices=[("on", "On"), ("off", "Off")], coerce=lambda choice: choice == "on")
