"""The form in which the admins choose the house rules."""

from typing import Any, ClassVar

from django import forms
from django.utils.translation import gettext_lazy as _

from clubscore.rubbers.models import HouseRules
from clubscore.web.forms.amounts import MoneyField


class HouseRulesForm(forms.ModelForm):
    """The form for the house rules. A field in LEFT_EMPTY that is left empty takes its default."""

    LEFT_EMPTY: ClassVar = (
        "going_out",
        "rounding",
        "wash_out_below",
        "season_by",
        *HouseRules.AMOUNTS,
    )

    class Meta:
        model = HouseRules
        fields = (
            "going_out", "agreed_by", "agreed_after", "has_blind_books", "rounding", "wash_out_below", "season_by",
            *HouseRules.AMOUNTS,
        )  # fmt: skip
        labels: ClassVar = {
            "agreed_by": _("Who must agree before a rubber is posted"),
            "rounding": _("How a margin is posted"),
            "wash_out_below": _("The smallest margin that counts"),
            "season_by": _("What decides the season of a rubber"),
        }
        field_classes: ClassVar = dict.fromkeys(HouseRules.AMOUNTS, MoneyField)
        widgets: ClassVar = dict.fromkeys(
            ("going_out", "agreed_by", "rounding", "season_by"), forms.RadioSelect
        )

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        for name in self.LEFT_EMPTY:
            if name in self.fields:  # a viewer who may not change them gets no fields
                self.fields[name].required = False

    def clean(self) -> dict[str, Any]:
        data: dict[str, Any] = super().clean() or self.cleaned_data
        defaults = HouseRules()
        for name in self.LEFT_EMPTY:
            if name not in self.errors and data.get(name) in (None, ""):
                data[name] = getattr(defaults, name)
        return data
