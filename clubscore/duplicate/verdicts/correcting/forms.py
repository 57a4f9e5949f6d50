"""Forms of corrections."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from clubscore.contracts.deal_form import DealForm
from clubscore.duplicate.models import Correction
from scoring import Deal
from scoring.duplicate.law79 import Conviction

SURE = [
    (str(Conviction.NONE.value), _("not convinced")),
    (str(Conviction.CLEAR.value), _("clearly convinced")),
    (str(Conviction.BEYOND_DOUBT.value), _("sure beyond reasonable doubt")),
]


class GroundsForm(forms.Form):
    """The conviction of the director; after the period, by the laws of 2007, the regulation that provides for it."""

    conviction = forms.TypedChoiceField(
        label=_("Of this result I am"),
        choices=SURE,
        coerce=lambda value: Conviction(int(value)),
        initial="0",
    )
    regulation = forms.CharField(
        label=_("The regulation that provides for it"),
        required=False,
        max_length=200,
        help_text=_("Of the club or the event."),
    )

    def __init__(self, data: Any = None, *, needs_regulation: bool) -> None:
        super().__init__(data)
        if not needs_regulation:
            del self.fields["regulation"]


class DecisionForm(GroundsForm):
    """The director's decision on what was asked for."""

    reason = forms.CharField(label=_("Why"), required=False, max_length=200)
    act = forms.ChoiceField(choices=[("correct", "correct"), ("decline", "decline")])


class CorrectionAnswerForm(forms.Form):
    """The answer of the other side, or the side that asked takes it back."""

    act = forms.ChoiceField(
        choices=[(act, act) for act in ("confirm", "refuse", "withdraw")]
    )


class ApprovalForm(forms.Form):
    """The answer of the second person."""

    act = forms.ChoiceField(choices=[("approve", "approve"), ("decline", "decline")])
    reason = forms.CharField(required=False, max_length=200)


class BoardCorrectionForm(DealForm):
    """Another result of one board. Its `number` is that of the board, its `revision` the version that was seen."""

    error = forms.ChoiceField(
        choices=Correction.Error.choices, initial=Correction.Error.SCORE
    )
    why = forms.CharField(
        max_length=200,
        error_messages={
            "required": _("Say in a few words what happened: the others read it.")
        },
    )

    @classmethod
    def beginning(cls, facts: Deal, **hidden: object) -> "BoardCorrectionForm":
        """The form with the taps of what is recorded."""
        return cls(
            initial=cls.entry_of(facts) | {"error": Correction.Error.SCORE} | hidden
        )
