"""Reads for the public pages, with public names.

Each page has a mark: a text that changes whenever the page may have changed. Most marks take one query.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import date, datetime, timedelta

from django.db.models import Count, Max, Sum
from django.utils.translation import gettext as _

from clubscore.calendar import beginning_of, end_of, evening_of
from clubscore.evenings.queries import (
    ListedEvening,
    evenings_of,
    years,
)
from clubscore.languages.spoken import told
from clubscore.ledger.models import Season, Transaction
from clubscore.members.models import Member
from clubscore.public.models import PublicChoice
from clubscore.public.names import names_for, stand_ins
from clubscore.public.naming import Naming
from clubscore.public.pages.percents import (
    MOST_LINES,
    PublicPercents,
    percents_mark,
    public_percents,
)
from clubscore.room.cards import TableCard
from clubscore.room.queries import the_room
from clubscore.room.topics import ROOM, room_revisions
from clubscore.rubbers.models import Rubber
from clubscore.standings.queries import figures_of, terms_of
from clubscore.standings.ranking.ranks import Order, Placed
from clubscore.standings.seasons.context import (
    all_games_of,
    game_tabs,
    is_of_duplicate,
    placed_of,
)
from clubscore.standings.seasons.forms import View
from clubscore.tables.queries import Seating
from scoring import SYSTEMS


def evening_scope(day: date) -> str:
    """The `scope` of public names on this evening's pages: a number that replaces a name is the same on all of them.

    These pages are the page of the room and the page of the evening.
    """
    return f"evening {day.isoformat()}"


# --- the room ---


@dataclass(frozen=True, slots=True)
class OpenTable:
    """A table at which somebody plays or sits, as the public sees it."""

    card: TableCard
    """The table's card, without the score if the rubber is hidden. Its members have only an id and a public name."""
    is_hidden: bool
    """True if the rubber is in play, and the club shows rubbers only when they are over."""

    @property
    def title(self) -> str:
        if not self.is_hidden:
            return self.card.title
        in_play = _("in play")
        return f"{self.card.table.game} · {in_play}"


def room_mark(now: datetime) -> str:
    return f"{evening_of(now)} {room_revisions([ROOM])[ROOM]}"


def public_room(choice: PublicChoice, now: datetime) -> list[OpenTable]:
    """The tables at which somebody plays or sits, with public names."""
    cards = [card for card in the_room().cards if not card.free]
    shown: set[int] = set()
    for card in cards:
        shown |= _records_at(card)
    scope = evening_scope(evening_of(now))
    people = stand_ins(names_for(shown, naming=Naming(choice.naming), scope=scope))
    return [
        _open_table(card, people, hides_play=not choice.shows_play) for card in cards
    ]


def _records_at(card: TableCard) -> set[int]:
    """The ids of the member records that the card of a table shows."""
    in_rubber = {place.member_id for place in card.places}
    in_seats = {member.pk for member in card.seating.seats.values()}
    return in_rubber | in_seats


def _open_table(
    card: TableCard, people: Mapping[int, Member], *, hides_play: bool
) -> OpenTable:
    """The table as the public sees it, with public names, and without the score if the rubber is hidden.

    `people` are unsaved members that have only an id and a public name, by the member's id; they replace the members.
    The rows of `card` are changed in memory, but nothing is written to the database. If `hides_play`, a rubber in play
    is hidden.
    """
    for place in card.places:
        place.member = people[place.member_id]
    seats = {seat: people[member.pk] for seat, member in card.seating.seats.items()}
    shown = replace(card, seating=Seating(seats, []))
    is_hidden = hides_play and shown.in_play
    return OpenTable(replace(shown, has_score=not is_hidden), is_hidden)


# --- evenings ---


def evening_mark(day: date) -> str:
    """A text that changes whenever the page of that evening does; empty if nobody played on that evening."""
    begun = Rubber.objects.counting().filter(
        started_at__gte=beginning_of(day), started_at__lt=end_of(day)
    )
    state = begun.aggregate(
        rubbers=Count("pk"),
        moves=Sum("revision"),
        ended=Count("ended_at"),
        agreed=Count("agreed_at"),
        at=Max("agreed_at"),
    )
    if not state["rubbers"]:
        return ""
    return " ".join(map(str, state.values()))


def evenings_mark() -> str:
    return str(Rubber.objects.aggregate(last=Max("pk"))["last"] or 0)


def evening_years(now: datetime) -> list[int]:
    """The years with evenings, newest first. Years that are still to come, made by a wrong clock, are left out."""
    return [year for year in years() if year <= evening_of(now).year]


def evenings_since(now: datetime, *, days: int) -> list[ListedEvening]:
    """The evenings of the last `days` days, newest first."""
    today = evening_of(now)
    first = today - timedelta(days=days)
    since: list[ListedEvening] = []
    for year in range(today.year, first.year - 1, -1):
        since += [
            evening for evening in evenings_of(year) if first <= evening.day <= today
        ]
    return since


def evenings_in(year: int | None) -> list[ListedEvening]:
    """The evenings of that year, newest first; [] without a year."""
    return list(evenings_of(year)) if year else []


# --- standings ---


@dataclass(frozen=True, slots=True)
class PublicStandings:
    """A season's standings in one game, with public names, best first.

    The season's own terms decide which figure ranks members, which rubbers count, and who is ranked.
    """

    season: Season
    game: str
    games: list[str]
    order: Order
    lines: list[Placed]
    more: int
    """The number of lines that are left out because the table is very long."""

    @property
    def game_title(self) -> str:
        return told(SYSTEMS[self.game].title)

    @property
    def tabs(self) -> list[tuple[str, str]]:
        """The season's games with their titles."""
        return game_tabs(self.games)


def standings_mark(season: Season, now: datetime) -> str:
    """A text that changes whenever the standings may have changed.

    It changes when anything is booked or a session is published, when a correction period ends, when the season is
    closed, and when its terms change.
    """
    newest = Transaction.objects.aggregate(last=Max("pk"))["last"] or 0
    return f"{newest} {season.closed_at} {terms_of(season).words} {percents_mark(season, now)}"


def public_standings(
    choice: PublicChoice, season: Season, game: str, now: datetime
) -> PublicStandings | PublicPercents:
    """The public standings of a season in `game`; in the season's first game if the season does not have `game`."""
    games = all_games_of(season)
    if is_of_duplicate({"game": game}, games):
        return public_percents(choice, season, games, now)
    return _of_rubbers(choice, season, game, games)


def _of_rubbers(
    choice: PublicChoice, season: Season, game: str, games: list[str]
) -> PublicStandings:
    of_rubbers = [name for name in games if name in SYSTEMS]
    view = View({"game": game}, terms=terms_of(season), games=of_rubbers)
    figures = figures_of(
        season,
        view.the_game,
        best=view.the_best,
        with_skills=view.order == Order.RATING,
    )
    names = names_for(
        [line.member_id for line in figures],
        naming=Naming(choice.naming),
        scope=f"season {season.slug}",
    )
    named = [line._replace(name=names[line.member_id]) for line in figures]
    placed = placed_of(season, view, named)
    return PublicStandings(
        season=season,
        game=view.the_game,
        games=games,
        order=view.order,
        lines=placed[:MOST_LINES],
        more=len(placed[MOST_LINES:]),
    )


def all_seasons() -> list[Season]:
    """All seasons, newest first."""
    return list(Season.objects.order_by("-begins_on"))


def begun(seasons: Iterable[Season], now: datetime) -> list[Season]:
    """The seasons that have begun."""
    return [season for season in seasons if season.begins_on <= evening_of(now)]
