"""The published results of sessions of duplicate as the public sees them, with public names in them.

Only published results are read: no session in play, no board, no hand, and no text of a director, because a director
may have named somebody in it.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from datetime import date, datetime

from django.db.models import Count, Max, Q
from django.utils.translation import ngettext

from clubscore.calendar import evening_of
from clubscore.duplicate.models import Publication, PublishedRow, Session
from clubscore.duplicate.outcomes.published import (
    figure_of,
    in_lists,
    is_final,
    place_of_row,
    rows_of,
)
from clubscore.duplicate.results.masterpoints.words import masterpoints_in_words
from clubscore.duplicate.results.publishing.open_boards import (
    boards_left_open,
    left_open_in_words,
)
from clubscore.duplicate.results.publishing.queries import entries_in, newest_of_days
from clubscore.duplicate.session.lineup import names_of_shares
from clubscore.members.models import Member
from clubscore.public.models import PublicChoice
from clubscore.public.names import names_for, stand_ins
from clubscore.public.naming import Naming
from clubscore.public.pages.queries import evening_scope


@dataclass(frozen=True, slots=True)
class ListedSession:
    """A published session, with the number of pairs, teams or players that have a result in it."""

    session: Session
    entries: int

    @property
    def entries_in_words(self) -> str:
        """The number of entries in words: `8 pairs`, `6 teams` or `12 players`."""
        words = {
            "team": ngettext("%(number)s team", "%(number)s teams", self.entries),
            "player": ngettext("%(number)s player", "%(number)s players", self.entries),
            "pair": ngettext("%(number)s pair", "%(number)s pairs", self.entries),
        }
        return words[self.session.noun] % {"number": self.entries}


@dataclass(frozen=True, slots=True)
class ListedEntry:
    """A line of published results: a pair, team or player with place and score."""

    place: str
    names: str
    boards: int
    figure: str
    masterpoints: str


@dataclass(frozen=True, slots=True)
class PublicSession:
    """The published results of one session. `lists` has the title and the lines of each list."""

    session: Session
    publication: Publication
    is_final: bool
    lists: list[tuple[str, list[ListedEntry]]]
    open_boards: str
    """A sentence about the boards that the publication left open; empty if there are none."""

    @property
    def has_percentages(self) -> bool:
        return self.session.contest_rules.ranks_by_percentages

    @property
    def has_masterpoints(self) -> bool:
        """True if an entry has won masterpoints."""
        lines = [line for _name, ranked in self.lists for line in ranked]
        return any(line.masterpoints for line in lines)


def sessions_mark() -> str:
    """A text that changes when results are published or a session is taken into the season.

    It is for the page that lists the sessions.
    """
    counted = Count("session", filter=Q(session__taken_in_at__isnull=False))
    mark = Publication.objects.aggregate(last=Max("pk"), counted=counted)
    return f"{mark['last'] or 0}-{mark['counted']}"


def session_years(now: datetime) -> list[int]:
    """The years with published sessions, newest first. Years to come, made by a wrong clock, are left out."""
    sessions = Session.objects.current().filter(publications__number=1)
    this_year = evening_of(now).year
    years = [day.year for day in sessions.dates("day", "year", "DESC")]
    return [year for year in years if year <= this_year]


def sessions_in(year: int | None) -> list[ListedSession]:
    """The published sessions of that year, newest first; [] if `year` is None. Takes two statements."""
    publications = publications_in(year)
    entries = entries_in(publications)
    return [
        ListedSession(publication.session, entries.get(publication.pk, 0))
        for publication in publications
    ]


def publications_in(year: int | None) -> list[Publication]:
    """The newest publication of each session of that year, the newest session first; [] if `year` is None."""
    if not year:
        return []
    return newest_of_days(date(year, 1, 1), date(year + 1, 1, 1))[::-1]


def public_session(
    choice: PublicChoice, session: Session, publication: Publication, now: datetime
) -> PublicSession:
    """The published results of a session, with the public names of the evening. Takes at most six statements."""
    rows = rows_of([publication])
    names = names_for(
        played_in(rows), naming=Naming(choice.naming), scope=evening_scope(session.day)
    )
    publication.session = session
    (shown,) = public_sessions([publication], rows, stand_ins(names), now)
    return shown


def played_in(rows: Iterable[PublishedRow]) -> set[int]:
    """The ids of the member records that played for the entries of these rows."""
    return {player.member_id for row in rows for player in row.players.all()}


def public_sessions(
    publications: Collection[Publication],
    rows: Iterable[PublishedRow],
    people: Mapping[int, Member],
    now: datetime,
) -> list[PublicSession]:
    """The results of these publications, whose sessions have been read, in one statement.

    `rows` are the rows of the publications, as `rows_of` reads them; `people` are stand-ins for their players, by id.
    """
    rows_by_publication: dict[int, list[PublishedRow]] = defaultdict(list)
    for row in rows:
        rows_by_publication[row.publication_id].append(row)
    left_open = boards_left_open(publications)
    shown = []
    for publication in publications:
        session = publication.session
        lists = []
        for name, ranked in in_lists(session, rows_by_publication[publication.pk]):
            lines = [_line(row, session, people) for row in ranked]
            lists.append((name, lines))
        shown.append(
            PublicSession(
                session,
                publication,
                is_final(session, publication, now),
                lists,
                left_open_in_words(left_open.get(publication.pk, ())),
            )
        )
    return shown


def _line(
    row: PublishedRow, session: Session, people: Mapping[int, Member]
) -> ListedEntry:
    shares = [(people[player.member_id], player.rounds) for player in row.players.all()]
    return ListedEntry(
        place=place_of_row(row),
        names=names_of_shares(shares),
        boards=row.boards,
        figure=figure_of(row, session.contest_rules),
        masterpoints=masterpoints_in_words(row.masterpoints),
    )
