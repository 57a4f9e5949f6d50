"""The form that proposes a substitute."""

from django import forms
from django.utils.translation import gettext_lazy as _

from clubscore.members.models import Member
from clubscore.tables.models import SEATS


class RubberSubstituteForm(forms.Form):
    """The form that proposes a substitute: the seat of the player who leaves, and the substitute."""

    seat = forms.ChoiceField(
        choices=SEATS, error_messages={"required": _("Say for whom somebody plays on.")}
    )
    substitute = forms.ModelChoiceField(
        Member.objects.present(),
        error_messages={"required": _("Search for a name, and choose who plays on.")},
    )
