"""Preview of an entry: the deal as it would be recorded, with its score."""

from collections.abc import Iterable, Mapping
from dataclasses import replace

from django.utils.translation import gettext as _

from clubscore.contracts.deal_form import DealForm
from clubscore.contracts.preview import EntryPreview, unfinished_preview
from clubscore.games import game_of
from clubscore.games.figures import short
from clubscore.games.viewpoint import Viewpoint
from clubscore.languages.spoken import refusal_told, told
from clubscore.rubbers.rubber.numbers import called
from clubscore.rubbers.rubber.state import RubberState
from clubscore.rubbers.sheet.deals import parts_of
from clubscore.web.templatetags.scores import letter
from scoring import SYSTEMS, Deal, RubberOver, ScoringError, Seat, Sheet
from scoring.words import deal_in_words


def preview_of(
    sheet: Sheet, form: DealForm, names: Mapping[Seat, str], view: str
) -> EntryPreview:
    """The preview of the deal in `form` as the next deal of `sheet`, for the view "NS", "EW" or "watch"."""
    unfinished = unfinished_preview(form, names)
    if unfinished:
        return unfinished
    deal: Deal = form.cleaned_data["deal"]
    try:
        after = SYSTEMS[sheet.system].add(sheet, deal)
    except ScoringError as refusal:
        return EntryPreview(
            words=told(deal_in_words(deal, names)), errors=(refusal_told(refusal),)
        )
    return _finished(after, deal, names, Viewpoint(view))


def preview_in(
    state: RubberState, form: DealForm, number: int, view: str
) -> EntryPreview:
    """The preview of the deal in `form` as deal `number` of the rubber, which may be over.

    If that deal is recorded already, the totals of the preview are computed with this entry in its place. The field
    `instead_of` of the preview then names the recorded deal, if this entry differs from it.
    """
    later = [deal for deal in state.deals if deal.number >= number]
    if not later and not state.rubber.is_over:
        return preview_of(state.sheet, form, state.names, view)
    earlier = [deal.facts for deal in state.deals if deal.number < number]
    before = state.system.fold(earlier, rules=state.rules, dealer=state.rubber.dealer)
    preview = preview_of(before, form, state.names, view)
    recorded = state.deal(number)
    if recorded is None or not preview.complete:
        return preview
    facts: Deal = form.cleaned_data["deal"]
    instead_of = ""
    if not facts.is_like(recorded.facts):
        instead_of = _("deal %(number)s") % {"number": called(state, number)}
    following = [deal.facts for deal in later if deal != recorded]
    after = _with(before, [facts, *following])
    return replace(
        preview, instead_of=instead_of, totals=_totals(after, Viewpoint(view))
    )


def _with(sheet: Sheet, deals: Iterable[Deal]) -> Sheet:
    """The sheet with these deals added. Deals after the end of the rubber are left out."""
    for deal in deals:
        try:
            sheet = SYSTEMS[sheet.system].add(sheet, deal)
        except RubberOver:
            break
    return sheet


def _totals(sheet: Sheet, viewpoint: Viewpoint) -> tuple[tuple[str, int], ...]:
    """The name and the total points of each side, in the order in which the viewer sees the sides."""
    return tuple(
        (viewpoint.name(side), sheet.totals[side].total) for side in viewpoint.columns
    )


def _finished(
    after: Sheet, deal: Deal, names: Mapping[Seat, str], viewpoint: Viewpoint
) -> EntryPreview:
    return EntryPreview(
        complete=True,
        words=told(deal_in_words(deal, names)),
        short=_short(deal),
        figures=tuple(_figures(after, viewpoint)),
        consequence=game_of(after.system).consequence(after, viewpoint),
        totals=_totals(after, viewpoint),
    )


def _short(deal: Deal) -> str:
    if deal.contract is None or deal.declarer is None:
        return _("passed out")
    return f"{short(deal.contract)} {letter(deal.declarer)} {deal.relative}"


def _figures(after: Sheet, viewpoint: Viewpoint) -> Iterable[tuple[str, int, str]]:
    """The scores of the last deal, each as (name of the side, points, place on the sheet)."""
    game = game_of(after.system)
    lines = after.deals[-1].lines
    for side in viewpoint.columns:
        for points, place in parts_of(lines, side, game):
            yield viewpoint.name(side), points, place
