"""The forms of a member's own page."""

from typing import Any

from django import forms
from django.conf import settings
from django.contrib.auth.forms import PasswordChangeForm, SetPasswordForm

from clubscore.members.models import Member


class MyPasswordForm(PasswordChangeForm):
    """Django's form for changing one's password, without the autofocus, because the form stands low on the page."""

    def __init__(self, member: Member, data: Any) -> None:
        super().__init__(member, data)
        del self.fields["old_password"].widget.attrs["autofocus"]


class MyFirstPasswordForm(SetPasswordForm):
    """The form for a first password, for a member who has only passkeys: it asks for no old password."""

    def __init__(self, member: Member, data: Any) -> None:
        super().__init__(member, data)
        self.fields["new_password1"].widget.attrs.pop("autofocus", None)


def password_form(member: Member, data: Any) -> SetPasswordForm:
    """The form for this member's next password. It asks for the old password if there is one."""
    return (MyPasswordForm if member.has_password else MyFirstPasswordForm)(
        member, data
    )


class TableKeysForm(forms.Form):
    are_on = forms.TypedChoiceField(
        choices=[("on", "On"), ("off", "Off")], coerce=lambda choice: choice == "on"
    )


class LanguageForm(forms.Form):
    """The form for choosing the language of the pages. The empty choice means the language that a browser asks for."""

    language = forms.ChoiceField(choices=lambda: settings.LANGUAGES, required=False)
