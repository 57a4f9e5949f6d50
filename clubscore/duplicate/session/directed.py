"""Those who in fact directed a session: its director, its deputies, and everybody who acted there as a director."""

from collections.abc import Iterator
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


def has_directed(session: Session, member: Member) -> bool:
    """True for a member who in fact directed the session. Runs one SQL statement."""
    return member.person_id in directors_of(session)


def directors_of(session: Session) -> frozenset[int]:
    """The ids of the persons who in fact directed the session, also of those who were never named for it.

    They are the director, everybody who was ever a deputy, and everybody who did what only a director does: began or
    ended play, changed the plan or the clock, answered a call, entered or checked a result of a table at which they did
    not play, ruled, gave a penalty, decided or proposed a correction, or published. Who hears an appeal or approves a
    late change does not direct. Runs one SQL statement.
    """
    first, *others = _deeds_of(session)
    people = first.union(*others)
    return frozenset(
        {session.director.person_id, *(pk for pk in people if pk is not None)}
    )


def _deeds_of(session: Session) -> Iterator[QuerySet[Any, int | None]]:
    """For each kind of deed, a query of the ids of the persons who did it in the session."""
    here = {"session": session}
    yield _persons(Deputy.objects.filter(**here), "member")
    changed = Plan.objects.filter(section__session=session, edition__gt=1)
    yield _persons(changed, "adopted_by")
    for name in ("by", "taken_back_by"):
        yield _persons(RoundStart.objects.filter(**here), name)
    for name in ("by", "ended_by"):
        yield _persons(ClockChange.objects.filter(start__session=session), name)
        yield _persons(PlayReopening.objects.filter(**here), name)
    yield _persons(Session.objects.filter(pk=session.pk), "ended_by")
    yield _persons(Call.objects.filter(**here), "answered_by")
    yield _persons(Ruling.objects.filter(made_by_appeals=None, **here), "ruled_by")
    yield _persons(BoardGroup.objects.filter(**here), "grouped_by")
    yield _persons(Penalty.objects.filter(**here), "given_by")
    yield _persons(PenaltyLift.objects.filter(penalty__session=session), "lifted_by")
    # A request that was taken back was decided by whoever had asked.
    decided = Correction.objects.filter(**here).exclude(decision="withdrawn")
    yield _persons(decided, "decided_by")
    yield _persons(LateChange.objects.filter(**here), "proposed_by")
    yield _persons(Publication.objects.filter(**here), "by")
    yield _strangers(Play.objects.filter(**here), "recorded_by", "")
    yield _strangers(
        PlaySignature.objects.filter(play__session=session), "member", "play__"
    )


def _persons(rows: QuerySet[Any], name: str) -> QuerySet[Any, int | None]:
    """A query of the ids of the persons in a column of these rows."""
    person = Coalesce(f"{name}__merged_into", name)
    return rows.order_by().annotate(person=person).values_list("person", flat=True)


def _strangers(rows: QuerySet[Any], name: str, path: str) -> QuerySet[Any, int | None]:
    """A query of the ids of the persons in a column of these rows who did not play at the table of the result.

    `path` is the prefix of the lookups from a row to its result, such as `play__`.
    """
    plays_it = Q()
    for hand in ("north", "south", "east", "west"):
        plays_it |= Q(entry__number=OuterRef(f"{path}{hand}"))
    places = Place.objects.filter(
        plays_it, entry__section=OuterRef(f"{path}section")
    ).annotate(person=Coalesce("member__merged_into", "member"))
    return _persons(rows, name).exclude(
        Exists(places.filter(person=OuterRef("person")))
    )
