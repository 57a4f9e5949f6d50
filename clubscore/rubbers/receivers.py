"""Two records of one person become one, or two again: never while one of them plays; the pages of a rubber move."""

from collections.abc import Iterator

from django.dispatch import receiver
from django.utils.translation import gettext as _

from clubscore.members.merging.services import MergeRefused
from clubscore.members.models import Member
from clubscore.members.queries import records_of
from clubscore.members.signals import before_merging, merging, parting, weighing_a_merge
from clubscore.rubbers.models import Rubber, Substitution
from clubscore.rubbers.rubber.holding import move_signatures
from clubscore.rubbers.rubber.loading import load_all
from clubscore.tables.locks import lock_tables
from clubscore.tables.models import Sitting
from clubscore.tables.services import move_page


@receiver(weighing_a_merge)
def in_play(*, kept: Member, merged: Member, **signal: object) -> list[str]:
    """The reasons against a merge: a rubber that one of the two plays, and one in which a player may be replaced by it.

    Who signs for a seat would be another person in the middle of the rubber.
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
            % {"name": name, "noun": rubber.noun, "table": rubber.table.name}
        )


def _may_play_on(member: Member) -> Iterator[str]:
    proposed = Substitution.objects.open().filter(
        substitute=member, rubber__ended_at=None
    )
    for substitution in proposed.select_related("rubber__table"):
        at = substitution.rubber.table.name
        yield _(
            "%(name)s is proposed as a substitute at %(at)s: decide that first, or take it back."
        ) % {
            "name": member.name,
            "at": at,
        }


@receiver(before_merging)
def hold_the_tables(*, kept: Member, merged: Member, **signal: object) -> None:
    """Lock the tables at which one of the two records sits, and the tables of rubbers in which `merged` has a seat.

    One statement locks all of them, so that later steps of the merge may come in any order.
    """
    here = Sitting.objects.filter(member__in=[kept, merged], left_at=None).values_list(
        "table", flat=True
    )
    played = Rubber.objects.filter(agreed_at=None, seats__member=merged).values_list(
        "table", flat=True
    )
    lock_tables(ids={*here, *played})


@receiver(merging)
def after_merging(*, merged: Member, **signal: object) -> None:
    """Move the pages of the rubbers in which the person has a side from now on."""
    _move_the_pages(merged)


@receiver(parting)
def after_parting(*, merged: Member, **signal: object) -> None:
    """Move the pages of the rubbers in which the person has a side no more.

    Raises MergeRefused while the person plays under the closed record: nobody would sit in that seat. The rubbers that
    could be opened again are locked before that is looked at.
    """
    _move_the_pages(merged)
    if reasons := list(_plays(merged)):
        raise MergeRefused(" ".join(reasons))


def _move_the_pages(merged: Member) -> None:
    """Refresh the pages of unagreed rubbers: the signatures of a seat now belong to another person."""
    for state in load_all(
        Rubber.objects.unagreed().filter(seats__member=merged).distinct().order_by("pk")
    ):
        move_page(table_id=state.rubber.table_id)
        move_signatures(state=state)
