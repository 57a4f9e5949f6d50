"""Read a whole session in four or five SQL statements, however many tables it has."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from datetime import date
from typing import Any

from django.db.models import Exists, OuterRef, QuerySet

from clubscore.database.prepared.queries import Prepared, PreparedLookup
from clubscore.duplicate.models import (
    ClockChange,
    Entry,
    Place,
    Plan,
    PlanRow,
    RoundStart,
    Session,
)
from clubscore.duplicate.session.clock import RoundClock
from clubscore.duplicate.session.plans import ROW_COLUMNS, editions_of, movement_of
from clubscore.duplicate.session.state import SectionState, SessionState
from scoring.movements.plan import MovementRow


def load(pk: int) -> SessionState:
    """The state of the session with this id. Raises Session.DoesNotExist.

    It is read in four SQL statements, and one more if a director has changed the clock of a round.
    """
    states = _states(_PLANS.of_one(pk))
    if not states:
        raise Session.DoesNotExist(f"There is no session {pk}.")
    return states[0]


def load_all(sessions: QuerySet[Session]) -> list[SessionState]:
    """The states of these sessions, ordered by id.

    It takes four SQL statements, and one more if the clock of a round was changed; one if there are no sessions.
    """
    return _states(_plans(sessions))


def load_day(day: date) -> list[SessionState]:
    """The states of the sessions of a day that were not cancelled, ordered by id.

    It takes four SQL statements, and one more if the clock of a round was changed; one if there are no sessions.
    """
    return _states(_PLANS_OF_DAY.find(day))


def _states(written: Iterable[Plan]) -> list[SessionState]:
    """The states of the sessions to which these plans belong, in the order of the plans.

    Each plan has its section and its session.
    """
    plans: dict[int, list[Plan]] = defaultdict(list)
    sessions: dict[int, Session] = {}
    for plan in written:
        plans[plan.section_id].append(plan)
        sessions.setdefault(plan.section.session_id, plan.section.session)
    if not sessions:
        return []
    starts = _clocks(list(sessions))
    sections = _sections(list(sessions), plans)
    states = []
    for pk, session in sessions.items():
        states.append(SessionState(session, tuple(sections[pk]), starts[pk]))
    return states


def _clocks(pks: list[int]) -> Mapping[int, Mapping[int, RoundClock]]:
    """The clock of each round that has begun, by the id of the session and the number of the round.

    It takes one SQL statement, and one more if the clock of a round was changed.
    """
    found = _STARTS.of(pks)
    changes: dict[int, list[ClockChange]] = defaultdict(list)
    if any(start.is_changed for start in found):
        for change in _CHANGES.of(pks):
            changes[change.start_id].append(change)
    clocks: dict[int, dict[int, RoundClock]] = defaultdict(dict)
    for start in found:
        clock = RoundClock(start, start.at, tuple(changes[start.pk]))
        clocks[start.session_id][start.round] = clock
    return clocks


def _sections(
    pks: list[int], plans: Mapping[int, list[Plan]]
) -> Mapping[int, list[SectionState]]:
    """The sections of these sessions, by the id of the session. Every section has a plan."""
    rows: dict[int, list[MovementRow]] = defaultdict(list)
    for plan_id, *row in _ROWS.of(pks):
        rows[plan_id].append(MovementRow(*row))
    entries: dict[int, dict[int, Entry]] = defaultdict(dict)
    places: dict[int, list[Place]] = defaultdict(list)
    for place in _PLACES.of(pks):
        entry = place.entry
        places[entry.section_id].append(place)
        # Every entry has a place, so that all entries are read here.
        entries[entry.section_id].setdefault(entry.number, entry)
    sections: dict[int, list[SectionState]] = defaultdict(list)
    for of_section in plans.values():
        section = of_section[0].section
        editions = editions_of(of_section, rows)
        state = SectionState(
            section,
            tuple(of_section),
            editions,
            movement_of(of_section[-1], editions),
            dict(sorted(entries[section.pk].items())),
            tuple(places[section.pk]),
        )
        sections[section.session_id].append(state)
    return sections


def _plans(sessions: QuerySet[Session] | list[int]) -> QuerySet[Plan]:
    plans = Plan.objects.filter(section__session__in=sessions).select_related(
        "section__session__director"
    )
    return plans.order_by("section__session", "section__letter", "edition")


def _rows(pks: list[int]) -> QuerySet[PlanRow, tuple[Any, ...]]:
    planned = PlanRow.objects.filter(plan__section__session__in=pks).order_by(
        "round", "table"
    )
    return planned.values_list("plan", *ROW_COLUMNS)


def _places(pks: list[int]) -> QuerySet[Place]:
    places = (
        Place.objects.filter(session__in=pks)
        .select_related("entry", "member")
        .order_by("pk")
    )
    return places.defer(*_UNREAD)


_UNREAD = (
    "seated_at",
    "seated_by",
    "entry__entered_at",
    "entry__entered_by",
    "member__password",
    "member__last_login",
    "member__joined_at",
    "member__pin",
    "member__pin_set_at",
    "member__pin_set_on",
    "member__phone",
    "member__external_id",
    "member__national_id",
    "member__note",
)
"""The columns of a place, its entry and its member that no page of a session shows.

To read the dates of a hundred places takes a noticeable time.
"""

_PLANS = Prepared(_plans)
_PLANS_OF_DAY: PreparedLookup[Plan] = PreparedLookup(
    lambda day: _plans(Session.objects.current().filter(day=day)),
    Session._meta.get_field("day"),
)
_STARTS: Prepared[Any] = Prepared(
    lambda pks: (
        RoundStart.objects.in_force()
        .filter(session__in=pks)
        .annotate(is_changed=Exists(ClockChange.objects.filter(start=OuterRef("pk"))))
        .order_by("pk")
    )
)
_CHANGES = Prepared(
    lambda pks: ClockChange.objects.filter(start__session__in=pks).order_by("pk")
)
_ROWS: Prepared[tuple[Any, ...]] = Prepared(_rows)
_PLACES = Prepared(_places)
