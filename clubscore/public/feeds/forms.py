"""The form of a member's calendar feed."""

from django import forms


class FeedForm(forms.Form):
    """Whether the feed is to be: `new` makes another address of it."""

    feed = forms.ChoiceField(choices=[("new", "new"), ("none", "none")])
