"""Asking for a substitute."""

from django import forms

from clubscore.members.models import Member
from clubscore.tables.models import SEATS


class SubstituteForm(forms.Form):
    """The seat of the leaver, and the substitute."""

    seat = forms.ChoiceField(choices=SEATS, error_messages={"required": "Say for whom somebody plays on."})
    substitute = forms.ModelChoiceField(
        Member.objects.present(), error_messages={"required": "Search a name, and choose who plays on."}
    )
