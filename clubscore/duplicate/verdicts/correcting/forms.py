"""The forms with which members ask for a correction, answer and decide it."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from clubscore.contracts.deal_form import DealForm
from clubscore.duplicate.models import Claim, Correction
from scoring import Deal
from scoring.duplicate.law79 import Conviction

SURE = [
    (str(Conviction.NONE.value), _("Not convinced")),
    (str(Conviction.CLEAR.value), _("Clearly convinced")),
    (str(Conviction.BEYOND_DOUBT.value), _("Sure beyond reasonable doubt")),
]


class GroundsForm(forms.Form):
    """The form in which a director says how sure they are that the requested result is right.

    If the laws of 2007 need it, the form also asks for the regulation that allows a late correction.
    """

    conviction = forms.TypedChoiceField(
        label=_("How sure you are of this result"),
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
    """The form with which a director makes or declines a correction: grounds, reason and decision."""

    reason = forms.CharField(label=_("Why"), required=False, max_length=200)
    act = forms.ChoiceField(choices=[("correct", "correct"), ("decline", "decline")])


class CorrectionAnswerForm(forms.Form):
    """The form with which one side confirms or refuses a correction, or takes back its answer or its request."""

    act = forms.ChoiceField(
        choices=[(act, act) for act in ("confirm", "refuse", "take-back", "withdraw")]
    )


class BoardCorrectionForm(DealForm):
    """The form that asks for another result of one board, with the kind of error and the reason.

    `number` is the number of the board, `revision` the version of the result that the sender saw.
    """

    error = forms.ChoiceField(
        choices=Correction.Error.choices, initial=Correction.Error.SCORE
    )
    claim = forms.ChoiceField(choices=[("", ""), *Claim.choices], required=False)
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
