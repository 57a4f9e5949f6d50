"""The form of a member's calendar feed."""

from django import forms


class FeedForm(forms.Form):
    """The choice about a member's calendar feed: `new` makes a new address, `none` ends the feed."""

    feed = forms.ChoiceField(choices=[("new", "new"), ("none", "none")])
