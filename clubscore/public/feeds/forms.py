"""The form of a member's calendar feed."""

from django import forms


class FeedForm(forms.Form):
    """The choice to have a feed or none; `new` gives it another address."""

    feed = forms.ChoiceField(choices=[("new", "new"), ("none", "none")])
