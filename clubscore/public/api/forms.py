"""The form of a new token."""

from django import forms

from clubscore.public.models import ApiToken


class TokenForm(forms.ModelForm):
    class Meta:
        model = ApiToken
        fields = ("name", "has_full_names")
        labels = {"name": "What is it for?", "has_full_names": "It reads full names"}
        help_texts = {
            "name": "The program that reads the results, such as: the club’s website.",
            "has_full_names": "Otherwise names as in public. Guests, and members who asked for it, are never named.",
        }
