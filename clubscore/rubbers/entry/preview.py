"""Preview of an entry: what recording it would write."""

from collections.abc import Iterable, Mapping

from clubscore.contracts.deal_form import DealForm
from clubscore.contracts.preview import Preview, unfinished_preview
from clubscore.games import game_of
from clubscore.games.figures import short
from clubscore.games.viewpoint import Viewpoint
from clubscore.rubbers.sheet.deals import parts_of
from scoring import SYSTEMS, Deal, ScoringError, Seat, Sheet
from scoring.words import deal_in_words


def preview_of(sheet: Sheet, form: DealForm, names: Mapping[Seat, str], view: str) -> Preview:
    """The preview of what `form` holds, as the next deal of `sheet`, for the view "NS", "EW" or "watch"."""
    unfinished = unfinished_preview(form, names)
    if unfinished:
        return unfinished
    deal: Deal = form.cleaned_data["deal"]
    try:
        after = SYSTEMS[sheet.system].add(sheet, deal)
    except ScoringError as refusal:
        return Preview(words=deal_in_words(deal, names), errors=(refusal.message,))
    return _finished(after, deal, names, Viewpoint(view))


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
