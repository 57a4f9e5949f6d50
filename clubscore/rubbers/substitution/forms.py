"""Asking for a substitute."""

from django import forms
from django.utils.translation import gettext_lazy as _

from clubscore.members.models import Member
from clubscore.tables.models import SEATS


class RubberSubstituteForm(forms.Form):
    """The seat of the leaver, and the substitute."""

    seat = forms.ChoiceField(
        choices=SEATS, error_messages={"required": _("Say for whom somebody plays on.")}
    )
    substitute = forms.ModelChoiceField(
        Member.objects.present(),
        error_messages={"required": _("Search for a name, and choose who plays on.")},
    )
