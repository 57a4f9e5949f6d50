"""The form of the club's own words on the privacy page."""

from django import forms
from django.utils.translation import gettext_lazy as _


class WordsForm(forms.Form):
    contact = forms.CharField(
        label=_("Whom to ask"),
        max_length=200,
        required=False,
        help_text=_(
            "A name with an e-mail address or telephone number. Everybody can read it, without signing in."
        ),
    )
    words = forms.CharField(
        label=_("What the club adds"),
        max_length=4000,
        required=False,
        widget=forms.Textarea(attrs={"rows": 8}),
        help_text=_("An empty line begins a new paragraph."),
    )
