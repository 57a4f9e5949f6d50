"""The form of one tap for the boards of a table that are not played any more."""

from django import forms

from clubscore.duplicate.ruling.unplayed_services import GIVEN


class UnplayedForm(forms.Form):
    """A table in a round, and what is given for its boards that are not played."""

    round = forms.IntegerField(min_value=1, max_value=99)
    letter = forms.CharField(max_length=1)
    table = forms.IntegerField(min_value=1, max_value=999)
    give = forms.ChoiceField(choices=[(line, line) for line in GIVEN])
