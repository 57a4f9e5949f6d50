"""The forms with which a director takes points off an entry, and gives them back."""

from decimal import Decimal
from typing import Any
from uuid import uuid4

from django import forms
from django.utils.translation import gettext_lazy as _

from clubscore.duplicate.models import Penalty
from clubscore.duplicate.session.lineup import entry_choices
from clubscore.duplicate.session.state import SessionState
from clubscore.duplicate.verdicts.penalties.services import Taking, units_of
from clubscore.duplicate.verdicts.ruling.forms import ClauseField
from scoring.contest import STANDARD_PENALTY


class PenaltyForm(forms.Form):
    """The form of a penalty: the entry, the points to take off and their unit, the law and the reason.

    An entry is written as `A7` for number 7 of section A.
    """

    entry = forms.ChoiceField(
        label=_("Who is penalised"),
        error_messages={"invalid_choice": _("Choose a number that somebody has.")},
    )
    amount = forms.DecimalField(
        label=_("How much"),
        min_value=Decimal("0.01"),
        max_value=10_000,
        decimal_places=2,
    )
    unit = forms.ChoiceField(label=_("Unit of the penalty"))
    law = ClauseField(label=_("Law"), initial="90B")
    reason = forms.CharField(
        label=_("Why"),
        max_length=200,
        help_text=_("Everybody reads it in the ranking."),
    )
    key = forms.UUIDField(widget=forms.HiddenInput, initial=uuid4)

    def __init__(self, data: Any = None, *, state: SessionState) -> None:
        units = units_of(state.session)
        usual = STANDARD_PENALTY if Penalty.Unit.PERCENT in units else 1
        super().__init__(data, initial={"amount": usual})
        fields: Any = self.fields
        fields["unit"].choices = [(unit.value, unit.label) for unit in units]
        fields["entry"].choices = [("", _("Choose a number")), *entry_choices(state)]

    @property
    def taking(self) -> Taking:
        """The content of a valid form as a Taking, ready for `penalise`."""
        sent = self.cleaned_data
        entry = sent["entry"]
        amount = int(100 * sent["amount"])
        return Taking(
            entry[0],
            int(entry[1:]),
            amount,
            sent["unit"],
            sent["law"],
            sent["reason"],
            sent["key"],
        )


class LiftForm(forms.Form):
    """The form with which a director gives the points of a penalty back: the reason for it."""

    reason = forms.CharField(label=_("Why"), max_length=200)
