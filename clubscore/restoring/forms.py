"""The form that confirms a restore."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from clubscore.members.models import Member


class RestoreForm(forms.Form):
    """The form for a restore. A member with a password types it, as it brings back earlier roles and passwords."""

    is_sure = forms.BooleanField(
        label=_("Everything since then may go"),
        error_messages={
            "required": _("Tick that everything since then may go."),
        },
    )
    password = forms.CharField(
        label=_("Your password, to restore it"),
        strip=False,
        widget=forms.PasswordInput(attrs={"autocomplete": "current-password"}),
    )

    def __init__(self, member: Member, data: Any = None) -> None:
        super().__init__(data)
        self._member = member
        # The view has seen that the member has signed in just now.
        if not member.has_password:
            del self.fields["password"]

    def clean_password(self) -> str:
        password = str(self.cleaned_data["password"])
        if not self._member.check_password(password):
            raise forms.ValidationError(_("That is not your password: type it again."))
        return password
