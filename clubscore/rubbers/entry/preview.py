"""Preview of an entry: what recording it would write."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache

from clubscore.contracts.deal_form import HIDDEN, MISSING, UNREAD, DealForm, PartialDeal
from clubscore.games import game_of
from clubscore.games.figures import short
from clubscore.games.viewpoint import Viewpoint
from clubscore.rubbers.sheet.deals import parts_of
from scoring import SYSTEMS, Deal, ScoringError, Seat, Sheet
from scoring.words import contract_in_words, deal_in_words

ASKING = {MISSING, UNREAD}  # codes of what is not finished yet: shown as a request, not as an error


@dataclass(frozen=True)
class Preview:
    """The entry in words and its effect on the sheet, the viewer's own side first.

    While the entry is not `complete`, only `words`, `missing` and `errors` are filled.
    """

    complete: bool = False
    words: str = ""
    short: str = ""
    """On the Record button: `4♠X N −1`."""
    figures: tuple[tuple[str, int, str], ...] = ()
    """(side's name, points, place of the sheet) for each figure of the deal."""
    consequence: str = ""
    totals: tuple[tuple[str, int], ...] = ()
    """(side's name, points of the rubber) after the deal."""
    missing: str = ""
    """A sentence about the facts still to be tapped."""
    errors: tuple[str, ...] = ()


def preview_of(sheet: Sheet, form: DealForm, names: Mapping[Seat, str], view: str) -> Preview:
    """The preview of what `form` holds, as the next deal of `sheet`, for the view "NS", "EW" or "watch"."""
    facts = form.partial()
    deal = form.cleaned_data.get("deal") if form.is_bound else None
    if deal is None:
        return _unfinished(form, facts, names)
    try:
        after = SYSTEMS[sheet.system].add(sheet, deal)
    except ScoringError as refusal:
        return Preview(words=deal_in_words(deal, names), errors=(refusal.message,))
    return _finished(after, deal, names, Viewpoint(view))


@cache
def blank_preview(form: type[DealForm]) -> Preview:
    """The preview of a form in which nothing is entered."""
    return Preview(missing=_ask([name for _, name, _ in form().wanting(PartialDeal())]))


def _unfinished(form: DealForm, facts: PartialDeal, names: Mapping[Seat, str]) -> Preview:
    found = [error for field, errors in form.errors.as_data().items() if field not in HIDDEN for error in errors]
    wrong = tuple(message for error in found if error.code not in ASKING for message in error.messages)
    unread = [message for error in found if error.code == UNREAD for message in error.messages]
    missing = "" if wrong else "".join(unread) or _ask([name for _, name, _ in form.wanting(facts)])
    return Preview(words=_so_far(facts, names), missing=missing, errors=wrong)


def _so_far(facts: PartialDeal, names: Mapping[Seat, str]) -> str:
    """`4♠ by Anna …`, `4♠ …`, `Anna …` or nothing."""
    bid = contract_in_words(facts.contract) if facts.contract else ""
    declarer = names[facts.declarer] if facts.declarer else ""
    known = " by ".join(part for part in (bid, declarer) if part)
    return f"{known} …" if known else ""


def _ask(wanting: list[str]) -> str:
    """`Tap the contract, the declarer and the result.`"""
    if not wanting:
        return ""
    *first, last = wanting
    return f"Tap {', '.join(first)} and {last}." if first else f"Tap {last}."


def _finished(after: Sheet, deal: Deal, names: Mapping[Seat, str], viewpoint: Viewpoint) -> Preview:
    return Preview(
        complete=True,
        words=deal_in_words(deal, names),
        short=_short(deal),
        figures=tuple(_figures(after, viewpoint)),
        consequence=game_of(after.system).consequence(after, viewpoint),
        totals=tuple((viewpoint.name(side), after.totals[side].total) for side in viewpoint.columns),
    )


def _short(deal: Deal) -> str:
    if deal.contract is None:
        return "passed out"
    return f"{short(deal.contract)} {deal.declarer} {deal.relative}"


def _figures(after: Sheet, viewpoint: Viewpoint) -> Iterable[tuple[str, int, str]]:
    for side in viewpoint.columns:
        for brought, place in parts_of(after.deals[-1].lines, side, game_of(after.system)):
            yield viewpoint.name(side), brought, place
