"""Queries for the rubbers before and after a rubber at its table.

Until a rubber is agreed, the correction period of a deal ends with the next deal. After the last deal of a
rubber, the next deal is the first deal of the next rubber. The queries run only for rubbers to which this matters.
"""

from typing import NamedTuple

from django.db.models import Exists, F, OuterRef, Q, QuerySet, Subquery

from clubscore.contracts.models import SignatureMethod
from clubscore.database.prepared.queries import Prepared
from clubscore.rubbers.models import AuctionOver, Deal, Rubber, RubberSeat
from scoring import Side


class FirstDealAfter(NamedTuple):
    """The progress that later rubbers at the table have made with their first deal, seen from an earlier rubber.

    The fields are filled in only for an earlier rubber that is over and not agreed. For any other rubber both fields
    are False.
    """

    is_recorded: bool = False
    """True if a later rubber at the table has a deal on its sheet."""
    is_called: bool = False
    """True if a later rubber at the table has a deal, or all have called on its first deal.

    A player of each side must have said that all have called.
    """


def follows_unagreed() -> Exists:
    """An SQL condition: true for a rubber if some rubber at its table is over and waits to be agreed.

    For a rubber in play, the one that waits is an earlier rubber. For a rubber that is over, it may be that rubber
    itself.
    """
    return Exists(Rubber.objects.unagreed().filter(table=OuterRef("table")))


def _is_on_a_sheet() -> Exists:
    """An SQL condition: true for a rubber that has a deal which is not struck out."""
    struck = Deal.objects.filter(
        rubber=OuterRef("rubber"),
        number=OuterRef("number"),
        version__gt=OuterRef("version"),
        is_struck=True,
    )
    on_sheet = Deal.objects.filter(
        ~Exists(struck), rubber=OuterRef("pk"), is_struck=False
    )
    return Exists(on_sheet)


def _has_called(side: Side) -> Exists:
    """An SQL condition: true for a rubber if a player of that side has said that all have called on its first deal.

    The player's word must bind the side: a table PIN does not bind a side that has a member.
    """
    seats = [str(seat) for seat in side.seats]
    had_the_seat = Q(rubber__seats__until=None) | Q(rubber__seats__until__gte=F("at"))
    is_guest = Q(member__is_guest=True, member__merged_into=None) | Q(
        member__merged_into__is_guest=True
    )
    players_now = RubberSeat.objects.filter(until=None, seat__in=seats)
    has_a_member = Exists(players_now.filter(~is_guest, rubber=OuterRef("rubber")))
    binds_the_side = ~Q(how=SignatureMethod.TABLE_PIN) | ~has_a_member
    on_first_deal = AuctionOver.objects.filter(
        had_the_seat,
        binds_the_side,
        rubber=OuterRef("pk"),
        after=None,
        rubber__seats__member=F("member"),
        rubber__seats__since__lte=F("at"),
        rubber__seats__seat__in=seats,
    )
    return Exists(on_first_deal)


def _next_deals(pks: list[int]) -> QuerySet[Rubber, tuple[int, bool, bool]]:
    later = Rubber.objects.counting().filter(
        table=OuterRef("table"), pk__gt=OuterRef("pk")
    )
    both_have_called = Q(*(_has_called(side) for side in Side))
    next_deals = Rubber.objects.filter(pk__in=pks).annotate(
        is_recorded=Exists(later.filter(_is_on_a_sheet())),
        is_called=Exists(later.filter(_is_on_a_sheet() | both_have_called)),
    )
    return next_deals.values_list("pk", "is_recorded", "is_called")


def _rubbers_before(pks: list[int]) -> QuerySet[Rubber]:
    earlier = Rubber.objects.counting().filter(
        _is_on_a_sheet(), table=OuterRef("table"), pk__lt=OuterRef("pk")
    )
    last_earlier = Subquery(earlier.order_by("-pk").values("pk")[:1])
    before = (
        Rubber.objects.filter(pk__in=pks).annotate(before=last_earlier).values("before")
    )
    return Rubber.objects.unagreed().filter(pk__in=before)


NEXT_DEALS: Prepared[tuple[int, bool, bool]] = Prepared(_next_deals)
"""The query for rubbers that are over: each row is the id of the rubber and the fields of its FirstDealAfter."""

RUBBERS_BEFORE = Prepared(_rubbers_before)
"""The query that takes the ids of rubbers in play and finds the rubber before each at its table.

Rubbers without a deal are passed over. The rubber before is found only if it waits to be agreed.
"""
