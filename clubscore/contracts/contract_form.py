"""The entry of a deal of contract bridge or Chicago: honours in one hand, tricks transferred after a revoke."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from clubscore.contracts import bidding_box
from clubscore.contracts.deal_form import DealForm
from clubscore.languages.spoken import told_lazily
from scoring import Deal, Seat, Side

HALF_TRANSFERRED = _("Say both how many tricks were transferred and to which side.")
# The holdings that score: four or five honours in one hand, at no-trump the four aces (Law 72).
HONOURS = ("", *(f"{count}{seat}" for count in (4, 5) for seat in Seat))
SIDES = [("", ""), *((str(side), told_lazily(side.word)) for side in Side)]


class ContractForm(DealForm):
    """One deal where honours in one hand score, and tricks may be transferred."""

    extras = "contracts/_honours.html"
    field_of = {"transferred": "transferred_tricks"}

    honours = forms.ChoiceField(
        required=False, choices=[(held, held) for held in HONOURS]
    )
    transferred_side = forms.ChoiceField(required=False, choices=SIDES)
    transferred_tricks = forms.IntegerField(required=False, min_value=1, max_value=13)

    @property
    def honours_score(self) -> bool:
        return self.rules.get("honours") != "off"

    @property
    def pass_keys(self) -> list[bidding_box.BoxKey]:
        if self.rules.get("passed_out") == "redeal":
            return [bidding_box.redeal()]
        return [bidding_box.passed_out()]

    def details(self) -> dict[str, Any]:
        held = self.cleaned_data.get("honours")
        side, tricks = self._transfer()
        details: dict[str, Any] = {"honours": (), "transferred": ()}
        if held:
            details["honours"] = ((Seat(held[1:]), int(held[0])),)
        if side and tricks:
            details["transferred"] = ((Side(side), tricks),)
        return details

    @classmethod
    def taps(cls, facts: Deal) -> dict[str, Any] | None:
        honours = [f"{held}{seat}" for seat, held in facts.honours]
        if (
            len(honours) > 1
            or len(facts.transferred) > 1
            or not set(HONOURS).issuperset(honours)
        ):
            return None
        side, tricks = facts.transferred[0] if facts.transferred else ("", "")
        return {
            "honours": "".join(honours),
            "transferred_side": str(side),
            "transferred_tricks": tricks,
        }

    def check_details(self) -> None:
        side, tricks = self._transfer()
        if bool(side) != bool(tricks) and "transferred_tricks" not in self.errors:
            self.add_error("transferred_tricks", HALF_TRANSFERRED)

    def _transfer(self) -> tuple[str | None, int | None]:
        return self.cleaned_data.get("transferred_side"), self.cleaned_data.get(
            "transferred_tricks"
        )
