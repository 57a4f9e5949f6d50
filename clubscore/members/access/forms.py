"""The forms of a member's own page."""

from typing import Any

from django import forms
from django.conf import settings
from django.contrib.auth.forms import PasswordChangeForm, SetPasswordForm

from clubscore.members.models import Member


class MyPasswordForm(PasswordChangeForm):
    """Django's, but the page does not jump to it: it stands below the devices."""

    def __init__(self, member: Member, data: Any) -> None:
        super().__init__(member, data)
        del self.fields["old_password"].widget.attrs["autofocus"]


class MyFirstPasswordForm(SetPasswordForm):
    """For whoever has signed in by passkeys only so far: there is no old password."""

    def __init__(self, member: Member, data: Any) -> None:
        super().__init__(member, data)
        self.fields["new_password1"].widget.attrs.pop("autofocus", None)


def password_form(member: Member, data: Any) -> SetPasswordForm:
    """The form by which this member gets another password."""
    return (MyPasswordForm if member.has_password else MyFirstPasswordForm)(
        member, data
    )


class TableKeysForm(forms.Form):
    are_on = forms.TypedChoiceField(
        choices=[("on", "On"), ("off", "Off")], coerce=lambda choice: choice == "on"
    )


class LanguageForm(forms.Form):
    """One of the languages of the pages, or none: what each browser asks for."""

    language = forms.ChoiceField(choices=lambda: settings.LANGUAGES, required=False)
