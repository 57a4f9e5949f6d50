"""Forms to choose the evenings of a settlement, to freeze and cancel it, and to confirm its payments."""

from typing import Any

from django import forms
from django.conf import settings
from django.utils.translation import gettext_lazy as _

from clubscore.ledger.models import Unit
from clubscore.settlements.period import SettlementPeriod
from clubscore.web.days import DayField


class PeriodForm(forms.Form):
    """The form for the evenings of a settlement, and for its unit if the club plays for money."""

    first = DayField(label=_("From the evening of"))
    last = DayField(label=_("To the evening of"))
    unit = forms.ChoiceField(
        label=_("Settle"),
        choices=[("money", _("the money")), ("pt", _("the points"))],
        required=False,
    )

    def __init__(self, data: Any) -> None:
        super().__init__(data)
        if not settings.CLUB_CURRENCY:
            del self.fields["unit"]

    def clean(self) -> dict[str, Any]:
        data: dict[str, Any] = super().clean() or self.cleaned_data
        if "first" in data and "last" in data and data["first"] > data["last"]:
            self.add_error(
                "last",
                _("The last evening comes before the first: change one of them."),
            )
        return data

    @property
    def period(self) -> SettlementPeriod:
        return SettlementPeriod(self.cleaned_data["first"], self.cleaned_data["last"])

    @property
    def chosen_unit(self) -> Unit:
        plays_for = Unit.MONEY if settings.CLUB_CURRENCY else Unit.POINTS
        return Unit(self.cleaned_data.get("unit") or plays_for)


class SettleForm(PeriodForm):
    """The form that freezes a settlement. It carries the digest of the bookings that its preview showed."""

    seen = forms.CharField(max_length=40)


class ReceiptForm(forms.Form):
    """The form for the reason why an admin confirms a payment. A receiver gives no reason."""

    reason = forms.CharField(
        label=_("Why, in writing"),
        max_length=200,
        required=False,
        widget=forms.TextInput(attrs={"autocomplete": "off", "required": True}),
    )


class CancelSettlementForm(forms.Form):
    reason = forms.CharField(
        label=_("Why, in writing"),
        max_length=200,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
        error_messages={"required": _("Write down why, in a few words.")},
    )
