"""The documents of the API as plain values.

docs/api.md promises their fields: a field may be added, but no field may be changed.
"""

from datetime import datetime

from django.urls import reverse

from clubscore.calendar import evening_of
from clubscore.evenings.matrix import MatrixColumn, MatrixRow
from clubscore.evenings.queries import PlayedEvening
from clubscore.ledger.models import Season
from clubscore.public.api.frame import Document, club_document
from clubscore.public.api.session_documents import session_summary
from clubscore.public.models import PublicChoice
from clubscore.public.pages import queries
from clubscore.public.pages.evenings import EveningState, public_evening
from clubscore.public.pages.percents import PublicPercents
from clubscore.standings.ranking.percentages import PercentPlaced
from clubscore.standings.ranking.ranks import Placed
from clubscore.web.clock import moment
from clubscore.web.csv import rounded
from scoring import Side
from scoring.contest.rounding import half_away


def room_document(choice: PublicChoice, now: datetime) -> Document:
    tables = [_table(table) for table in queries.public_room(choice, now)]
    return club_document(evening=evening_of(now).isoformat(), tables=tables)


def _table(table: queries.OpenTable) -> Document:
    card = table.card
    sheet = card.sheet
    points = deals = None
    if sheet:
        points = {side.value: sheet.totals[side].total for side in Side}
        deals = len(sheet.deals)
    return {
        "table": card.table.name,
        "game": card.rubber.system if card.rubber else card.table.system,
        "in_play": card.in_play,
        "players": {place.seat.value: place.name for place in card.seats},
        "points": points,
        "vulnerable": [place.seat.value for place in card.seats if place.vulnerable],
        "deals": deals,
        "last_deal": card.last or None,
        "last_deal_at": moment(card.played_at),
    }


def evenings_document(
    year: int | None, years: list[int], listed: list[PlayedEvening]
) -> Document:
    evenings = [
        {
            "evening": evening.day.isoformat(),
            "rubbers": evening.rubbers,
            "not_agreed": evening.not_agreed,
            "sessions": evening.sessions,
            "address": reverse("public:api-evening", args=[evening.day]),
        }
        for evening in listed
    ]
    return club_document(year=year, years=years, evenings=evenings)


def evening_document(
    choice: PublicChoice, state: EveningState, now: datetime
) -> Document:
    shown_evening = public_evening(choice, state, now)
    return club_document(
        evening=state.day.isoformat(),
        in_play=shown_evening.in_play,
        rubbers=[_rubber(column) for column in shown_evening.matrix.columns],
        players=[_player(row) for row in shown_evening.matrix.rows],
        sessions=[
            session_summary(shown.session, is_final=shown.is_final)
            for shown in shown_evening.sessions
        ],
    )


def _rubber(column: MatrixColumn) -> Document:
    rubber = column.rubber
    return {
        "number": column.number,
        "game": rubber.system,
        "table": rubber.table.name,
        "ended_at": moment(rubber.ended_at),
        "is_agreed": not column.is_pencilled,
    }


def _player(row: MatrixRow) -> Document:
    """The document of one player of an evening.

    `points` are in the order of the evening's rubbers; None for a rubber in which the player did not play.
    """
    return {
        "name": row.member.name,
        "points": [cell.points for cell in row.cells],
        "total": row.total,
    }


def seasons_document(seasons: list[Season]) -> Document:
    return club_document(seasons=[_season(season) for season in seasons])


def _season(season: Season) -> Document:
    return {
        "season": season.slug,
        "name": season.name,
        "begins_on": season.begins_on.isoformat(),
        "is_final": season.is_closed,
        "closed_at": moment(season.closed_at),
        "address": reverse("public:api-standings", args=[season.slug]),
    }


def standings_document(
    choice: PublicChoice, season: Season, game: str, now: datetime
) -> Document:
    shown = queries.public_standings(choice, season, game, now)
    about = {
        "season": _season(season),
        "game": shown.game,
        "games": shown.games,
    }
    if isinstance(shown, PublicPercents):
        counting = shown.counting
        return club_document(
            **about,
            ranked_by=counting.by.value,
            best=counting.best,
            last=counting.last,
            sessions=shown.sessions,
            provisional=shown.provisional,
            lines=[_percent_line(line) for line in shown.lines],
            more=shown.more,
        )
    lines = [_line(line) for line in shown.lines]
    return club_document(
        **about, ranked_by=shown.order.value, lines=lines, more=shown.more
    )


def _percent_line(line: PercentPlaced) -> Document:
    figures = line.figures
    return {
        "rank": line.rank,
        "name": figures.name,
        "is_guest": figures.is_guest,
        "sessions": figures.sessions,
        "counted": figures.counted,
        "percent": float(half_away(figures.percent, 2)),
        "best": float(half_away(figures.best, 2)),
        "masterpoints": figures.masterpoints / 100,
    }


def _line(line: Placed) -> Document:
    figures = line.figures
    return {
        "rank": line.rank,
        "name": figures.name,
        "is_guest": figures.is_guest,
        "rubbers": figures.rubbers,
        "won": figures.won,
        "lost": figures.lost,
        "net": figures.net,
        "per_rubber": rounded(figures.average),
        "rating": figures.skill.rating if figures.skill else None,
    }
