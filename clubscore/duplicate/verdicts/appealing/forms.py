"""Forms of appeals."""

from uuid import uuid4

from django import forms
from django.utils.translation import gettext_lazy as _

from clubscore.duplicate.models import Appeal


class AppealForm(forms.Form):
    """The reason for which a side appeals a ruling."""

    why = forms.CharField(
        label=_("Why the ruling should be another"),
        max_length=300,
        widget=forms.Textarea({"rows": 3}),
        help_text=_("Your partner, your opponents and the director read it."),
    )
    key = forms.UUIDField(widget=forms.HiddenInput, initial=uuid4)


class AppealAnswerForm(forms.Form):
    """The partner's agreement to an appeal, or the withdrawal of the appeal by its side."""

    act = forms.ChoiceField(choices=[(act, act) for act in ("agree", "withdraw")])


class AppealDecisionForm(forms.Form):
    """The decision of the director who hears an appeal."""

    heard_as = forms.ChoiceField(
        label=_("I hear it as"), choices=Appeal.HeardAs.choices
    )
    reason = forms.CharField(
        label=_("Why"), max_length=300, widget=forms.Textarea({"rows": 2})
    )
    act = forms.ChoiceField(choices=[(act, act) for act in ("uphold", "change")])
