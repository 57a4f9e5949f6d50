"""Forms of the cards of agreement and correction."""

from django import forms

from clubscore.members.access.pins import DIGITS
from clubscore.rubbers.models import Deal
from clubscore.rubbers.state import RubberState


class SignerForm(forms.Form):
    """The signer where it is not the signed-in member: a player of the rubber, by PIN."""

    member = forms.IntegerField(required=False)
    pin = forms.CharField(required=False, max_length=DIGITS)


class VersionForm(forms.Form):
    """The version of a deal that was on the screen."""

    version = forms.IntegerField(min_value=1, max_value=2**63 - 1)

    def version_of(self, state: RubberState, *, number: int | None = None) -> Deal | None:
        """The version with the posted id, of deal `number` if one is given; None where the rubber has no such row."""
        pk = self.cleaned_data["version"] if self.is_valid() else None
        found = next((row for row in state.versions if row.pk == pk), None)
        return found if found and number in {None, found.number} else None


class NumberForm(forms.Form):
    """The number of the last deal; 0 before the first."""

    number = forms.IntegerField(min_value=0, max_value=9999)


class VoteForm(forms.Form):
    """Yes or no."""

    vote = forms.ChoiceField(choices=[("yes", "Yes"), ("no", "No")])
