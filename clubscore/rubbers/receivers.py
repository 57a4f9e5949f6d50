"""Receivers for the merge of two member records, and for undoing a merge: refusals during play, locks, live pages."""

from collections.abc import Iterable, Iterator

from django.dispatch import receiver
from django.utils.translation import gettext as _

from clubscore.members.merging.services import MergeRefused
from clubscore.members.models import Member
from clubscore.members.people.services import CannotLeave, RoleRefused
from clubscore.members.queries import records_of
from clubscore.members.signals import (
    before_merging,
    leaving,
    merging,
    parting,
    silencing,
    weighing_a_merge,
)
from clubscore.rubbers.models import Rubber, RubberSeat, Substitution
from clubscore.rubbers.rubber.holding import move_signatures
from clubscore.rubbers.rubber.loading import load_all
from clubscore.tables.locks import lock_tables
from clubscore.tables.models import Sitting
from clubscore.tables.services import move_page


@receiver(weighing_a_merge)
def in_play(*, kept: Member, merged: Member, **signal: object) -> list[str]:
    """Sentences that say why the records `kept` and `merged` cannot be merged now; [] if they can.

    There is a sentence for each rubber in play in which one of the two plays or is proposed as a substitute: the person
    who signs for a seat must not change during a rubber.
    """
    return [
        reason
        for member in (kept, merged)
        for reason in (*_plays(member), *_may_play_on(member))
    ]


def _plays(member: Member) -> Iterator[str]:
    name, played = (
        member.name,
        Rubber.objects.in_play().filter(
            seats__member__in=records_of(member), seats__until=None
        ),
    )
    for rubber in played.select_related("table"):
        yield (
            _(
                "%(name)s plays in the %(noun)s at %(table)s: finish it, or let somebody play on for %(name)s."
            )
            % {"name": name, "noun": rubber.noun, "table": rubber.table.called}
        )


def _may_play_on(member: Member) -> Iterator[str]:
    proposed = Substitution.objects.open().filter(
        substitute=member, rubber__ended_at=None
    )
    for substitution in proposed.select_related("rubber__table"):
        at = substitution.rubber.table.called
        yield _(
            "%(name)s is proposed as a substitute at %(at)s: decide that first, or take it back."
        ) % {
            "name": member.name,
            "at": at,
        }


@receiver(before_merging)
def hold_the_tables(
    *, kept: Member, merged: Member, by: Member, **signal: object
) -> None:
    """Before a merge, lock each table where one of the records sits or where `merged` has played an unagreed rubber.

    One statement locks all of them, so that later steps of the merge may come in any order. Raises MergeRefused if the
    admin `by` plays in such a rubber: nobody says who signs there beside or against them (decision 0075).
    """
    here = Sitting.objects.filter(member__in=[kept, merged], left_at=None).values_list(
        "table", flat=True
    )
    played = Rubber.objects.filter(agreed_at=None, seats__member=merged).values_list(
        "table", flat=True
    )
    lock_tables(ids={*here, *played})
    _require_no_own_matter(merged, by)


def _require_no_own_matter(merged: Member, by: Member) -> None:
    """Raise MergeRefused if `by` plays or has played in a rubber that waits to be agreed and that `merged` has played.

    Whoever signs for the seat of `merged` changes by a merge, and by undoing it.
    """
    if words := _in_own_matter([merged], by):
        raise MergeRefused(words)


@receiver(leaving)
def leave_no_opponent_unheard(*, member: Member, by: Member, **signal: object) -> None:
    """Raise CannotLeave if `by` has played with the member in a rubber that waits to be agreed.

    Who has left can neither sign nor object, and time would post the rubber (decision 0075).
    """
    if words := _in_own_matter(records_of(member), by):
        raise CannotLeave(words)


@receiver(silencing)
def silence_no_opponent(*, member: Member, by: Member, **signal: object) -> None:
    """Raise RoleRefused if `by` would let a member only watch with whom `by` has played a rubber that waits."""
    if words := _in_own_matter(records_of(member), by):
        raise RoleRefused(words)


def _in_own_matter(records: Iterable[Member], by: Member) -> str:
    """A sentence if `by` has played in a rubber that waits to be agreed with one of these records; else empty.

    The records of one person are given. Rubbers of `by` under one of them do not count: admins may decide about their
    own records.
    """
    played = RubberSeat.objects.filter(member__in=records)
    seats = RubberSeat.objects.filter(
        member__in=records_of(by),
        rubber__in=Rubber.objects.unagreed().filter(seats__in=played),
    ).exclude(member__in=records)
    seat = seats.select_related("rubber__table").first()
    if seat is None:
        return ""
    other = played.filter(rubber=seat.rubber).select_related("member").first()
    words = _(
        "You play in a %(noun)s with %(name)s at %(table)s that is not agreed: another admin does this."
    )
    return words % {
        "noun": seat.rubber.noun,
        "name": other.member.name if other else "",
        "table": seat.rubber.table.called,
    }


@receiver(merging)
def after_merging(*, merged: Member, **signal: object) -> None:
    """After a merge, refresh the pages of the rubbers that wait to be agreed and in which `merged` has played."""
    _move_the_pages(merged)


@receiver(parting)
def after_parting(*, merged: Member, **signal: object) -> None:
    """After a merge is undone, refresh the pages of rubbers that wait to be agreed and in which `merged` has played.

    Raises MergeRefused if the person plays under the record `merged` in a rubber in play: nobody would sit in that
    seat. The check comes last, when the rubbers that could be opened again are locked.
    """
    _move_the_pages(merged)
    if reasons := list(_plays(merged)):
        raise MergeRefused(" ".join(reasons))


def _move_the_pages(merged: Member) -> None:
    """Refresh the pages of the rubbers that are over, wait to be agreed, and in which `merged` has had a seat.

    The signatures of that seat belong to another person after a merge or its undoing.
    """
    for state in load_all(
        Rubber.objects.unagreed().filter(seats__member=merged).distinct().order_by("pk")
    ):
        move_page(table_id=state.rubber.table_id)
        move_signatures(state=state)
