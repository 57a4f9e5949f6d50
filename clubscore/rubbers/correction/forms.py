"""Forms of a correction: the entry form filled with the recorded deal, a striking out, a reason."""

from functools import cache
from typing import Any
from uuid import uuid4

from django import forms
from django.utils.translation import gettext_lazy as _

from clubscore.contracts.deal_form import DealForm
from clubscore.games import game_of
from clubscore.rubbers.models import Deal, Proposal, Rubber
from clubscore.rubbers.rubber.state import RubberState


class VersionField(forms.IntegerField):
    """A form field for the id of the version of a deal that was on the screen."""

    def __init__(self) -> None:
        super().__init__(min_value=1, max_value=2**63 - 1)


def version_seen(state: RubberState, base: Deal, pk: int) -> Deal:
    """The version of the deal `base` that was on the screen: the one with the id `pk`, or `base` if there is none.

    A service refuses a version that is not on the sheet any more.
    """
    return next(
        (row for row in state.versions if row.pk == pk and row.number == base.number),
        base,
    )


class DealCorrectionForm(DealForm):
    """The form in which a member enters a deal as it should be, instead of the deal on the sheet."""

    number = None  # type: ignore[assignment]  # Django's way to take a field out: the version says which deal
    revision = None  # type: ignore[assignment]
    version = VersionField()
    reason = forms.CharField(required=False, max_length=200)
    error = forms.ChoiceField(
        required=False, choices=[("", ""), *Proposal.Error.choices]
    )
    later = forms.ChoiceField(
        required=False, choices=[("", ""), *Proposal.Later.choices]
    )


@cache
def _form_of(system: str) -> type[DealCorrectionForm]:
    """The class of the correction form for the game `system`: its entry form with the fields of a correction."""
    return type("DealCorrectionForm", (DealCorrectionForm, game_of(system).form), {})


def correction_form(rubber: Rubber, data: Any = None) -> DealCorrectionForm:
    """The form of the rubber's game for correcting one of its deals.

    `data` are the values that the browser has sent; None makes an empty form.
    """
    return _form_of(rubber.system)(data, rules=rubber.rules)


def correction_of(rubber: Rubber, deal: Deal) -> DealCorrectionForm:
    """The correction form of the rubber's game, filled with the deal as it is on the sheet."""
    form = _form_of(rubber.system)
    filled = {"version": deal.pk, "key": uuid4(), "risk": ""} | form.entry_of(
        deal.facts
    )
    return form(initial=filled, rules=rubber.rules)


class StrikeForm(forms.Form):
    """The form that proposes to strike a deal out because its pack was bad (Law 79)."""

    version = VersionField()
    key = forms.UUIDField()
    reason = forms.CharField(
        max_length=200,
        error_messages={
            "required": _("Say what was wrong, for example “two queens of hearts”.")
        },
    )


class WrittenReasonForm(forms.Form):
    """A form for a written reason: of a ruling, a reopening or a bad pack."""

    reason = forms.CharField(
        max_length=200,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
        error_messages={"required": _("Write down why, in a few words.")},
    )
