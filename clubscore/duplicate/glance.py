"""The sessions of an evening at a glance: for the room, the wall and the page of the evening."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime
from functools import cached_property

from django.db.models import Count, OuterRef, QuerySet, Subquery

from clubscore.duplicate.lineup import TableLine, line_up
from clubscore.duplicate.loading import load_all
from clubscore.duplicate.models import Place, RoundStart, Session
from clubscore.duplicate.results import all_results_of
from clubscore.duplicate.sight import Viewer, may_see, moment_of
from clubscore.duplicate.state import SessionState
from clubscore.duplicate.travellers.context import Place as Ranked
from clubscore.duplicate.travellers.context import ranking_context
from clubscore.members.models import Member
from clubscore.members.queries import records_of

ANYBODY = Viewer(None)


@dataclass(frozen=True)
class Glance:
    """A session as it is now; its lists only where anybody may see them."""

    state: SessionState
    lists: tuple[tuple[str, tuple[Ranked, ...]], ...] = ()

    @property
    def session(self) -> Session:
        return self.state.session

    @cached_property
    def open_numbers(self) -> int:
        """The numbers that nobody has taken."""
        return sum(len(section.open_numbers) for section in self.state.sections)

    @cached_property
    def players(self) -> int:
        return sum(len(there) for section in self.state.sections for there in section.players.values())

    @property
    def begun_at(self) -> datetime | None:
        """When the round that is played began."""
        start = self.state.starts.get(self.state.round)
        return start.at if start else None

    @property
    def ends_at(self) -> datetime | None:
        """When the round that is played ends by the plan."""
        start = self.state.starts.get(self.state.round)
        return start.ends_at if start and self.session.is_in_play else None

    @cached_property
    def lines(self) -> list[TableLine]:
        """Every table where two pairs meet in the round that is played, or in the first."""
        sections = line_up(self.state, max(self.state.round, 1))
        return [line for section in sections for line in section.tables if line.is_played]


def open_sessions_of(day: date) -> list[Glance]:
    """The sessions of an evening that are in play or wait for pairs, the oldest first: four statements, or one."""
    return [Glance(state) for state in load_all(Session.objects.open().filter(day=day).order_by("pk"))]


def sessions_of(day: date) -> list[Glance]:
    """The sessions of an evening, the oldest first, with the lists that anybody may see: at most twelve statements."""
    states = load_all(Session.objects.current().filter(day=day).order_by("pk"))
    results = all_results_of([state.session.pk for state in states])
    found = []
    for state in states:
        mine = results[state.session.pk]
        shown = state.session.is_begun and may_see(ANYBODY, None, moment_of(state, mine))
        lists = _lists(ranking_context(state, mine, None)["lists"]) if shown else ()
        found.append(Glance(state, lists))
    return found


def _lists(lists: object) -> tuple[tuple[str, tuple[Ranked, ...]], ...]:
    assert isinstance(lists, Sequence)
    return tuple((name, tuple(rows)) for name, rows in lists)


def mark_of(day: date) -> str:
    """A text that changes when a session of that evening opens, fills, goes to another round, ends or is cancelled.

    Not with every result, before all may see them: afterwards it changes with the revision.
    """
    rows = Session.objects.filter(day=day).annotate(
        taken=_counted(Place.objects.all()),
        left=_counted(Place.objects.exclude(to_round=None)),
        begun=_counted(RoundStart.objects.all()),
    )
    facts = rows.order_by("pk").values_list("pk", "taken", "left", "begun", "cancelled_at", "ended_at", "revision")
    return ".".join(
        f"{pk}-{taken}-{left}-{begun}-{'x' if cancelled else revision if ended else ''}"
        for pk, taken, left, begun, cancelled, ended, revision in facts
    )


def _counted(rows: "QuerySet[Place] | QuerySet[RoundStart]") -> Subquery:
    mine = rows.filter(session=OuterRef("pk")).order_by().values("session")
    return Subquery(mine.annotate(count=Count("pk")).values("count"))


def own_sessions(member: Member) -> QuerySet[Session]:
    """The sessions in play in which a member has a place."""
    places = Place.objects.taken().filter(member__in=records_of(member))
    return Session.objects.in_play().filter(pk__in=places.values("session")).order_by("pk")


def begun_between(first: date, last: date) -> QuerySet[Session]:
    """The sessions that were played on evenings from the first to the last."""
    return Session.objects.current().exclude(started_at=None).filter(day__gte=first, day__lte=last)
