"""The forms for joining the club and for asking for a new password."""

from typing import Any

from django import forms
from django.contrib.auth.password_validation import validate_password
from django.db.models import Q
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from clubscore.members.invitations.queries import on_the_poster, suggested_sign_in_name
from clubscore.members.models import Invitation, Member
from clubscore.members.naming import validate_name


class JoinClubForm(forms.Form):
    """The form for joining: name, sign-in name and password. Fields that the invitation determines are left out."""

    member = forms.ModelChoiceField(
        Member.objects.none(),
        label=gettext_lazy("I am"),
        empty_label=gettext_lazy("Choose your name"),
    )
    username = forms.CharField(
        label=gettext_lazy("Sign-in name"),
        max_length=40,
        validators=[validate_name],
        widget=forms.TextInput(
            attrs={"autocomplete": "username", "autocapitalize": "none"}
        ),
        help_text=gettext_lazy("You type it to sign in."),
    )
    password = forms.CharField(
        label=gettext_lazy("Password"),
        strip=False,
        widget=forms.PasswordInput(attrs={"autocomplete": "new-password"}),
        help_text=gettext_lazy(
            "Eight characters or more; not your name, and no word that everybody takes. Three words are easy to "
            "keep: “green table lamp”."
        ),
    )

    def __init__(
        self, data: Any, *, invitation: Invitation, by_passkey: bool = False
    ) -> None:
        super().__init__(data)
        if by_passkey:
            del self.fields["password"]
        self.invited = invitation.member
        if self.invited is None:
            self.fields["member"].queryset = on_the_poster()  # type: ignore[attr-defined]
            self.fields["username"].required = False
            self.fields["username"].help_text = _(
                "Leave it empty for your first name, in small letters."
            )
        else:
            del self.fields["member"]
            self.fields["username"].initial = suggested_sign_in_name(self.invited)
        if self.invited and self.invited.has_joined:
            del self.fields["username"]

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        member: Member | None = self.invited or data.get("member")
        username = (member and member.username) or data.get("username", "")
        if member and not username and "username" not in self.errors:
            username = suggested_sign_in_name(member)
        if password := data.get("password"):
            person = Member(username=username)
            if member:
                person.name = member.name
                person.nickname = member.nickname
                person.email = member.email
            try:
                validate_password(password, person)
            except forms.ValidationError as error:
                self.add_error("password", error)
        return {"member": member, "username": username, "password": password}

    @property
    def sentences(self) -> str:
        """The sentences of all errors, in one line."""
        sentences = []
        for field, errors in self.errors.items():
            label = f"{self.fields[field].label}: " if field in self.fields else ""
            sentences += [f"{label}{error}" for error in errors]
        return " ".join(sentences)


class ForgottenForm(forms.Form):
    who = forms.CharField(label=gettext_lazy("Sign-in name or e-mail"), max_length=254)

    def members(self) -> list[Member]:
        """The members with this sign-in name or e-mail address who can get an e-mail. A couple may share an address."""
        who = self.cleaned_data["who"].strip()
        found = Member.objects.present().filter(
            Q(username__iexact=who) | Q(email__iexact=who), username__isnull=False
        )
        return list(found.exclude(email=""))
