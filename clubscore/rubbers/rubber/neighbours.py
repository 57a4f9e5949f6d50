"""The rubbers before and after one at its table: the first deal of the next is the next deal for the last of this one.

Read only for rubbers that it can matter to: correction periods end with the next deal until a rubber is agreed.
"""

from typing import NamedTuple

from django.db.models import Exists, F, OuterRef, Q, QuerySet, Subquery

from clubscore.contracts.models import SignatureMethod
from clubscore.database.prepared.queries import Prepared
from clubscore.rubbers.models import AuctionOver, Deal, Rubber, RubberSeat
from scoring import Side


class NextDeal(NamedTuple):
    """The first deal of a later rubber at the table; nothing is known of it for rubbers in play and agreed ones."""

    is_recorded: bool = False
    """Whether a later rubber has a deal on its sheet."""
    is_called: bool = False
    """Whether all have called on it: it is recorded, or one of each side has said so there."""


def follows_unagreed() -> Exists:
    """Whether a rubber at the table is over and waits to be agreed: one in play then began after it."""
    return Exists(Rubber.objects.unagreed().filter(table=OuterRef("table")))


def _is_on_a_sheet() -> Exists:
    struck = Deal.objects.filter(
        rubber=OuterRef("rubber"), number=OuterRef("number"), version__gt=OuterRef("version"), is_struck=True
    )
    return Exists(Deal.objects.filter(~Exists(struck), rubber=OuterRef("pk"), is_struck=False))


def _has_called(side: Side) -> Exists:
    """Whether a player of that side has said, so that it binds the side, that all have called on the first deal."""
    had_the_seat = Q(rubber__seats__until=None) | Q(rubber__seats__until__gte=F("at"))
    guest = Q(member__is_guest=True, member__merged_into=None) | Q(member__merged_into__is_guest=True)
    of_the_side = RubberSeat.objects.filter(until=None, seat__in=[str(seat) for seat in side.seats])
    has_a_member = Exists(of_the_side.filter(~guest, rubber=OuterRef("rubber")))
    return Exists(
        AuctionOver.objects.filter(
            had_the_seat,
            ~Q(how=SignatureMethod.TABLE_PIN) | ~has_a_member,
            rubber=OuterRef("pk"),
            after=None,
            rubber__seats__member=F("member"),
            rubber__seats__since__lte=F("at"),
            rubber__seats__seat__in=[str(seat) for seat in side.seats],
        )
    )


def _next_deals(pks: list[int]) -> QuerySet[Rubber, tuple[int, bool, bool]]:
    later = Rubber.objects.filter(table=OuterRef("table"), pk__gt=OuterRef("pk"))
    both_have_called = Q(*(_has_called(side) for side in Side))
    next_deals = Rubber.objects.filter(pk__in=pks).annotate(
        is_recorded=Exists(later.filter(_is_on_a_sheet())),
        is_called=Exists(later.filter(_is_on_a_sheet() | both_have_called)),
    )
    return next_deals.values_list("pk", "is_recorded", "is_called")


def _rubbers_before(pks: list[int]) -> QuerySet[Rubber]:
    earlier = Rubber.objects.filter(_is_on_a_sheet(), table=OuterRef("table"), pk__lt=OuterRef("pk"))
    last = Subquery(earlier.order_by("-pk").values("pk")[:1])
    return Rubber.objects.unagreed().filter(
        pk__in=Rubber.objects.filter(pk__in=pks).annotate(before=last).values("before")
    )


NEXT_DEALS: Prepared[tuple[int, bool, bool]] = Prepared(_next_deals)
"""Of rubbers that are over: the id, and the fields of a NextDeal."""

RUBBERS_BEFORE = Prepared(_rubbers_before)
"""Of rubbers in play, one a table: the last rubber there that has a deal, where it waits to be agreed."""
