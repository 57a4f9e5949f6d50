"""Forms for manual entries."""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.conf import settings
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from clubscore.ledger.account_titles import account_title
from clubscore.ledger.models import ClubAccount, Transaction, Unit
from clubscore.ledger.queries import next_number
from clubscore.members.models import Member
from clubscore.web.money import Currency, read_points

MOST = 10_000_000  # points or cents; more is a slip of the finger


class ByHandForm(forms.Form):
    """Base of the forms for manual entries. The form carries a number, so that a form sent twice books once."""

    source: Transaction.Source

    number = forms.IntegerField(min_value=1, widget=forms.HiddenInput)
    unit = forms.ChoiceField(
        label=_("Counted in"), choices=Unit.choices, required=False
    )

    def __init__(self, data: Any = None) -> None:
        super().__init__(
            data, initial={"number": next_number(self.source), "unit": Unit.POINTS}
        )
        if not settings.CLUB_CURRENCY:
            del self.fields["unit"]

    @property
    def chosen_unit(self) -> Unit:
        return Unit(self.cleaned_data.get("unit") or Unit.POINTS)

    def read(self, name: str, text: str) -> int:
        """The points or the money that `text` says. If it is wrong, add an error to the field `name` and return 0."""
        try:
            money = self.chosen_unit == Unit.MONEY
            found = (
                Currency(settings.CLUB_CURRENCY).read(text)
                if money
                else read_points(text)
            )
            if abs(found) > MOST:
                raise ValueError(
                    _(
                        "That is more than can be booked at once: look for a slip of the finger."
                    )
                )
        except ValueError as error:
            self.add_error(name, str(error))
            return 0
        return found

    def renew(self) -> None:
        """Give a refused form the next free number, so that it can be sent again. The typed values stay."""
        self.data = {name: self.data.get(name) for name in self.data} | {
            "number": next_number(self.source)
        }


class PersonField(forms.ModelChoiceField):
    """A form field to choose a member or guest by name, also one who has left. Merged records are not offered."""

    def __init__(self, **options: Any) -> None:
        super().__init__(
            Member.objects.filter(merged_into=None).order_by("name", "pk"), **options
        )


class AdjustmentForm(ByHandForm):
    source = Transaction.Source.ADJUSTMENT

    member = PersonField(label=_("Member"), empty_label=_("Choose a member"))
    sign = forms.ChoiceField(
        label=_("Plus or minus"),
        choices=[
            ("plus", _("plus: the member gets")),
            ("minus", _("minus: the member gives")),
        ],
    )
    points = forms.CharField(
        label=_("How much"), max_length=20, help_text=_("Without a sign, such as 320.")
    )
    against = forms.ChoiceField(
        label=_("Booked against"),
        help_text=_("What one gets another gives: the books sum to zero."),
    )
    reason = forms.CharField(
        label=_("Why"),
        max_length=200,
        help_text=_("The member reads it on the statement."),
    )
    field_order = ("member", "sign", "points", "unit", "against", "reason", "number")

    def __init__(self, data: Any = None) -> None:
        super().__init__(data)
        names = {
            ClubAccount.ADJUSTMENTS,
            *ClubAccount.objects.values_list("name", flat=True),
        }
        self.fields["against"].choices = [  # type: ignore[attr-defined]
            (name, account_title(name)) for name in sorted(names)
        ]
        if settings.CLUB_CURRENCY:
            self.fields["points"].help_text = _(
                "Without a sign: points such as 320, money such as 2.50."
            )

    def clean(self) -> dict[str, Any]:
        data: dict[str, Any] = super().clean() or self.cleaned_data
        if data.get("points"):
            points = self.read("points", data["points"])
            if points < 0:
                self.add_error(
                    "points",
                    _("Choose minus above, and write the points without a sign."),
                )
            elif points == 0 and "points" not in self.errors:
                self.add_error("points", _("0 changes nothing: write how much it is."))
            data["points"] = -points if data.get("sign") == "minus" else points
        return data


class OpeningBalancesForm(ByHandForm):
    """The form for opening balances, with a field for each member. Empty fields are not booked."""

    source = Transaction.Source.OPENING

    reason = forms.CharField(
        label=_("Where they come from"),
        max_length=200,
        required=False,
        help_text=_("Such as: the paper book of 2025."),
    )

    def __init__(self, data: Any = None) -> None:
        super().__init__(data)
        self._members = {
            f"member-{member.pk}": member
            for member in Member.objects.present().order_by("name", "pk")
        }
        for name, member in self._members.items():
            self.fields[name] = forms.CharField(
                label=member.name, max_length=20, required=False
            )

    @property
    def lines(self) -> list[forms.BoundField]:
        return [self[name] for name in self._members]

    @property
    def balances(self) -> Mapping[Member, int]:
        return {
            member: self.cleaned_data[name]
            for name, member in self._members.items()
            if self.cleaned_data[name]
        }

    def clean(self) -> dict[str, Any]:
        data: dict[str, Any] = super().clean() or self.cleaned_data
        for name in self._members:
            data[name] = self.read(name, data[name]) if data.get(name) else 0
        if not self.errors and not any(data[name] for name in self._members):
            raise ValidationError(_("Write a balance for one member at least."))
        return data


class ReversalReasonForm(forms.Form):
    reason = forms.CharField(
        label=_("Why it is taken back"),
        max_length=200,
        help_text=_("The member reads it on the statement."),
    )
