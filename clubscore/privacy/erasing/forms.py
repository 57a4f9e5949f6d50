"""The form that confirms an erasure."""

from django import forms


class ErasureForm(forms.Form):
    has_asked = forms.BooleanField(
        label="This person has asked for it",
        error_messages={"required": "Tick that the person has asked to be erased."},
    )
