"""The forms with which members make, answer and decide an appeal."""

from uuid import uuid4

from django import forms
from django.utils.translation import gettext_lazy as _

from clubscore.duplicate.models import Appeal


class AppealForm(forms.Form):
    """The form with which a side appeals a ruling: the reason for the appeal."""

    why = forms.CharField(
        label=_("Why the ruling should be another"),
        max_length=300,
        widget=forms.Textarea({"rows": 3}),
        help_text=_("Your partner, your opponents and the director read it."),
    )
    key = forms.UUIDField(widget=forms.HiddenInput, initial=uuid4)


class AppealAnswerForm(forms.Form):
    """The form with which the partner agrees to an appeal, or the side that made the appeal takes it back."""

    act = forms.ChoiceField(choices=[(act, act) for act in ("agree", "withdraw")])


class AppealDecisionForm(forms.Form):
    """The form with which a director decides an appeal: the director's role (Law 93), the decision and the reason."""

    heard_as = forms.ChoiceField(
        label=_("I hear it as"), choices=Appeal.HeardAs.choices
    )
    reason = forms.CharField(
        label=_("Why"), max_length=300, widget=forms.Textarea({"rows": 2})
    )
    act = forms.ChoiceField(choices=[(act, act) for act in ("uphold", "change")])
