"""The shortest words that tell two versions of a deal apart, for the buttons between which players choose."""

from collections.abc import Collection, Iterator, Mapping

from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from clubscore.languages.spoken import quoted, told
from clubscore.rubbers.sheet.difference import NOTHING, Fact, in_full, tricks_in_words
from clubscore.rubbers.sheet.signatures import STRUCK
from scoring import Deal, Seat
from scoring.words import contract_in_words, deal_in_words


def choices(
    before: Deal,
    after: Deal | None,
    names: Mapping[Seat, str],
    facts: Collection[Fact],
) -> tuple[str, str]:
    """Both versions in the shortest words that tell them apart: (`9 tricks`, `10 tricks`), (`4♠ doubled`, `4♠`).

    `after` is None if the deal is to be struck out. `facts` are the facts of both versions. Versions of which only one
    was played are told in whole words.
    """
    if after is None:
        return told(deal_in_words(before, names)), capfirst(str(STRUCK))
    if before.is_passed_out == after.is_passed_out:
        differing = [fact for fact in facts if fact.differs]
        old_words = {fact.code: fact.before for fact in differing}
        new_words = {fact.code: fact.after for fact in differing}
        old = ", ".join(_parts(before, old_words, names))
        new = ", ".join(_parts(after, new_words, names))
        if old != new:
            return capfirst(old), capfirst(new)
    return in_full(before, names), in_full(after, names)


def _parts(
    deal: Deal, differing: Mapping[str, str], names: Mapping[Seat, str]
) -> Iterator[str]:
    """The facts of the deal that differ, in short words; `differing` are these facts in words, by their codes."""
    if deal.contract and differing.keys() & {"contract", "double"}:
        yield told(contract_in_words(deal.contract))
    if deal.declarer and "declarer" in differing:
        yield _("by %(name)s") % {"name": names[deal.declarer]}
    if "tricks" in differing:
        yield tricks_in_words(deal)
    if "honours" in differing:
        yield _or(differing["honours"], _("no honours"))
    if "chicane" in differing:
        held_by = _or(differing["chicane"], _("nobody"))
        yield _("chicane: %(names)s") % {"names": held_by}
    if "revokes" in differing:
        sides = _or(differing["revokes"], pgettext("revokes", "none"))
        yield _("revokes: %(sides)s") % {"sides": sides}
    if "note" in differing:
        yield quoted(deal.note) if deal.note else _("no note")


def _or(words: str, nothing: str) -> str:
    return nothing if words == NOTHING else words
