"""The field in which people type an amount of money."""

from typing import Any, ClassVar

from django import forms
from django.conf import settings
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from clubscore.web.money import Currency


class MoneyField(forms.IntegerField):
    """A field for an amount of the club's currency that is not below zero: `0.05`, typed also as `0,05`.

    The value is an integer in the smallest unit of the currency.
    """

    widget = forms.TextInput
    default_error_messages: ClassVar = {
        "min_value": _("Write the amount without a sign."),
        "max_value": _(
            "That is more than can be booked at once: look for a slip of the finger."
        ),
    }

    def widget_attrs(self, widget: forms.Widget) -> dict[str, Any]:
        return {"inputmode": "decimal", "size": 10}

    def to_python(self, value: Any) -> int | None:
        if value in self.empty_values:
            return None
        try:
            return _currency().read(value)
        except ValueError as refusal:
            raise ValidationError(str(refusal)) from refusal

    def prepare_value(self, value: Any) -> Any:
        """The amount as people type it. What was typed and is shown again stays as it is."""
        if isinstance(value, int):
            return _currency().typed(value)
        return value


def _currency() -> Currency:
    return Currency(settings.CLUB_CURRENCY)
