"""The shortest words that tell two versions of a deal apart, for the buttons between which players choose."""

from collections.abc import Iterator, Mapping

from django.utils.text import capfirst
from django.utils.translation import gettext as _

from clubscore.languages.spoken import quoted, told
from clubscore.rubbers.sheet.difference import facts_of, in_full, tricks_in_words
from clubscore.rubbers.sheet.signatures import STRUCK
from scoring import Deal, Seat
from scoring.words import contract_in_words, deal_in_words


def choices(
    before: Deal, after: Deal | None, names: Mapping[Seat, str]
) -> tuple[str, str]:
    """Both versions in the shortest words that tell them apart: (`9 tricks`, `10 tricks`), (`4♠ doubled`, `4♠`).

    `after` is None if the deal is to be struck out. Versions of which only one was played are told in whole words.
    """
    if after is None:
        return told(deal_in_words(before, names)), capfirst(str(STRUCK))
    if before.is_passed_out == after.is_passed_out:
        facts = facts_of(before, after, names)
        differing = frozenset(fact.code for fact in facts if fact.differs)
        old = ", ".join(_parts(before, differing, names))
        new = ", ".join(_parts(after, differing, names))
        if old != new:
            return capfirst(old), capfirst(new)
    return in_full(before, names), in_full(after, names)


def _parts(
    deal: Deal, differing: frozenset[str], names: Mapping[Seat, str]
) -> Iterator[str]:
    """The facts of the deal that differ, in short words; `differing` are the codes of these facts."""
    if deal.contract and differing & {"contract", "double"}:
        yield told(contract_in_words(deal.contract))
    if deal.declarer and "declarer" in differing:
        yield _("by %(name)s") % {"name": names[deal.declarer]}
    if "tricks" in differing:
        yield tricks_in_words(deal)
    words = {fact.code: fact.before for fact in facts_of(deal, deal, names)}
    if "honours" in differing:
        yield words.get("honours") or _("no honours")
    if "chicane" in differing:
        yield _("chicane: %(names)s") % {"names": words.get("chicane") or _("nobody")}
    if "revokes" in differing:
        yield _("revokes: %(sides)s") % {"sides": words.get("revokes") or _("none")}
    if "note" in differing:
        yield quoted(deal.note) if deal.note else _("no note")
