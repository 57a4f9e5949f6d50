"""The form of a session's scale of masterpoints."""

from decimal import Decimal
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from clubscore.duplicate.models import NO_SCALE, OWN_SCALE, ScaleChoice
from clubscore.duplicate.results.masterpoints.words import SCALES_IN_WORDS

_OWN = ("depth", "each", "most", "shares")
_USUAL = {"depth": 40, "each": "0.10", "most": "1.50", "shares": "100, 70, 50, 35, 20"}


class ScaleForm(forms.Form):
    """The form with which a director chooses the scale; the other fields count only for the club's own numbers."""

    scale = forms.ChoiceField(
        label=_("Scale of masterpoints"), choices=list(SCALES_IN_WORDS.items())
    )
    depth = forms.IntegerField(
        label=_("Entries that get points, in per cent"),
        required=False,
        min_value=1,
        max_value=100,
    )
    each = forms.DecimalField(
        label=_("Points of the winner for each entry"),
        required=False,
        min_value=Decimal("0.01"),
        max_value=100,
        decimal_places=2,
    )
    most = forms.DecimalField(
        label=_("Points of the winner at most"),
        required=False,
        min_value=Decimal("0.01"),
        max_value=1000,
        decimal_places=2,
    )
    shares = forms.CharField(
        label=_("Per cent of the winner’s points, place by place"),
        required=False,
        max_length=200,
        help_text=_(
            "Such as: 100, 70, 50. The last number holds for all later places."
        ),
    )

    def __init__(self, data: Any = None, *, chosen: ScaleChoice | None) -> None:
        initial: dict[str, Any] = {"scale": NO_SCALE, **_USUAL}
        if chosen:
            initial["scale"] = chosen.scale
            if chosen.scale == OWN_SCALE:
                initial |= _in_fields(chosen)
        super().__init__(data, initial=initial)

    def clean_shares(self) -> list[str]:
        """The percentages of the places as texts of numbers, in their order."""
        shares = []
        for word in self.cleaned_data["shares"].replace(",", " ").split():
            try:
                shares.append(str(Decimal(word)))
            except ArithmeticError:
                message = _("Write numbers with commas between them.")
                raise ValidationError(message) from None
        return shares

    def clean(self) -> dict[str, Any]:
        """Require every number of the club's own scale."""
        data: dict[str, Any] = super().clean() or self.cleaned_data
        if data.get("scale") == OWN_SCALE:
            for name in _OWN:
                if not data.get(name) and name not in self.errors:
                    self.add_error(name, _("The club’s own scale needs this number."))
        return data

    @property
    def own(self) -> dict[str, Any]:
        """The numbers of the club's own scale in a valid form; empty for another scale."""
        sent = self.cleaned_data
        if sent["scale"] != OWN_SCALE:
            return {}
        return {
            "depth": f"{sent['depth']}/100",
            "rounding": "nearest",
            "each": int(sent["each"] * 100),
            "most": int(sent["most"] * 100),
            "shares": sent["shares"],
        }


def _in_fields(chosen: ScaleChoice) -> dict[str, Any]:
    """The numbers of the club's own scale as the fields of the form have them."""
    data = chosen.data
    return {
        "depth": data["depth"].split("/")[0],
        "each": Decimal(data["each"]).scaleb(-2),
        "most": Decimal(data["most"]).scaleb(-2),
        "shares": ", ".join(data["shares"]),
    }
