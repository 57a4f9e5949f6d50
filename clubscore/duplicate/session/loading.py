"""Read a session whole, in a fixed number of statements however many tables it has."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from datetime import date
from typing import Any

from django.db.models import QuerySet

from clubscore.database.prepared.queries import Prepared, PreparedLookup
from clubscore.duplicate.models import Entry, Place, Plan, PlanRow, RoundStart, Session
from clubscore.duplicate.session.plans import ROW_COLUMNS, editions_of, movement_of
from clubscore.duplicate.session.state import SectionState, SessionState
from scoring.movements.plan import MovementRow


def load(pk: int) -> SessionState:
    """The session with this id, in four statements. Raises Session.DoesNotExist."""
    if found := _states(_PLANS.of_one(pk)):
        return found[0]
    raise Session.DoesNotExist(f"There is no session {pk}.")


def load_all(sessions: QuerySet[Session]) -> list[SessionState]:
    """These sessions by id, in four statements however many; in one where there is none."""
    return _states(_plans(sessions))


def load_day(day: date) -> list[SessionState]:
    """The sessions of an evening by id, those that were cancelled left out, in four statements; in one where there is
    none.
    """
    return _states(_PLANS_OF_DAY.find(day))


def _states(written: Iterable[Plan]) -> list[SessionState]:
    plans: dict[int, list[Plan]] = defaultdict(list)
    for plan in written:
        plans[plan.section_id].append(plan)
    if not plans:
        return []
    found = {
        plan[0].section.session_id: plan[0].section.session for plan in plans.values()
    }
    starts: dict[int, dict[int, RoundStart]] = defaultdict(dict)
    for start in _STARTS.of(list(found)):
        starts[start.session_id][start.round] = start
    sections = _sections(list(found), plans)
    return [
        SessionState(session, tuple(sections[pk]), starts[pk])
        for pk, session in found.items()
    ]


def _sections(
    pks: list[int], plans: Mapping[int, list[Plan]]
) -> Mapping[int, list[SectionState]]:
    """The sections of these sessions, by session. Each has a plan."""
    rows: dict[int, list[MovementRow]] = defaultdict(list)
    for plan_id, *row in _ROWS.of(pks):
        rows[plan_id].append(MovementRow(*row))
    entries: dict[int, dict[int, Entry]] = defaultdict(dict)
    places: dict[int, list[Place]] = defaultdict(list)
    for place in _PLACES.of(pks):
        places[place.entry.section_id].append(place)
        # Nobody enters without a place.
        entries[place.entry.section_id].setdefault(place.entry.number, place.entry)
    found: dict[int, list[SectionState]] = defaultdict(list)
    for there in plans.values():
        section, editions = there[0].section, editions_of(there, rows)
        movement = movement_of(there[-1], editions)
        found[section.session_id].append(
            SectionState(
                section,
                tuple(there),
                editions,
                movement,
                dict(sorted(entries[section.pk].items())),
                tuple(places[section.pk]),
            )
        )
    return found


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
    *("seated_at", "seated_by", "entry__entered_at", "entry__entered_by"),
    *(
        "member__password",
        "member__last_login",
        "member__joined_at",
        "member__pin",
        "member__pin_set_at",
    ),
    *(
        "member__pin_set_on",
        "member__phone",
        "member__external_id",
        "member__national_id",
        "member__note",
    ),
)
"""What no page of a session shows of a place, its entry and its member: dates of a hundred places take their time."""

_PLANS = Prepared(_plans)
_PLANS_OF_DAY: PreparedLookup[Plan] = PreparedLookup(
    lambda day: _plans(Session.objects.current().filter(day=day)),
    Session._meta.get_field("day"),
)
_STARTS = Prepared(
    lambda pks: RoundStart.objects.filter(session__in=pks).order_by("pk")
)
_ROWS: Prepared[tuple[Any, ...]] = Prepared(_rows)
_PLACES = Prepared(_places)
