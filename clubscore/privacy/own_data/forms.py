"""The form in which members correct their own record."""

from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from clubscore.members.models import Member
from clubscore.members.naming import looks_like_one_of

CORRECTED = ("name", "nickname", "email", "phone", "language")


class OwnRecordForm(forms.ModelForm):
    """A form with a member's own fields, in which the member corrects them.

    A member with a password must type it, because somebody who changes the e-mail address can get a new password.
    """

    password = forms.CharField(
        label=gettext_lazy("Your password, to save it"),
        strip=False,
        widget=forms.PasswordInput(attrs={"autocomplete": "current-password"}),
    )

    class Meta:
        model = Member
        fields = CORRECTED
        labels = {
            "name": gettext_lazy("Name"),
            "nickname": gettext_lazy("Name at the table"),
            "phone": gettext_lazy("Phone"),
            "language": gettext_lazy("Language"),
        }

    def __init__(self, member: Member, data: Any = None) -> None:
        super().__init__(data, instance=Member.objects.get(pk=member.pk))
        self.before = {name: getattr(self.instance, name) for name in CORRECTED}
        # The view has seen that the member has signed in by a passkey just now.
        if not member.has_password:
            del self.fields["password"]

    def clean_name(self) -> str:
        """The typed name. Raises ValidationError if it is new and too like another member's name."""
        name = " ".join(self.cleaned_data["name"].split())
        others = (
            Member.objects.present()
            .exclude(pk=self.instance.pk)
            .values_list("name", flat=True)
        )
        if name != self.before["name"] and looks_like_one_of(name, others.iterator()):
            raise forms.ValidationError(
                _("Another member has this name: write yours so that both differ.")
            )
        return name

    def clean_password(self) -> str:
        password = str(self.cleaned_data["password"])
        if not self.instance.check_password(password):
            raise forms.ValidationError(_("That is not your password: type it again."))
        return password

    def unread(self) -> "OwnRecordForm":
        """A new form that shows the typed values, but does not check them."""
        typed = {
            name: self.data.get(name, value) for name, value in self.before.items()
        }
        form = OwnRecordForm(self.instance)
        form.initial.update(typed)
        return form

    @property
    def changes(self) -> dict[str, str]:
        """The new values of the fields that changed."""
        values = {name: self.cleaned_data[name] for name in CORRECTED}
        return {
            name: value for name, value in values.items() if value != self.before[name]
        }
