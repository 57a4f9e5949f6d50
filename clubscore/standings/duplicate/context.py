"""Template context of the standings of duplicate."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from django.core.paginator import Paginator
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from clubscore.ledger.models import Season
from clubscore.standings.duplicate import queries
from clubscore.standings.duplicate.forms import PercentView
from clubscore.standings.ranking.percentages import (
    PercentOrder,
    PercentPlaced,
    rank_percents,
)
from clubscore.web.sorting import Sorter

DUPLICATE = (
    "duplicate"  # where the games of rubbers are named: in addresses, files and the API
)
PAGE_SIZE = 100  # lines

MEMBERS: Sorter[PercentPlaced] = Sorter(
    "sort",
    {
        "name": lambda placed: placed.figures.name.casefold(),
        "sessions": lambda placed: placed.figures.sessions,
        "best": lambda placed: float(placed.figures.best),
        "percent": lambda placed: float(placed.figures.percent),
        "masterpoints": lambda placed: placed.figures.masterpoints,
    },
)


def percent_view(season: Season, params: Mapping[str, Any]) -> PercentView:
    return PercentView(params, terms=queries.duplicate_terms_of(season))


def lines_of(
    season: Season, view: PercentView, counted: queries.Counted
) -> list[PercentPlaced]:
    """The lines of the season's table of duplicate, ranked and sorted by the reader's choices.

    If the reader has kept the season's own terms and the season is closed, the lines are the published lines.
    """
    if view.is_by_terms:
        lines = queries.lines_by_terms(season, view.terms, counted)
    else:
        figures = queries.figures_of(counted, view.counting)
        lines = rank_percents(
            figures,
            least=view.the_least,
            guests=view.with_guests,
            by=view.counting.by,
        )
    return MEMBERS.sorted(lines, view.data)


def ranking_in_words(view: PercentView, needed: int) -> str:
    """The ranking in words: `Ranked by the mean of all sessions, at least 4 sessions, guests included.`

    `needed` is the number of sessions that a rank requires; 0 if it requires none.
    """
    parts = [_("Ranked by %(mean)s") % {"mean": view.counting.words}]
    if needed:
        at_least = ngettext(
            "at least %(number)s session", "at least %(number)s sessions", needed
        )
        parts.append(at_least % {"number": needed})
    if view.with_guests:
        parts.append(_("guests included"))
    return ", ".join(parts) + "."


def _tabs(view: PercentView, lines: Sequence[PercentPlaced]) -> list[tuple[str, str]]:
    """The orders of the table; by masterpoints only if a member has won some or the season's terms say so."""
    used = {view.terms.by, view.counting.by}
    if any(line.figures.masterpoints for line in lines):
        used.add(PercentOrder.MASTERPOINTS)
    return [
        (order.value, str(order.label))
        for order in PercentOrder
        if order != PercentOrder.MASTERPOINTS or order in used
    ]


def duplicate_context(
    season: Season,
    params: Mapping[str, Any],
    now: datetime,
    *,
    games: Sequence[tuple[str, str]],
) -> dict[str, Any]:
    """Template context of the standings of duplicate. `games` are the season's tabs: key and title of each game."""
    view = percent_view(season, params)
    counted = queries.counted_in(season)
    lines = lines_of(season, view, counted)
    most = max((line.figures.sessions for line in lines), default=0)
    needed = view.the_least.of(most)
    return {
        "season": season,
        "view": view,
        "counting": view.counting,
        "game": DUPLICATE,
        "game_title": _("Duplicate"),
        "games": games,
        "tabs": _tabs(view, lines),
        "tab": view.counting.by.value,
        "sort": MEMBERS.chosen(view.data),
        "as_of": season.closed_at or now,
        "counted": counted,
        "provisional": 0 if season.is_closed else counted.provisional(now),
        "ranking": ranking_in_words(view, needed),
        "has_masterpoints": any(line.figures.masterpoints for line in lines),
        "page": Paginator(lines, PAGE_SIZE).get_page(params.get("page")),
        "heads": MEMBERS.heads(params),
    }
