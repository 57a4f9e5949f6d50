"""The entry form, filled with a deal as it stands, to say what it should be."""

from typing import Any
from uuid import uuid4

from django import forms

from clubscore.contracts import bidding_box
from clubscore.contracts.contract_form import HONOURS, ContractForm
from clubscore.contracts.deal_form import DealForm
from clubscore.games.royal_form import RoyalForm
from clubscore.rubbers.models import Deal, Proposal, Rubber
from scoring import Deal as Facts
from scoring import Side


class CorrectionForm(DealForm):
    """A deal as it should be. `version` is the row that it would replace, as it was on the screen."""

    number = None  # type: ignore[assignment]  # Django's way to take a field out: the version says which deal
    revision = None  # type: ignore[assignment]
    version = forms.IntegerField(min_value=1, max_value=2**63 - 1)
    reason = forms.CharField(required=False, max_length=200)
    later = forms.ChoiceField(required=False, choices=[("", ""), *Proposal.Later.choices])

    @classmethod
    def taps(cls, facts: Facts) -> dict[str, Any] | None:
        """The taps beyond contract, declarer and result that make these facts; None for what cannot be tapped."""
        raise NotImplementedError


class ContractCorrection(CorrectionForm, ContractForm):
    @classmethod
    def taps(cls, facts: Facts) -> dict[str, Any] | None:
        honours = [f"{held}{seat}" for seat, held in facts.honours]
        if len(honours) > 1 or len(facts.transferred) > 1 or not {value for value, _ in HONOURS}.issuperset(honours):
            return None
        side, tricks = facts.transferred[0] if facts.transferred else ("", "")
        return {"honours": "".join(honours), "transferred_side": str(side), "transferred_tricks": tricks}


class RoyalCorrection(CorrectionForm, RoyalForm):
    @classmethod
    def taps(cls, facts: Facts) -> dict[str, Any] | None:
        revokes = {f"revokes_{side.lower()}": facts.revokes.count(side) or "" for side in Side}
        return (
            {f"honours_{seat.lower()}": str(held) for seat, held in facts.honours}
            | {f"void_{seat.lower()}": "on" for seat in facts.voids}
            | {name: str(times) for name, times in revokes.items()}
            | {"taken": "".join(str(tricks) for _, tricks in facts.transferred)}
        )


CORRECTIONS: dict[str, type[CorrectionForm]] = {
    "contract": ContractCorrection,
    "chicago": ContractCorrection,
    "royal": RoyalCorrection,
}


def correction_form(rubber: Rubber, data: Any = None) -> CorrectionForm:
    """The form of the rubber's game for correcting one of its deals."""
    return CORRECTIONS[rubber.system](data, rules=rubber.rules)


def correction_of(rubber: Rubber, deal: Deal) -> CorrectionForm:
    """Filled with the deal as it stands."""
    form = CORRECTIONS[rubber.system]
    filled = {"version": deal.pk, "key": uuid4(), "risk": ""} | entry_of(deal.facts, form)
    return form(initial=filled, rules=rubber.rules)


def entry_of(facts: Facts, form: type[CorrectionForm]) -> dict[str, Any]:
    """The taps that make these facts; the quick line instead, for what cannot be tapped."""
    if facts.contract is None:
        return {"contract": bidding_box.PASSED_OUT, "note": facts.note}
    taps = form.taps(facts)
    if taps is None:
        return {"line": str(facts)}
    return taps | {
        "contract": f"{facts.contract.level}{facts.contract.strain}",
        "risk": str(facts.contract.risk),
        "declarer": str(facts.declarer),
        "result": bidding_box.posted(facts.margin),
        "note": facts.note,
    }


class StrikeForm(forms.Form):
    """Take a deal out of the rubber, because its pack was bad (Law 79)."""

    version = forms.IntegerField(min_value=1, max_value=2**63 - 1)
    key = forms.UUIDField()
    reason = forms.CharField(
        max_length=200, error_messages={"required": "Say what was wrong, for example “two queens of hearts”."}
    )
    later = forms.ChoiceField(required=False, choices=[("", ""), *Proposal.Later.choices])
