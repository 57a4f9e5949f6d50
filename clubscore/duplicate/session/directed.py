"""Those who in fact directed a session: its director, its deputies, and everybody who acted there as a director."""

from collections.abc import Collection, Iterator, Mapping, Set
from typing import Any

from django.db.models import Exists, OuterRef, Q, QuerySet
from django.db.models.functions import Coalesce

from clubscore.duplicate.models import (
    BoardGroup,
    Call,
    ClockChange,
    Correction,
    Deputy,
    LateChange,
    Penalty,
    PenaltyLift,
    Place,
    Plan,
    Play,
    PlayReopening,
    PlaySignature,
    Publication,
    RoundStart,
    Ruling,
    Session,
)
from clubscore.members.models import Member

Deeds = QuerySet[Any, tuple[int, int | None]]
"""A query of the sessions and the persons of deeds: the id of the session, and that of the person if there is one."""


def has_directed(session: Session, member: Member) -> bool:
    """True for a member who in fact directed the session. Runs one SQL statement."""
    return member.person_id in directors_of(session)


def directors_of(session: Session) -> Set[int]:
    """The ids of the persons who in fact directed the session. Runs one SQL statement."""
    return all_directors_of([session])[session.pk]


def all_directors_of(sessions: Collection[Session]) -> Mapping[int, Set[int]]:
    """Map the id of each session to the ids of the persons who in fact directed it, also if they were not named for it.

    They are the director, everybody who was ever a deputy, and everybody who did what only a director does: began or
    ended play, changed the plan or the clock, answered a call, entered or checked a result of a table at which they did
    not play, ruled, gave a penalty, decided or proposed a correction, or published. Who hears an appeal or approves a
    late change does not direct. Runs one SQL statement.
    """
    people: dict[int, set[int]] = {}
    for session in sessions:
        people[session.pk] = {session.director.person_id}
    first, *others = _deeds_in([*people])
    for session_id, person in first.union(*others):
        if person is not None:
            people[session_id].add(person)
    return people


def _deeds_in(pks: list[int]) -> Iterator[Deeds]:
    """For each kind of deed, a query of the persons who did it in one of these sessions."""
    here = {"session__in": pks}
    yield _persons(Deputy.objects.filter(**here), "member")
    changed = Plan.objects.filter(section__session__in=pks, edition__gt=1)
    yield _persons(changed, "adopted_by", "section__session")
    for name in ("by", "taken_back_by"):
        yield _persons(RoundStart.objects.filter(**here), name)
    for name in ("by", "ended_by"):
        clocks = ClockChange.objects.filter(start__session__in=pks)
        yield _persons(clocks, name, "start__session")
        yield _persons(PlayReopening.objects.filter(**here), name)
    yield _persons(Session.objects.filter(pk__in=pks), "ended_by", "pk")
    yield _persons(Call.objects.filter(**here), "answered_by")
    yield _persons(Ruling.objects.filter(made_by_appeals=None, **here), "ruled_by")
    yield _persons(BoardGroup.objects.filter(**here), "grouped_by")
    yield _persons(Penalty.objects.filter(**here), "given_by")
    lifts = PenaltyLift.objects.filter(penalty__session__in=pks)
    yield _persons(lifts, "lifted_by", "penalty__session")
    # A request that was taken back was decided by whoever had asked.
    decided = Correction.objects.filter(**here).exclude(decision="withdrawn")
    yield _persons(decided, "decided_by")
    yield _persons(LateChange.objects.filter(**here), "proposed_by")
    yield _persons(Publication.objects.filter(**here), "by")
    yield _strangers(Play.objects.filter(**here), "recorded_by", "")
    signatures = PlaySignature.objects.filter(play__session__in=pks)
    yield _strangers(signatures, "member", "play__")


def _persons(rows: QuerySet[Any], name: str, session: str = "session") -> Deeds:
    """A query of the persons in a column of these rows. `session` is the lookup from a row to its session."""
    person = Coalesce(f"{name}__merged_into", name)
    return rows.order_by().annotate(person=person).values_list(session, "person")


def _strangers(rows: QuerySet[Any], name: str, path: str) -> Deeds:
    """A query of the persons in a column of these rows who did not play at the table of the result.

    `path` is the prefix of the lookups from a row to its result, such as `play__`.
    """
    plays_it = Q()
    for hand in ("north", "south", "east", "west"):
        plays_it |= Q(entry__number=OuterRef(f"{path}{hand}"))
    person = Coalesce("member__merged_into", "member")
    places = Place.objects.filter(
        plays_it, entry__section=OuterRef(f"{path}section")
    ).annotate(person=person)
    at_the_table = Exists(places.filter(person=OuterRef("person")))
    return _persons(rows, name, f"{path}session").exclude(at_the_table)
