"""The forms of a table: the result of a board, the answers to one, the call for the director."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from clubscore.contracts.deal_form import DealForm
from clubscore.duplicate.models import Session
from clubscore.web.templatetags.scores import index_lazily
from scoring import Deal

SUITS = [("", ""), ("C", "♣"), ("D", "♦"), ("H", "♥"), ("S", "♠")]
RANKS = [("", ""), *((rank, index_lazily(rank)) for rank in "AKQJT98765432")]
HALF_LEAD = _("Say both the suit and the rank of the card that was led.")


class BoardForm(DealForm):
    """The result of one board, and the lead where the session asks for it.

    Its `number` is that of the board, its `revision` the version of the result that its sender saw.
    """

    extras = "duplicate/_lead.html"

    lead_suit = forms.ChoiceField(required=False, choices=SUITS)
    lead_rank = forms.ChoiceField(required=False, choices=RANKS)

    @property
    def asks_lead(self) -> bool:
        return self.rules.get("leads", Session.Leads.OFF) != Session.Leads.OFF

    @property
    def needs_lead(self) -> bool:
        return self.rules.get("leads") == Session.Leads.NEEDED

    @property
    def lead(self) -> str:
        """The lead of a valid form, suit and rank, such as DK; empty where there is none."""
        chosen = self.cleaned_data
        return (
            f"{chosen['lead_suit']}{chosen['lead_rank']}"
            if chosen.get("deal", Deal.passed_out()).contract
            else ""
        )

    def check_details(self) -> None:
        chosen = self.cleaned_data
        if bool(chosen.get("lead_suit")) != bool(chosen.get("lead_rank")):
            self.add_error("lead_rank", HALF_LEAD)

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean()
        if cleaned.get("line"):
            self.check_details()
        return cleaned


class AgreementForm(forms.Form):
    """The version that was read."""

    version = forms.IntegerField(min_value=1)


class ProposalAnswerForm(forms.Form):
    """The answer to another result: accepted by the other side, or taken back by its own."""

    proposal = forms.IntegerField(min_value=1)
    answer = forms.ChoiceField(choices=[("accept", "accept"), ("withdraw", "withdraw")])
    key = forms.UUIDField()


class CallForm(forms.Form):
    """Why the director is called."""

    about = forms.CharField(max_length=200, required=False)
    key = forms.UUIDField()
