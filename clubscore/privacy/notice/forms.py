"""The form of the club's own words on the privacy page."""

from django import forms


class WordsForm(forms.Form):
    contact = forms.CharField(
        label="Whom to ask",
        max_length=200,
        required=False,
        help_text="A name with an e-mail address or telephone number. Everybody can read it, without signing in.",
    )
    words = forms.CharField(
        label="What the club adds",
        max_length=4000,
        required=False,
        widget=forms.Textarea(attrs={"rows": 8}),
        help_text="An empty line begins a new paragraph.",
    )
