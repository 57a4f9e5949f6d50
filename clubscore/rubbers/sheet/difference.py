"""The differences between two versions of a deal, fact by fact, in the words that players use."""

from collections.abc import Mapping
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext_lazy

from clubscore.languages.spoken import told
from clubscore.web.templatetags.sentences import all_of
from scoring import Deal, Risk, Seat, Strain
from scoring.words import deal_in_words

_RISKS = {
    Risk.UNDOUBLED: pgettext_lazy("double", "no"),
    Risk.DOUBLED: pgettext_lazy("double", "doubled"),
    Risk.REDOUBLED: pgettext_lazy("double", "redoubled"),
}
_NAMES = {
    "tricks": pgettext_lazy("fact of a deal", "tricks"),
    "contract": pgettext_lazy("fact of a deal", "contract"),
    "declarer": pgettext_lazy("fact of a deal", "declarer"),
    "double": pgettext_lazy("fact of a deal", "double"),
    "honours": pgettext_lazy("fact of a deal", "honours"),
    "chicane": pgettext_lazy("fact of a deal", "chicane"),
    "revokes": pgettext_lazy("fact of a deal", "revokes"),
    "note": pgettext_lazy("fact of a deal", "note"),
}
NOTHING = "–"


@dataclass(frozen=True, slots=True)
class Fact:
    """One fact of a deal in two versions, in words.

    `code` is the fact's name in this program, such as "tricks", and `name` its name for readers. `before` is its value
    on the sheet, `after` the proposed value.
    """

    code: str
    name: str
    before: str
    after: str

    @property
    def differs(self) -> bool:
        return self.before != self.after


def in_full(deal: Deal, names: Mapping[Seat, str]) -> str:
    """The deal in words with its honours, transferred tricks and note, so that different versions never read alike."""
    parts = [
        told(deal_in_words(deal, names)),
        _facts_in_words(deal, names).get("honours", ""),
    ]
    if deal.transferred:
        parts.append(tricks_in_words(deal))
    parts.append(deal.note)
    return ", ".join(part for part in parts if part)


def facts_of(
    before: Deal, after: Deal | None, names: Mapping[Seat, str]
) -> tuple[Fact, ...]:
    """The facts of both versions, also facts that do not differ. `after` is None if the deal is to be struck out."""
    old = _facts_in_words(before, names)
    new: dict[str, str] = {}
    if after:
        new = _facts_in_words(after, names)
    facts = []
    for name in old | new:
        old_words = old.get(name)
        new_words = new.get(name)
        if old_words or new_words:
            facts.append(
                Fact(
                    name,
                    str(_NAMES[name]),
                    old_words or NOTHING,
                    new_words or NOTHING,
                )
            )
    return tuple(facts)


def named_differences(
    before: Deal, after: Deal | None, names: Mapping[Seat, str]
) -> str:
    """The names of the facts that differ: `tricks and honours`.

    It is `the whole deal` if the deal is to be struck out, or if one of the two versions is passed out.
    """
    if after is None or before.is_passed_out != after.is_passed_out:
        return _("the whole deal")
    return all_of(fact.name for fact in facts_of(before, after, names) if fact.differs)


def tricks_in_figures(deal: Deal) -> str:
    """Declarer's tricks: `10`, or `10 (8+2)` if 8 were won at the table and 2 transferred; empty if passed out."""
    if deal.tricks is None or deal.declarer is None:
        return ""
    transferred = dict(deal.transferred)
    came, went = (
        transferred.get(side, 0)
        for side in (deal.declarer.side, deal.declarer.side.other)
    )
    if not came and not went:
        return str(deal.tricks)
    return f"{deal.tricks} ({deal.tricks - came + went}{f'+{came}' if came else ''}{f'−{went}' if went else ''})"


def tricks_in_words(deal: Deal) -> str:
    """Declarer's tricks with the noun: `10 tricks`, or `10 (8+2) tricks` with transferred tricks."""
    words = ngettext("%(tricks)s trick", "%(tricks)s tricks", deal.tricks or 0)
    return words % {"tricks": tricks_in_figures(deal)}


def _held(number: int, name: str, is_notrump: bool) -> str:
    words = ngettext(
        "%(number)s honour %(name)s", "%(number)s honours %(name)s", number
    )
    if is_notrump:
        words = ngettext("%(number)s ace %(name)s", "%(number)s aces %(name)s", number)
    return words % {"number": number, "name": name}


def _facts_in_words(deal: Deal, names: Mapping[Seat, str]) -> dict[str, str]:
    """The facts of the deal in words, by the names in _NAMES. The words are empty for a fact that it does not have."""
    if deal.contract is None or deal.declarer is None:
        return {"contract": _("passed out"), "note": deal.note}
    is_notrump = deal.contract.strain is Strain.NOTRUMP
    return {
        "tricks": tricks_in_figures(deal),
        "contract": f"{deal.contract.level}{told(deal.contract.strain.symbol)}",
        "declarer": names[deal.declarer],
        "double": str(_RISKS[deal.contract.risk]),
        "honours": all_of(
            _held(held, names[seat], is_notrump) for seat, held in deal.honours
        ),
        "chicane": all_of(names[seat] for seat in deal.voids),
        "revokes": all_of(
            f"{told(side.word)} {deal.revokes.count(side)}"
            for side in dict.fromkeys(deal.revokes)
        ),
        "note": deal.note,
    }
