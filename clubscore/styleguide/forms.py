from django import forms
from django.utils.translation import gettext_lazy as _


class ExampleForm(forms.Form):
    """An example form with ordinary fields. The style guide shows it filled wrongly, with its mistakes."""

    name = forms.CharField(
        label=_("Name"), help_text=_("As it shall stand in the standings.")
    )
    place = forms.ChoiceField(
        label=_("Table"), choices=[("green", _("Green")), ("red", _("Red"))]
    )
    is_guest = forms.BooleanField(label=_("Guest"), required=False)
    note = forms.CharField(
        label=_("Note"), required=False, widget=forms.Textarea(attrs={"rows": 2})
    )
