"""The form with which a director rules, by one tap, on all unplayed boards of a table."""

from django import forms

from clubscore.duplicate.verdicts.unplayed.services import GIVEN


class UnplayedForm(forms.Form):
    """The form that gives unplayed boards an outcome: the round, the table, the boards, such as `3,4`, and the outcome."""

    round = forms.IntegerField(min_value=1, max_value=99)
    letter = forms.CharField(max_length=1)
    table = forms.IntegerField(min_value=1, max_value=999)
    boards = forms.RegexField(r"^[0-9]{1,3}(,[0-9]{1,3})*\Z", max_length=200)
    give = forms.ChoiceField(choices=[(line, line) for line in GIVEN])

    def clean_boards(self) -> frozenset[int]:
        """The posted numbers of the boards as a set."""
        return frozenset(int(board) for board in self.cleaned_data["boards"].split(","))
