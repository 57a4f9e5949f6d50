"""Template context of the pages of the standings."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, NamedTuple

from django.core.paginator import Paginator
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from clubscore.languages.spoken import told
from clubscore.ledger.models import Season
from clubscore.rubbers.models import Rubber
from clubscore.standings import queries
from clubscore.standings.charts import Curve, curve
from clubscore.standings.duplicate.context import DUPLICATE
from clubscore.standings.duplicate.queries import counted_in, duplicate_terms_of, has_duplicate, unpublished_in
from clubscore.standings.ranking.ranks import Figures, Order, Placed, rank
from clubscore.standings.ranking.sorting import Sorter
from clubscore.standings.seasons.forms import PAIRS, View
from clubscore.standings.seasons.pairs import PairFigures, pairs_of
from clubscore.standings.seasons.table import table_of
from scoring import SYSTEMS

PAGE_SIZE = 100  # lines
SHOWN = 20  # rubbers not agreed, and sessions not published
FEW = 5  # fewer rubbers than this say nothing yet

MEMBERS: Sorter[Placed] = Sorter(
    "sort",
    {
        "name": lambda placed: placed.figures.name.casefold(),
        "rubbers": lambda placed: placed.figures.rubbers,
        "won": lambda placed: placed.figures.share,
        "average": lambda placed: placed.figures.average,
        "net": lambda placed: placed.figures.net,
        "rating": lambda placed: placed.figures.skill.rating if placed.figures.skill else None,
    },
)
PAIRS_OF_MEMBERS: Sorter[PairFigures] = Sorter(
    "sort",
    {
        "name": lambda pair: " ".join(pair.names).casefold(),
        "rubbers": lambda pair: pair.rubbers,
        "won": lambda pair: pair.won,
        "average": lambda pair: pair.average,
        "net": lambda pair: pair.net,
    },
)


@dataclass(frozen=True, slots=True)
class StandingsLine:
    """A line of the table on the page, of plain values by which it is kept."""

    placed: Placed
    trend: Curve | None

    @property
    def figures(self) -> Figures:
        return self.placed.figures


class Columns(NamedTuple):
    """The values that all lines of a table share. A phone leaves out the `roomy` columns.

    It has room for the figure that the ranking goes by, and for the net points.
    """

    season: str
    game: str
    tab: str
    roomy_average: str
    roomy_won: str
    roomy_net: str


def ranking_in_words(view: View, needed: int) -> str:
    """`Ranked by net points, at least 10 rubbers, only each one’s best 20 count, guests included.`

    `needed` is the number of rubbers that it takes to be ranked; 0 where there is none.
    """
    if view.is_pairs:
        parts = [_("Pairs by net points together")]
    else:
        parts = [capfirst(str(view.order.ranked_by))]
        if needed:
            at_least = ngettext("at least %(number)s rubber", "at least %(number)s rubbers", needed)
            parts.append(at_least % {"number": needed})
        if view.the_best:
            parts.append(_best_in_words(view.the_best))
    if view.with_guests:
        parts.append(_("guests included"))
    return ", ".join(parts) + "."


def _best_in_words(best: int) -> str:
    words = ngettext("only each one’s best rubber counts", "only each one’s best %(number)s count", best)
    return words % {"number": best}


def all_games_of(season: Season) -> list[str]:
    """The games of rubbers that were played in the season, and duplicate where a session of it was published."""
    return [*queries.games_of(season), *([DUPLICATE] if has_duplicate(season) else [])]


def is_of_duplicate(params: Mapping[str, Any], games: Sequence[str]) -> bool:
    """Whether duplicate is asked for, or is all that there is in a season of these games."""
    chosen = params.get("game", "")
    return chosen == DUPLICATE or (list(games) == [DUPLICATE] and chosen not in SYSTEMS)


def game_tabs(games: Iterable[str]) -> list[tuple[str, str]]:
    """These games with their titles."""
    return [(game, _("Duplicate") if game == DUPLICATE else told(SYSTEMS[game].title)) for game in games]


def view_of(season: Season, params: Mapping[str, Any]) -> View:
    return View(params, terms=queries.terms_of(season), games=queries.games_of(season))


def placed_of(season: Season, view: View, figures: Iterable[Figures]) -> list[Placed]:
    """The season's standings as asked for; as published, where that is what is asked for."""
    return _in_order(season, view, rank(figures, by=view.order, least=view.the_least, guests=view.with_guests))


def _in_order(season: Season, view: View, placed: list[Placed]) -> list[Placed]:
    if season.is_closed and view.is_as_published:
        published = queries.published_ranks(season, view.the_game)
        placed = [line._replace(rank=published[line.figures.member_id]) for line in placed]
    return MEMBERS.sorted(placed, view.data)


def pairs_in_order(season: Season, view: View) -> list[PairFigures]:
    """The season's pairs as asked for."""
    return PAIRS_OF_MEMBERS.sorted(pairs_of(season, view.the_game, guests=view.with_guests), view.data)


def standings_context(season: Season, params: Mapping[str, Any], now: datetime, games: Sequence[str]) -> dict[str, Any]:
    """`games` are those of the season, with duplicate."""
    of_rubbers = [game for game in games if game != DUPLICATE]
    view = View(params, terms=queries.terms_of(season), games=of_rubbers)
    context = _about(season, view, now) | {"games": game_tabs(games)}
    if view.is_pairs:
        pairs = Paginator(pairs_in_order(season, view), PAGE_SIZE).get_page(params.get("page"))
        heads = PAIRS_OF_MEMBERS.heads(params)
        return context | {"page": pairs, "heads": heads, "few": FEW, "ranking": ranking_in_words(view, needed=0)}
    table = table_of(season, view, with_skills=view.order == Order.RATING or "rating" in MEMBERS.chosen(view.data))
    placed = _in_order(season, view, table.placed)
    page = Paginator(placed, PAGE_SIZE).get_page(params.get("page"))
    shown = list(page.object_list)
    members = [line.figures.member_id for line in shown]
    trends = queries.trends(season, view.the_game, members) if view.order != Order.RATING else {}
    lines = [StandingsLine(line, curve(trends.get(line.figures.member_id, []))) for line in shown]
    return (
        context
        | {"columns": _columns(season, view)}
        | {"page": page, "lines": lines, "heads": MEMBERS.heads(params)}
        | {"ranking": ranking_in_words(view, view.the_least.of(table.most))}
        | {"rubbers": 0 if view.the_best else table.rubbers}
    )


def _columns(season: Season, view: View) -> Columns:
    return Columns(
        season.slug,
        view.the_game,
        view.order.value,
        roomy_average="" if view.order == Order.AVERAGE else "roomy",
        roomy_won="" if view.order == Order.SHARE else "roomy",
        roomy_net="roomy" if view.order == Order.RATING else "",
    )


def _about(season: Season, view: View, now: datetime) -> dict[str, Any]:
    return {
        "season": season,
        "view": view,
        "game": view.the_game,
        "game_title": told(SYSTEMS[view.the_game].title),
        "tabs": [*Order.choices, (PAIRS, _("Pairs"))],
        "sort": MEMBERS.chosen(view.data),
        "tab": PAIRS if view.is_pairs else view.order.value,
        "as_of": season.closed_at or now,
        "waiting": 0 if season.is_closed else queries.waiting(season, view.the_game),
    } | _from_earlier(season, view)


def _from_earlier(season: Season, view: View) -> dict[str, Any]:
    found = [] if season.is_closed else queries.from_earlier(season, view.the_game)
    corrections = sum(each.is_correction for each in found)
    return {"from_earlier": found, "corrections": corrections, "late": len(found) - corrections}


def closing_context(season: Season, now: datetime) -> dict[str, Any]:
    """Template context of closing a season; `late` are the rubbers that would then count in the following one."""
    unagreed = queries.unagreed_in(season)
    late = [each for each in unagreed if each.rubber.season_by == Rubber.SeasonBy.PLAY]
    return {
        "season": season,
        "following": Season.objects.after(season).first(),
        "late": late,
        "shown": late[:SHOWN],
        "more": len(late[SHOWN:]),
        "by_posting": len(unagreed) - len(late),
        "order": Order(queries.terms_of(season).by),
    } | _closing_duplicate(season, now)


def _closing_duplicate(season: Season, now: datetime) -> dict[str, Any]:
    counted, unpublished = counted_in(season), list(unpublished_in(season, now))
    return {
        "counting": duplicate_terms_of(season).counting,
        "sessions": counted.sessions,
        "provisional": counted.provisional(now),
        "unpublished": unpublished[:SHOWN],
        "more_unpublished": len(unpublished[SHOWN:]),
    }
