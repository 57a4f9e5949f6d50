"""The form in which a member names a passkey."""

from django import forms
from django.utils.translation import gettext_lazy as _

from clubscore.members.models import Passkey


class PasskeyForm(forms.ModelForm):
    class Meta:
        model = Passkey
        fields = ("name",)
        help_texts = {"name": _("Such as “My phone”.")}

    def clean_name(self) -> str:
        """The name without blanks around it."""
        return " ".join(str(self.cleaned_data["name"]).split())
