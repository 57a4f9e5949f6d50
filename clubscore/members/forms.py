"""What is typed about people."""

from typing import Any

from django import forms
from django.contrib.auth.forms import PasswordChangeForm
from django.contrib.auth.password_validation import validate_password
from django.db.models import Q

from clubscore.members.importing.member_list import text_of
from clubscore.members.invitations.services import on_the_poster
from clubscore.members.models import Invitation, Member
from clubscore.members.roles import Role


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
        """The text of the file, where there is one, takes the place of what was pasted."""
        data = super().clean() or {}
        if uploaded := data.get("file"):
            data["list"] = text_of(uploaded.read())
        if not (data.get("list") or "").strip() and not self.errors:
            raise forms.ValidationError("Paste a list or choose a file.")
        return data


class RoleForm(forms.Form):
    role = forms.TypedChoiceField(choices=[(role.value, role.title) for role in Role], coerce=Role)


class JoinForm(forms.Form):
    """Who I am, the sign-in name and the password I choose; only what the invitation leaves open is asked."""

    member = forms.ModelChoiceField(Member.objects.none(), label="I am", empty_label="Choose your name")
    username = forms.CharField(
        label="Sign-in name",
        max_length=40,
        widget=forms.TextInput(attrs={"autocomplete": "username", "autocapitalize": "none"}),
    )
    password = forms.CharField(
        label="Password", strip=False, widget=forms.PasswordInput(attrs={"autocomplete": "new-password"})
    )

    def __init__(self, data: Any, *, invitation: Invitation) -> None:
        super().__init__(data)
        self.invited = invitation.member
        if self.invited is None:
            self.fields["member"].queryset = on_the_poster()  # type: ignore[attr-defined]
        else:
            del self.fields["member"]
            self.fields["username"].initial = self.invited.name.split()[0].lower()
        if self.invited and self.invited.has_joined:
            del self.fields["username"]

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        member = self.invited or data.get("member")
        username = (member and member.username) or data.get("username", "")
        if password := data.get("password"):
            try:
                validate_password(password, Member(name=member.name if member else "", username=username))
            except forms.ValidationError as error:
                self.add_error("password", error)
        return {"member": member, "username": username, "password": password}


class MyPasswordForm(PasswordChangeForm):
    """Django's, but the page does not jump to it: it stands below the devices."""

    def __init__(self, *args: Any) -> None:
        super().__init__(*args)
        del self.fields["old_password"].widget.attrs["autofocus"]


class TableKeysForm(forms.Form):
    are_on = forms.TypedChoiceField(choices=[("on", "On"), ("off", "Off")], coerce=lambda choice: choice == "on")


class ForgottenForm(forms.Form):
    who = forms.CharField(label="Sign-in name or e-mail", max_length=254)

    def members(self) -> list[Member]:
        """Whoever is meant, as far as they can be reached: a couple may share an address."""
        who = self.cleaned_data["who"].strip()
        found = Member.objects.present().filter(Q(username__iexact=who) | Q(email__iexact=who), username__isnull=False)
        return list(found.exclude(email=""))


class OtherForm(forms.Form):
    """The record to be merged into `kept`."""

    other = forms.ModelChoiceField(Member.objects.none())

    def __init__(self, data: Any, *, kept: Member) -> None:
        super().__init__(data)
        self.kept = kept
        self.fields["other"].queryset = self.others()  # type: ignore[attr-defined]

    def others(self) -> Any:
        return Member.objects.filter(merged_into=None).exclude(pk=self.kept.pk)
