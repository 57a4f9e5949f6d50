"""The public evenings: the rubbers of an evening, and the sessions of duplicate that were published, together.

The pages of a club that has not made duplicate public have only the rubbers.
"""

from dataclasses import dataclass
from datetime import date, datetime, timedelta

from django.db.models import Count, Max, Min, QuerySet

from clubscore.duplicate.models import Publication, Session
from clubscore.duplicate.outcomes.published import is_final, rows_of
from clubscore.duplicate.results.publishing.queries import newest_of_days
from clubscore.evenings.matrix import Matrix, matrix_of
from clubscore.evenings.queries import (
    PlayedEvening,
    evening_after,
    evening_before,
    matrix_for,
    rubbers_of,
)
from clubscore.public.models import PublicChoice
from clubscore.public.names import names_for, stand_ins
from clubscore.public.naming import Naming
from clubscore.public.pages.queries import (
    evening_mark,
    evening_scope,
    evening_years,
    evenings_in,
    evenings_mark,
)
from clubscore.public.pages.sessions import (
    PublicSession,
    played_in,
    public_sessions,
    session_years,
    sessions_mark,
)

A_DAY = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class EveningState:
    """The publications of an evening, and a text that changes whenever the page of the evening does."""

    day: date
    publications: list[Publication]
    mark: str
    """Empty if there is nothing to show: no rubber, and no published session."""


@dataclass(frozen=True, slots=True)
class PublicEvening:
    """The results of one evening, and the number of rubbers that are still in play."""

    matrix: Matrix
    in_play: int
    sessions: list[PublicSession]


def evening_state(day: date, now: datetime, *, with_sessions: bool) -> EveningState:
    """The state of an evening. Takes one statement, and one more with the sessions."""
    publications = newest_of_days(day, day + A_DAY) if with_sessions else []
    marks = [evening_mark(day)]
    for publication in publications:
        session = publication.session
        final = is_final(session, publication, now)
        marks.append(f"{publication.pk} {final} {session.is_friendly}")
    return EveningState(day, publications, " ".join(filter(None, marks)))


def public_evening(
    choice: PublicChoice, state: EveningState, now: datetime
) -> PublicEvening:
    """The results of an evening. Members who played rubbers and duplicate have one public name in both."""
    day = state.day
    rubbers = rubbers_of(day)
    matrix = matrix_for(day, rubbers)
    rows = rows_of(state.publications) if state.publications else []
    shown = {row.member.pk for row in matrix.rows} | played_in(rows)
    names = names_for(shown, naming=Naming(choice.naming), scope=evening_scope(day))
    people = stand_ins(names)
    in_matrix = {row.member.pk: people[row.member.pk] for row in matrix.rows}
    sessions: list[PublicSession] = []
    if state.publications:
        sessions = public_sessions(state.publications, rows, people, now)
    in_play = sum(not rubber.is_over for rubber in rubbers)
    return PublicEvening(matrix_of(day, matrix.columns, in_matrix), in_play, sessions)


# --- the list ---


def list_mark(*, with_sessions: bool) -> str:
    """A text that changes whenever the list of the evenings may have changed."""
    if not with_sessions:
        return evenings_mark()
    return f"{evenings_mark()} {sessions_mark()}"


def listed_years(now: datetime, *, with_sessions: bool) -> list[int]:
    """The years with evenings, newest first. Years that are still to come, made by a wrong clock, are left out."""
    found = set(evening_years(now))
    if with_sessions:
        found |= set(session_years(now))
    return sorted(found, reverse=True)


def listed_evenings(year: int | None, *, with_sessions: bool) -> list[PlayedEvening]:
    """The evenings of that year, newest first; [] without a year."""
    if not year:
        return []
    sessions: dict[date, int] = {}
    if with_sessions:
        days = _published().filter(day__year=year).values_list("day")
        sessions = dict(days.annotate(count=Count("pk")).order_by())
    listed = [
        PlayedEvening(
            evening.day,
            evening.rubbers,
            evening.not_agreed,
            sessions.pop(evening.day, 0),
        )
        for evening in evenings_in(year)
    ]
    listed += [PlayedEvening(day, 0, 0, count) for day, count in sessions.items()]
    return sorted(listed, key=lambda evening: evening.day, reverse=True)


def neighbours(day: date, *, with_sessions: bool) -> tuple[date | None, date | None]:
    """The evening before that day, and the evening after it; None if there is none."""
    before, after = [evening_before(day)], [evening_after(day)]
    if with_sessions:
        earlier, later = (
            _published().filter(day__lt=day),
            _published().filter(day__gt=day),
        )
        before.append(earlier.aggregate(last=Max("day"))["last"])
        after.append(later.aggregate(first=Min("day"))["first"])
    return max(filter(None, before), default=None), min(
        filter(None, after), default=None
    )


def _published() -> QuerySet[Session]:
    return Session.objects.current().filter(publications__number=1)
