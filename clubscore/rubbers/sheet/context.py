"""The template context of a sheet, shared by the page, the answer to a POST, the poll and the event stream."""

from collections.abc import Container
from typing import Any

from django.utils.functional import SimpleLazyObject
from django.utils.translation import gettext as _

from clubscore.games import game_of
from clubscore.games.coach import advice
from clubscore.games.viewpoint import Viewpoint
from clubscore.languages.spoken import told
from clubscore.live.topics import WATCH
from clubscore.rubbers.models import Motion
from clubscore.rubbers.rubber.state import RubberState
from clubscore.rubbers.sheet.net_signatures import net_annotations
from clubscore.rubbers.sheet.over import OverSide, over_sides
from clubscore.rubbers.sheet.paper import Paper, paper
from clubscore.rubbers.sheet.replaced import replaced_players
from clubscore.rubbers.sheet.signatures import annotations_of
from clubscore.rubbers.sheet.voided import voided_in_words
from clubscore.rubbers.sheet.weather import weather
from clubscore.tables.games import house_rules
from scoring import Sheet


def sheet_context(
    state: RubberState,
    view: str,
    sheet: Sheet | None = None,
    *,
    numbers: Container[int] | None = None,
) -> dict[str, Any]:
    """The template context for the sheet of a rubber. `view` is "NS" or "EW", the side that is called We, or "watch".

    `sheet` is shown instead of the state's own sheet, if given. If `numbers` are given, only the deals with these
    numbers are listed. The entry `paper` is computed only when a template reads it: a page that takes the HTML of the
    sheet from the cache in `kept.py` never reads it.
    """
    rubber = state.rubber
    folded = sheet or state.numbered_sheet
    net = None
    sides: list[OverSide] = []
    agreed_words = ""
    did_not_begin = rubber.is_agreed and not state.deals
    if rubber.is_over and not rubber.is_voided and not did_not_begin:
        net = net_annotations(state)
        sides = over_sides(state, net, view)
        if rubber.is_agreed:
            agreed_words = _("The net score is agreed.")
    context = _for_watchers(state, folded, view)
    return context | {
        "stage": stage_of(state),
        "rubber": rubber,
        "view": view,
        "title": rubber.table.called,
        "subtitle": subtitle_of(state),
        "house_rules": house_rules(rubber.system, rubber.rules),
        "replaced": replaced_players(state),
        "paper": SimpleLazyObject(
            lambda: _annotated_paper(state, folded, view, numbers)
        ),
        "agreed_words": agreed_words,
        "net": net,
        "over_sides": sides,
        "ordinal": state.ordinal,
        "voided": voided_in_words(state),
        "did_not_begin": did_not_begin,
        "next_number": state.next_number,
        "finished": rubber.is_agreed and not state.motions,
        "correctable": view != WATCH and not rubber.is_agreed,
        "revision": rubber.moves,
    }


def _annotated_paper(
    state: RubberState, sheet: Sheet, view: str, numbers: Container[int] | None
) -> Paper:
    return paper(
        sheet,
        names=state.names,
        view=view,
        reason_given=state.rubber.ending_reason,
        numbers=numbers,
        annotations=annotations_of(state, numbers),
    )


def _for_watchers(state: RubberState, sheet: Sheet, view: str) -> dict[str, Any]:
    """The template variables `weather`, the graph of the lead, and for watchers also `advice` and `asked`.

    `advice` is the coach's advice; `asked` are the open motions, which players read on their cards. For players,
    `weather` is None until the sheet is closed. `view` is "NS", "EW" or "watch".
    """
    if view == WATCH:
        return {
            "weather": weather(sheet, view),
            "advice": advice(sheet, game_of(sheet.system), Viewpoint(view)),
            "asked": [_asked(state, motion) for motion in state.motions],
        }
    if sheet.next:
        return {"weather": None}
    return {"weather": weather(sheet, view)}


def _asked(state: RubberState, motion: Motion) -> dict[str, object]:
    """The words for an open motion: who asks, for what, since when."""
    return {
        "name": motion.made_by.name,
        "what": motion.aim_by_names(state.names),
        "when": motion.made_at,
    }


def subtitle_of(state: RubberState) -> str:
    """The line under the heading, such as `Contract rubber bridge · rubber 3`."""
    return f"{told(state.system.title)} · {state.rubber.noun} {state.ordinal}"


def stage_of(state: RubberState) -> str:
    """A text that changes when the rubber ends or is voided: `rubber-3-in-play`, then `rubber-3-complete`.

    A page keeps the text with which it was made. When the live sheet comes with another text, the whole page is fetched
    anew.
    """
    rubber = state.rubber
    if rubber.is_voided:
        return f"rubber-{rubber.pk}-voided"
    return f"rubber-{rubber.pk}-{rubber.ending or 'in-play'}"
