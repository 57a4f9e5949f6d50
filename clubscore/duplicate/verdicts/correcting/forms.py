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
    """The conviction of the director and, if the laws of 2007 need it, the regulation that allows a late correction."""

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
    """The director's decision on a correction."""

    reason = forms.CharField(label=_("Why"), required=False, max_length=200)
    act = forms.ChoiceField(choices=[("correct", "correct"), ("decline", "decline")])


class CorrectionAnswerForm(forms.Form):
    """The answer of the other side, or the withdrawal by the side that asked."""

    act = forms.ChoiceField(
        choices=[(act, act) for act in ("confirm", "refuse", "withdraw")]
    )


class ApprovalForm(forms.Form):
    """The answer of the second person, who approves or declines for the organiser."""

    act = forms.ChoiceField(choices=[("approve", "approve"), ("decline", "decline")])
    reason = forms.CharField(required=False, max_length=200)


class BoardCorrectionForm(DealForm):
    """Another result of one board. `number` is the number of the board, `revision` the version that the sender saw."""

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
        """A form in which the recorded result, `facts`, is already entered.

        `hidden` has the values of the hidden fields.
        """
        initial = cls.entry_of(facts) | {"error": Correction.Error.SCORE} | hidden
        return cls(initial=initial)
