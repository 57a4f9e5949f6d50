"""In what two versions of a deal differ, fact by fact, in the words of the table."""

from collections.abc import Mapping
from dataclasses import dataclass

from clubscore.rubbers.models import Proposal
from clubscore.rubbers.sheet.annotations import listed, tricks_in_figures
from scoring import Deal, Risk, Seat, Strain
from scoring.words import TRICKS_COUNTED, count_in_words, deal_in_words

_RISKS = {Risk.UNDOUBLED: "no", Risk.DOUBLED: "doubled", Risk.REDOUBLED: "redoubled"}
NOTHING = "–"


@dataclass(frozen=True, slots=True)
class Fact:
    """One fact as the sheet has it and as it is claimed to be; `name` is "tricks", "contract", "honours" …"""

    name: str
    before: str
    after: str

    @property
    def differs(self) -> bool:
        return self.before != self.after


def in_full(deal: Deal, names: Mapping[Seat, str]) -> str:
    """The deal in words with its honours and transferred tricks, so that two versions never read alike."""
    told = _told(deal, names)
    further = [told.get("honours", ""), f"{told['tricks']} tricks" if deal.transferred else "", deal.note]
    return ", ".join([deal_in_words(deal, names), *filter(None, further)])


def facts_of(before: Deal, after: Deal | None, names: Mapping[Seat, str]) -> tuple[Fact, ...]:
    """Every fact of either version. `after` is None when the deal is to be struck out."""
    old, new = _told(before, names), _told(after, names) if after else {}
    named = [name for name in _told(before, names) | new if old.get(name) or new.get(name)]
    return tuple(Fact(name, old.get(name) or NOTHING, new.get(name) or NOTHING) for name in named)


def named_differences(before: Deal, after: Deal | None, names: Mapping[Seat, str]) -> str:
    """`tricks and honours`; `the whole deal` when it is to be struck out, or one of the two was passed out."""
    if after is None or before.is_passed_out != after.is_passed_out:
        return "the whole deal"
    return listed(fact.name for fact in facts_of(before, after, names) if fact.differs)


def error_in_words(proposal: Proposal) -> str:
    """`ten tricks were agreed, and entered wrongly`: the error as its proposer has named it; empty where none was."""
    if proposal.error == Proposal.Error.RECORDING:
        were = "was" if proposal.tricks == 1 else "were"
        return f"{count_in_words(proposal.tricks or 0, TRICKS_COUNTED)} {were} agreed, and entered wrongly"
    return "the four agreed on the wrong number of tricks" if proposal.error else ""


def error_as_choice(error: str, facts: Deal | None) -> str:
    """The answer of a proposer of these facts, or of facts not entered yet, to the question which error it was."""
    if error == Proposal.Error.AGREEMENT:
        return "We agreed on the wrong number of tricks."
    tricks = "that number" if facts is None or facts.tricks is None else count_in_words(facts.tricks, TRICKS_COUNTED)
    return f"All four agreed on {tricks}; it was entered wrongly."


def _told(deal: Deal, names: Mapping[Seat, str]) -> dict[str, str]:
    if deal.contract is None or deal.declarer is None:
        return {"contract": "passed out", "note": deal.note}
    honours = "aces" if deal.contract.strain is Strain.NOTRUMP else "honours"
    return {
        "tricks": tricks_in_figures(deal),
        "contract": f"{deal.contract.level}{deal.contract.strain.symbol}",
        "declarer": names[deal.declarer],
        "double": _RISKS[deal.contract.risk],
        "honours": listed(f"{held} {honours} {names[seat]}" for seat, held in deal.honours),
        "note": deal.note,
    }
