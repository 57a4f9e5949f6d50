"""Queries for the next deal of the four players of a rubber, and for the rubber that these four played before.

Until a rubber is agreed, the correction period of a deal ends with the next deal of the same four players. After the
last deal of a rubber, that is the first deal of the next rubber that they play, at any table and in any seats. Deals of
other players at their table do not matter, and a substitution makes another four. Two records of one person are one
person. The queries run only for rubbers to which this matters.
"""

from typing import Any, NamedTuple

from django.db.models import (
    BooleanField,
    Case,
    Exists,
    F,
    OuterRef,
    Q,
    QuerySet,
    Subquery,
    Value,
    When,
)
from django.db.models.functions import Coalesce

from clubscore.contracts.models import SignatureMethod
from clubscore.database.prepared.queries import Prepared
from clubscore.members.models import Member
from clubscore.rubbers.models import AuctionOver, Deal, Rubber, RubberSeat
from scoring import Side

PERSON = Coalesce("member__merged_into", "member")


class FirstDealAfter(NamedTuple):
    """The progress that the four players have made with their next deal in a later rubber, seen from an earlier rubber.

    The fields are filled in only for an earlier rubber that is over and not agreed. For any other rubber both fields
    are False.
    """

    is_recorded: bool = False
    """True if a later rubber has a deal on its sheet that the same four played."""
    is_called: bool = False
    """True if such a deal is recorded, or all four have called on the first deal of a later rubber that they play.

    A player of each side must have said that all have called.
    """


class RubberBefore(NamedTuple):
    """The rubber that the four players of a rubber played before it."""

    pk: int
    system: str
    """The key of its game in scoring.SYSTEMS."""
    table_id: int


def follows_unagreed() -> Case:
    """An SQL condition: true for a rubber in play if one of its players has played a rubber that waits to be agreed."""
    players_now = _players_of(_outer("pk", 2)).values("person")
    played = _players_of(_outer("pk", 1)).filter(person__in=players_now)
    waiting = Rubber.objects.unagreed().filter(Exists(played), pk__lt=_outer("pk", 1))
    return Case(
        When(ended_at=None, then=Exists(waiting)),
        default=Value(False),
        output_field=BooleanField(),
    )


def _outer(column: str, levels: int) -> OuterRef:
    """A column of the query that is so many levels around the query in which it is used."""
    reference = OuterRef(column)
    for _level in range(levels - 1):
        reference = OuterRef(reference)
    return reference


def _players_of(rubber: OuterRef) -> QuerySet[Any]:
    """The seats of the current players of this rubber, each with its `person`."""
    seats = RubberSeat.objects.filter(rubber=rubber, until=None)
    return seats.annotate(person=PERSON)


def _someone_lacks(seats: QuerySet[Any], four_of: OuterRef) -> Exists:
    """An SQL condition: true if one of the current players of the rubber `four_of` has none of these seats.

    `seats` is a query one level inside the query of these players.
    """
    own = seats.annotate(person=PERSON).filter(person=_outer("person", 1))
    return Exists(_players_of(four_of).filter(~Exists(own)))


def _later_rubbers_of_north() -> QuerySet[RubberSeat]:
    """The seats that the North player of the rubber around has had in later rubbers that count.

    What all four have played is found among the rubbers of one of them.
    """
    north = Subquery(_players_of(_outer("pk", 3)).filter(seat="N").values("person"))
    records = Member.objects.filter(Q(pk=north) | Q(merged_into=north))
    return RubberSeat.objects.filter(
        member__in=records, rubber__gt=_outer("pk", 1), rubber__voided_at=None
    )


def _has_deal_of_the_four() -> Exists:
    """An SQL condition: true for a seat of `_later_rubbers_of_north` if its rubber has a deal that the four played."""
    recorded_at = _outer("recorded_at", 2)
    had_the_seat = Q(until=None) | Q(until__gte=recorded_at)
    at_the_deal = RubberSeat.objects.filter(
        had_the_seat, rubber=_outer("rubber", 2), since__lte=recorded_at
    )
    struck = Deal.objects.filter(
        rubber=_outer("rubber", 1),
        number=_outer("number", 1),
        version__gt=_outer("version", 1),
        is_struck=True,
    )
    on_sheet = Deal.objects.filter(
        ~Exists(struck),
        ~_someone_lacks(at_the_deal, four_of=_outer("pk", 3)),
        rubber=_outer("rubber", 1),
        is_struck=False,
    )
    return Exists(on_sheet)


def _is_called_by_the_four() -> Q:
    """An SQL condition: true for a seat of `_later_rubbers_of_north` if the four have called on its first deal.

    The four have seats in that rubber, and a player of each side there has said so.
    """
    their_seats = RubberSeat.objects.filter(rubber=_outer("rubber", 2))
    both_sides = Q(*(_has_called(side) for side in Side))
    return both_sides & ~Q(_someone_lacks(their_seats, four_of=_outer("pk", 2)))


def _has_called(side: Side) -> Exists:
    """An SQL condition: true for a seat if a player of that side has said that all have called on the first deal there.

    The player's word must bind the side: a table PIN does not bind a side that has a member.
    """
    seats = [str(seat) for seat in side.seats]
    had_the_seat = Q(rubber__seats__until=None) | Q(rubber__seats__until__gte=F("at"))
    is_guest = Q(member__is_guest=True, member__merged_into=None) | Q(
        member__merged_into__is_guest=True
    )
    players_now = RubberSeat.objects.filter(until=None, seat__in=seats)
    has_a_member = Exists(players_now.filter(~is_guest, rubber=_outer("rubber", 1)))
    binds_the_side = ~Q(how=SignatureMethod.TABLE_PIN) | ~has_a_member
    on_first_deal = AuctionOver.objects.filter(
        had_the_seat,
        binds_the_side,
        rubber=_outer("rubber", 1),
        after=None,
        rubber__seats__member=F("member"),
        rubber__seats__corrected_at=None,
        rubber__seats__since__lte=F("at"),
        rubber__seats__seat__in=seats,
    )
    return Exists(on_first_deal)


def _next_deals(pks: list[int]) -> QuerySet[Rubber, tuple[int, bool, bool]]:
    later = _later_rubbers_of_north()
    is_recorded = _has_deal_of_the_four()
    next_deals = Rubber.objects.filter(pk__in=pks).annotate(
        is_recorded=Exists(later.filter(is_recorded)),
        is_called=Exists(later.filter(is_recorded | _is_called_by_the_four())),
    )
    return next_deals.values_list("pk", "is_recorded", "is_called")


def _rubbers_before(pks: list[int]) -> QuerySet[Rubber, tuple[int, int, str, int]]:
    four_there = RubberSeat.objects.filter(rubber=_outer("pk", 2), until=None)
    following = Rubber.objects.filter(
        ~_someone_lacks(four_there, four_of=_outer("pk", 2)),
        pk__in=pks,
        pk__gt=_outer("pk", 1),
    )
    played_since = _later_rubbers_of_north().filter(
        _has_deal_of_the_four(), rubber__lt=_outer("following", 1)
    )
    waiting = Rubber.objects.unagreed().with_a_deal()
    before = waiting.annotate(following=Subquery(following.values("pk")[:1])).filter(
        ~Exists(played_since), following__isnull=False
    )
    return before.values_list("following", "pk", "system", "table")


NEXT_DEALS: Prepared[tuple[int, bool, bool]] = Prepared(_next_deals)
"""The query for rubbers that are over: each row is the id of the rubber and the fields of its FirstDealAfter."""

RUBBERS_BEFORE: Prepared[tuple[int, int, str, int]] = Prepared(_rubbers_before)
"""The query for rubbers in play: each row is the id of the rubber and the fields of its RubberBefore.

Rubbers without a deal are passed over. The rubber before is found only if it waits to be agreed.
"""
