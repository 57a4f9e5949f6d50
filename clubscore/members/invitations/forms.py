"""Joining the club, and asking for a new password."""

from typing import Any

from django import forms
from django.contrib.auth.password_validation import validate_password
from django.db.models import Q

from clubscore.members.invitations.queries import on_the_poster
from clubscore.members.models import Invitation, Member
from clubscore.members.naming import validate_name


class JoinForm(forms.Form):
    """Name, sign-in name and password. A field that the invitation answers is left out."""

    member = forms.ModelChoiceField(Member.objects.none(), label="I am", empty_label="Choose your name")
    username = forms.CharField(
        label="Sign-in name",
        max_length=40,
        validators=[validate_name],
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
        member: Member | None = self.invited or data.get("member")
        username = (member and member.username) or data.get("username", "")
        if password := data.get("password"):
            told = {name: getattr(member, name) for name in ("name", "nickname", "email")} if member else {}
            try:
                validate_password(password, Member(username=username, **told))
            except forms.ValidationError as error:
                self.add_error("password", error)
        return {"member": member, "username": username, "password": password}


class ForgottenForm(forms.Form):
    who = forms.CharField(label="Sign-in name or e-mail", max_length=254)

    def members(self) -> list[Member]:
        """The members with this name or address who can be reached: a couple may share an address."""
        who = self.cleaned_data["who"].strip()
        found = Member.objects.present().filter(Q(username__iexact=who) | Q(email__iexact=who), username__isnull=False)
        return list(found.exclude(email=""))
