"""What is posted from the cards of agreement and correction."""

from django import forms

from clubscore.members.access.pins import DIGITS
from clubscore.rubbers.models import Deal
from clubscore.rubbers.state import RubberState


class SignerForm(forms.Form):
    """Who signs, when it is not the one who is signed in: a player of the rubber, by PIN."""

    member = forms.IntegerField(required=False)
    pin = forms.CharField(required=False, max_length=DIGITS)


class VersionForm(forms.Form):
    """The version of a deal that was on the screen."""

    version = forms.IntegerField(min_value=1, max_value=2**63 - 1)

    def version_of(self, state: RubberState, *, number: int | None = None) -> Deal | None:
        """The row that was meant, of deal `number` if one is named; None where the rubber has no such row."""
        pk = self.cleaned_data["version"] if self.is_valid() else None
        found = next((row for row in state.versions if row.pk == pk), None)
        return found if found and number in {None, found.number} else None


class NumberForm(forms.Form):
    """The number of a deal."""

    number = forms.IntegerField(min_value=1, max_value=9999)


class VoteForm(forms.Form):
    vote = forms.ChoiceField(choices=[("yes", "Yes"), ("no", "No")])
