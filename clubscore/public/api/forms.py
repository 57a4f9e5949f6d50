"""The form in which an admin makes a token for a program."""

from django import forms
from django.utils.translation import gettext_lazy as _

from clubscore.public.models import ApiToken


class TokenForm(forms.ModelForm):
    class Meta:
        model = ApiToken
        fields = ("name", "has_full_names")
        labels = {
            "name": _("What is it for?"),
            "has_full_names": _("It reads full names"),
        }
        help_texts = {
            "name": _(
                "The program that reads the results, such as: the club’s website."
            ),
            "has_full_names": _(
                "Otherwise names as in public. Guests, and members who asked for it, are never named."
            ),
        }
