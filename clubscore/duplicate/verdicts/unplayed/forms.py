"""The form with which a director rules, by one tap, on all unplayed boards of a table."""

from django import forms

from clubscore.duplicate.verdicts.unplayed.services import GIVEN


class UnplayedForm(forms.Form):
    """The form that gives unplayed boards of a table an outcome. `boards` has their numbers, such as `3,4`."""

    round = forms.IntegerField(min_value=1, max_value=99)
    letter = forms.CharField(max_length=1)
    table = forms.IntegerField(min_value=1, max_value=999)
    boards = forms.RegexField(r"^[0-9]{1,3}(,[0-9]{1,3})*\Z", max_length=200)
    give = forms.ChoiceField(choices=[(line, line) for line in GIVEN])

    def clean_boards(self) -> frozenset[int]:
        """The numbers of the boards, read from the posted text."""
        return frozenset(int(board) for board in self.cleaned_data["boards"].split(","))
