"""What is posted from the cards of agreement and correction."""

from django import forms

from clubscore.members.access.pins import DIGITS
from clubscore.members.models import Member
from clubscore.tables.models import SEATS


class SignerForm(forms.Form):
    """Who signs, when it is not the one who is signed in: a player of the rubber, by PIN."""

    member = forms.IntegerField(required=False)
    pin = forms.CharField(required=False, max_length=DIGITS)


class VersionForm(forms.Form):
    """The version of a deal that was on the screen."""

    version = forms.IntegerField(min_value=1, max_value=2**63 - 1)


class VoteForm(forms.Form):
    vote = forms.ChoiceField(choices=[("yes", "Yes"), ("no", "No")])


class ReasonForm(forms.Form):
    """Why: of a ruling, a reopening, a bad pack."""

    reason = forms.CharField(
        max_length=200,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
        error_messages={"required": "Write down why, in a few words."},
    )


class SubstituteForm(forms.Form):
    """Who plays on, and in whose seat."""

    seat = forms.ChoiceField(choices=SEATS, error_messages={"required": "Say for whom somebody plays on."})
    substitute = forms.ModelChoiceField(
        Member.objects.present(), error_messages={"required": "Search a name, and choose who plays on."}
    )
