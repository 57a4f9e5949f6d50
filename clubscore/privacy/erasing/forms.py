"""The form that confirms an erasure."""

from django import forms
from django.utils.translation import gettext_lazy as _


class ErasureForm(forms.Form):
    has_asked = forms.BooleanField(
        label=_("This person has asked for it"),
        error_messages={"required": _("Tick that the person has asked to be erased.")},
    )
