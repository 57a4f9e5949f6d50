"""The forms of a table: the result of a board, the answers to a result, the call for the director."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from clubscore.contracts.deal_form import DealForm
from clubscore.duplicate.models import Claim, Session
from clubscore.web.templatetags.scores import index_lazily

SUITS = [("", ""), ("C", "♣"), ("D", "♦"), ("H", "♥"), ("S", "♠")]
RANKS = [("", ""), *((rank, index_lazily(rank)) for rank in "AKQJT98765432")]
HALF_LEAD = _("Say both the suit and the rank of the card that was led.")


class BoardForm(DealForm):
    """The form that records the result of one board, with the lead if the session asks for leads.

    `number` is the number of the board; `revision` is the version of the result that the sender saw.
    """

    extras = "duplicate/_lead.html"

    lead_suit = forms.ChoiceField(required=False, choices=SUITS)
    lead_rank = forms.ChoiceField(required=False, choices=RANKS)

    @property
    def asks_lead(self) -> bool:
        """True if the form asks for the card that was led."""
        return self.rules.get("leads", Session.Leads.OFF) != Session.Leads.OFF

    @property
    def needs_lead(self) -> bool:
        """True if a result without a lead is not recorded."""
        return self.rules.get("leads") == Session.Leads.NEEDED

    @property
    def lead(self) -> str:
        """The lead of a valid form, suit and rank, such as `DK`.

        Empty if the form has no lead, or if the board was passed out.
        """
        entry = self.cleaned_data
        deal = entry.get("deal")
        if deal is None or not deal.contract:
            return ""
        return f"{entry['lead_suit']}{entry['lead_rank']}"

    def check_details(self) -> None:
        """Add an error if the suit of the lead is given without its rank, or the rank without its suit."""
        entry = self.cleaned_data
        if bool(entry.get("lead_suit")) != bool(entry.get("lead_rank")):
            self.add_error("lead_rank", HALF_LEAD)

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean()
        if cleaned.get("line"):
            self.check_details()
        return cleaned


class AgreementForm(forms.Form):
    """The form in which a player agrees to a version of a result."""

    version = forms.IntegerField(min_value=1)


class ProposalAnswerForm(forms.Form):
    """The form that answers a proposed result: the other side accepts it, or the proposing side takes it back."""

    proposal = forms.IntegerField(min_value=1)
    answer = forms.ChoiceField(choices=[("accept", "accept"), ("withdraw", "withdraw")])
    key = forms.UUIDField()


class CallForm(forms.Form):
    """The form that calls the director: the reason, and about tricks also if there was a claim or a concession."""

    about = forms.CharField(max_length=200, required=False)
    claim = forms.ChoiceField(
        choices=[("", _("Something else")), *Claim.choices], required=False
    )
    key = forms.UUIDField()
