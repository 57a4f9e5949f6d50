"""The form with which an official finds that a member was there."""

from django import forms
from django.utils.translation import gettext_lazy as _


class FoundThereForm(forms.Form):
    reason = forms.CharField(
        label=_("How you know"),
        max_length=300,
        help_text=_("Everybody reads it on this page."),
    )
