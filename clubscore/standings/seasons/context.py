"""Template context of the pages of the standings."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, NamedTuple
from urllib.parse import urlencode

from django.core.paginator import Paginator
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from clubscore.calendar import evening_of
from clubscore.languages.spoken import told
from clubscore.ledger.models import Season
from clubscore.members.models import Member
from clubscore.rubbers.models import Rubber
from clubscore.standings import queries
from clubscore.standings.charts import PlaceLine, place_line
from clubscore.standings.duplicate.context import DUPLICATE
from clubscore.standings.duplicate.queries import (
    counted_in,
    duplicate_terms_of,
    has_duplicate,
    unpublished_in,
)
from clubscore.standings.ranking.ranks import Figures, Order, Placed, rank
from clubscore.standings.seasons.about import AboutMember, about_member, member_place
from clubscore.standings.seasons.forms import PAIRS, View
from clubscore.standings.seasons.pairs import PairFigures, pairs_of
from clubscore.standings.seasons.places import PlacesCourse, places_course
from clubscore.standings.seasons.table import SeasonTable, table_of
from clubscore.web.sorting import Sorter
from scoring import SYSTEMS

PAGE_SIZE = 100  # lines
SHOWN = 20  # rubbers not agreed, and sessions not published
_KEPT = ("game", "by", "sort", "least", "best", "guests", "page")
FEW = 5  # fewer rubbers than this say nothing yet


def _rating(placed: Placed) -> int | None:
    return placed.figures.skill.rating if placed.figures.skill else None


MEMBERS: Sorter[Placed] = Sorter(
    "sort",
    {
        "name": lambda placed: placed.figures.name.casefold(),
        "rubbers": lambda placed: placed.figures.rubbers,
        "won": lambda placed: placed.figures.share,
        "average": lambda placed: placed.figures.average,
        "net": lambda placed: placed.figures.net,
        "rating": _rating,
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
    """A line of the table on the page: a member's place, the line of the member's places, and the places moved.

    The line is None if there are too few places. `moved` is the number of places by which the member has risen within
    a week. The HTML of the line is cached under its values.
    """

    placed: Placed
    course: PlaceLine | None
    moved: int

    @property
    def figures(self) -> Figures:
        return self.placed.figures


class SharedColumns(NamedTuple):
    """The values that all lines of a table share. The last three are CSS classes of columns: `roomy`, or empty.

    `query` has the reader's other choices, for the address of an unfolded line; it is empty or ends with `&`.

    A phone leaves out the columns of the class `roomy`: it has room for the net points, and for the figure by which the
    members are ranked.
    """

    season: str
    game: str
    tab: str
    query: str
    roomy_average: str
    roomy_won: str
    roomy_net: str


def ranking_in_words(view: View, needed: int) -> str:
    """The ranking as text: `Ranked by net points, at least 10 rubbers, only each one’s best 20 count, guests included.`

    `needed` is the number of rubbers that a rank requires; 0 if it requires none.
    """
    if view.is_pairs:
        parts = [_("Pairs by net points together")]
    else:
        parts = [capfirst(str(view.order.ranked_by))]
        if needed:
            at_least = ngettext(
                "at least %(number)s rubber", "at least %(number)s rubbers", needed
            )
            parts.append(at_least % {"number": needed})
        if view.the_best:
            parts.append(_best_in_words(view.the_best))
    if view.with_guests:
        parts.append(_("guests included"))
    return ", ".join(parts) + "."


def _best_in_words(best: int) -> str:
    words = ngettext(
        "only each one’s best rubber counts",
        "only each one’s best %(number)s count",
        best,
    )
    return words % {"number": best}


def all_games_of(season: Season) -> list[str]:
    """The games of the rubbers that count in the season, and duplicate if a session of the season is published."""
    games = queries.games_of(season)
    if has_duplicate(season):
        games.append(DUPLICATE)
    return games


def is_of_duplicate(params: Mapping[str, Any], games: Sequence[str]) -> bool:
    """True if the address asks for duplicate, or names no game and the season has duplicate only."""
    chosen = params.get("game", "")
    if chosen == DUPLICATE:
        return True
    return list(games) == [DUPLICATE] and chosen not in SYSTEMS


def game_tabs(games: Iterable[str]) -> list[tuple[str, str]]:
    """The key and the title of each of these games, for the tabs."""
    return [(game, _game_title(game)) for game in games]


def _game_title(game: str) -> str:
    return _("Duplicate") if game == DUPLICATE else told(SYSTEMS[game].title)


def view_of(season: Season, params: Mapping[str, Any]) -> View:
    return View(params, terms=queries.terms_of(season), games=queries.games_of(season))


def placed_of(season: Season, view: View, figures: Iterable[Figures]) -> list[Placed]:
    """The lines of the season's standings, ranked and sorted by the reader's choices.

    If the reader has kept the season's own terms and the season is closed, the ranks are the published ranks.
    """
    placed = rank(figures, by=view.order, least=view.the_least, guests=view.with_guests)
    return MEMBERS.sorted(_as_published(season, view, placed), view.data)


def _as_published(season: Season, view: View, placed: list[Placed]) -> list[Placed]:
    """The lines with the published ranks, if the reader has kept the own terms of a season that is closed."""
    if not (season.is_closed and view.is_as_published):
        return placed
    published = queries.published_ranks(season, view.the_game)
    return [line._replace(rank=published[line.figures.member_id]) for line in placed]


def pairs_in_order(season: Season, view: View) -> list[PairFigures]:
    """The season's pairs with their figures, sorted as the reader chose.

    They are the pairs of the game that the reader chose; pairs with guests are left out if the reader leaves guests
    out.
    """
    pairs = pairs_of(season, view.the_game, guests=view.with_guests)
    return PAIRS_OF_MEMBERS.sorted(pairs, view.data)


def standings_context(
    season: Season,
    params: Mapping[str, Any],
    now: datetime,
    games: Sequence[str],
    reader: Member,
) -> dict[str, Any]:
    """Template context of the standings of rubbers. `games` are the season's games, duplicate included."""
    of_rubbers = [game for game in games if game != DUPLICATE]
    view = View(params, terms=queries.terms_of(season), games=of_rubbers)
    context = _about(season, view, now) | {"games": game_tabs(games)}
    if view.is_pairs:
        return context | _pairs_context(season, view, params)
    return context | _members_context(season, view, params, reader, now)


def _pairs_context(
    season: Season, view: View, params: Mapping[str, Any]
) -> dict[str, Any]:
    pairs = pairs_in_order(season, view)
    return {
        "page": Paginator(pairs, PAGE_SIZE).get_page(params.get("page")),
        "heads": PAIRS_OF_MEMBERS.heads(params),
        "few": FEW,
        "ranking": ranking_in_words(view, needed=0),
    }


def _members_context(
    season: Season,
    view: View,
    params: Mapping[str, Any],
    reader: Member,
    now: datetime,
) -> dict[str, Any]:
    shows_ratings = view.order == Order.RATING or "rating" in MEMBERS.chosen(view.data)
    table = table_of(season, view, with_skills=shows_ratings)
    ranked = _as_published(season, view, table.placed)
    in_order = MEMBERS.sorted(ranked, view.data)
    page = Paginator(in_order, PAGE_SIZE).get_page(params.get("page"))
    course = _course(season, view, table, now)
    lines = _lines(list(page.object_list), course)
    return {
        "columns": _columns(season, view, params),
        "page": page,
        "own_place": member_place(ranked, reader.pk, view.order, course),
        "heads": MEMBERS.heads(params),
        "ranking": ranking_in_words(view, view.the_least.of(table.most)),
        "rubbers": 0 if view.the_best else table.rubbers,
    } | _about_member(season, view, params, lines, ranked, course)


def _about_member(
    season: Season,
    view: View,
    params: Mapping[str, Any],
    lines: Sequence[StandingsLine],
    ranked: Sequence[Placed],
    course: PlacesCourse,
) -> dict[str, Any]:
    """The lines of the page, parted below the line of the member whom the reader asks about, and facts about them."""
    about = about_member(season, view.the_game, params.get("about", ""))
    until = _lines_until(lines, about)
    if about is None or not until:
        return {"lines_above_about": lines, "lines_below_about": [], "about": None}
    return {
        "lines_above_about": lines[:until],
        "lines_below_about": lines[until:],
        "about": about,
        "about_line": lines[until - 1],
        "about_place": member_place(ranked, about.member.pk, view.order, course),
    }


def _course(
    season: Season, view: View, table: SeasonTable, now: datetime
) -> PlacesCourse:
    """The course of the places in the table. In a closed season nobody has moved within a week."""
    a_week_ago = None
    if not season.is_closed:
        a_week_ago = evening_of(now) - timedelta(days=7)
    return places_course(
        season,
        view.the_game,
        by=view.order,
        least=view.the_least,
        best=view.the_best,
        listed=table.listed,
        a_week_ago=a_week_ago,
    )


def _lines(shown: Sequence[Placed], course: PlacesCourse) -> list[StandingsLine]:
    """The lines of one page, each with the line of the member's places and the places moved."""
    lines = []
    for placed in shown:
        member_id = placed.figures.member_id
        drawn = place_line(course.line_of(member_id, placed.rank), course.lowest)
        moved = course.moved(member_id, placed.rank)
        lines.append(StandingsLine(placed, drawn, moved))
    return lines


def _lines_until(lines: Sequence[StandingsLine], about: AboutMember | None) -> int:
    """The number of lines down to the line of the member `about`; 0 if this member has no line on the page."""
    if about is None:
        return 0
    for number, line in enumerate(lines, start=1):
        if line.figures.member_id == about.member.pk:
            return number
    return 0


def _columns(season: Season, view: View, params: Mapping[str, Any]) -> SharedColumns:
    average = "" if view.order == Order.AVERAGE else "roomy"
    won = "" if view.order == Order.SHARE else "roomy"
    net = "roomy" if view.order == Order.RATING else ""
    return SharedColumns(
        season.slug,
        view.the_game,
        view.order.value,
        _kept_query(params),
        roomy_average=average,
        roomy_won=won,
        roomy_net=net,
    )


def _kept_query(params: Mapping[str, Any]) -> str:
    kept = {name: params[name] for name in _KEPT if name in params}
    return f"{urlencode(kept)}&" if kept else ""


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
    bookings = [] if season.is_closed else queries.from_earlier(season, view.the_game)
    corrections = sum(booking.is_correction for booking in bookings)
    return {
        "from_earlier": bookings,
        "corrections": corrections,
        "late": len(bookings) - corrections,
    }


def closing_context(season: Season, now: datetime) -> dict[str, Any]:
    """Template context of the page on which an admin closes a season.

    `late` in the context are the rubbers that are not agreed yet, and would count in the following season.
    """
    unagreed = queries.unagreed_in(season)
    late = [
        waiting
        for waiting in unagreed
        if waiting.rubber.season_by == Rubber.SeasonBy.PLAY
    ]
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
    counted = counted_in(season)
    unpublished = list(unpublished_in(season, now))
    return {
        "counting": duplicate_terms_of(season).counting,
        "sessions": counted.sessions,
        "provisional": counted.provisional(now),
        "unpublished": unpublished[:SHOWN],
        "more_unpublished": len(unpublished[SHOWN:]),
    }
