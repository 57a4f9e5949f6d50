"""The statements that read rubbers and their rows. Most take ids of rubbers; NEWEST takes ids of tables."""

from datetime import datetime
from typing import Any

from django.db.models import (
    Count,
    Exists,
    IntegerField,
    OuterRef,
    Q,
    QuerySet,
    Subquery,
)

from clubscore.database.prepared.queries import Prepared
from clubscore.rubbers.models import (
    AuctionOver,
    BookEntry,
    Deal,
    DealAgreement,
    Motion,
    NetAgreement,
    NotThere,
    Proposal,
    Reopening,
    Rubber,
    RubberSeat,
    Substitution,
)
from clubscore.rubbers.rubber.neighbours import follows_unagreed
from clubscore.tables.models import Table

RULED = Proposal.objects.filter(state=Proposal.State.RULED)


def with_what_there_is(rubbers: QuerySet[Rubber]) -> QuerySet[Rubber]:
    """These rubbers with their tables, ordinals, and a bool `has_…` for each kind of row that only some rubbers have.

    `follows_unagreed` is true for a rubber in play if a rubber of one of its players waits to be agreed.
    """
    return rubbers.select_related("table").annotate(
        ordinal=_ordinal(),
        has_proposals=Exists(Proposal.objects.open().filter(rubber=OuterRef("pk"))),
        has_auctions_over=Exists(AuctionOver.objects.filter(rubber=OuterRef("pk"))),
        has_substitutions=Exists(
            Substitution.objects.open().filter(rubber=OuterRef("pk"))
        ),
        follows_unagreed=follows_unagreed(),
        has_reopenings=Exists(Reopening.objects.filter(rubber=OuterRef("pk"))),
        has_motions=Exists(Motion.objects.open().filter(rubber=OuterRef("pk"))),
        has_rulings=Exists(RULED.filter(rubber=OuterRef("pk"))),
        has_absences=Exists(
            NotThere.objects.filter(rubber=OuterRef("pk"), closed_at=None)
        ),
    )


def _ordinal() -> Subquery:
    """The place of a rubber among the rubbers of its game at its table, from 1, in the order in which they began."""
    of_its_game = Rubber.objects.filter(
        table=OuterRef("table"), system=OuterRef("system")
    ).order_by()
    begun_by_then = of_its_game.filter(pk__lte=OuterRef("pk")).values("table")
    counted = begun_by_then.annotate(count=Count("pk")).values("count")
    return Subquery(counted, output_field=IntegerField())


# --- what every rubber has: compiled once, so that reading a rubber costs little more than its rows ---


def _newest(tables: list[int]) -> QuerySet[Rubber, int]:
    newest = Rubber.objects.newest_of(Table.objects.filter(pk__in=tables))
    return newest.values_list("pk", flat=True)


def _deal_signatures(
    pks: list[int],
) -> QuerySet[DealAgreement, tuple[int, int, int, str]]:
    in_order = DealAgreement.objects.filter(deal__rubber__in=pks).order_by("pk")
    return in_order.values_list("deal__rubber", "deal", "member", "how")


def _net_signatures(pks: list[int]) -> QuerySet[NetAgreement, tuple[Any, ...]]:
    in_order = NetAgreement.objects.filter(rubber__in=pks, cleared_by=None).order_by(
        "pk"
    )
    return in_order.values_list(
        "rubber",
        "newest",
        "member",
        "how",
        "despite",
        "given_by__name",
        "reason",
        "motion",
    )


def _auction_calls(
    pks: list[int],
) -> QuerySet[AuctionOver, tuple[int, int | None, int, datetime, str]]:
    in_order = AuctionOver.objects.filter(rubber__in=pks).order_by("pk")
    return in_order.values_list("rubber", "after", "member", "at", "how")


RUBBERS = Prepared(lambda pks: with_what_there_is(Rubber.objects.filter(pk__in=pks)))
NEWEST = Prepared(_newest)
"""The query for the id of the newest rubber at a table, as `RubberQuerySet.newest_of` finds it."""
SEATS = Prepared(
    lambda pks: (
        RubberSeat.objects.filter(rubber__in=pks)
        .select_related("member")
        .order_by("pk")
    )
)
VERSIONS = Prepared(lambda pks: Deal.objects.filter(rubber__in=pks).order_by("pk"))
DEAL_SIGNATURES = Prepared(_deal_signatures)
"""The query for signatures under deals: each row is the id of the rubber and the fields of a Signed."""
NET_SIGNATURES = Prepared(_net_signatures)
"""The query for signatures under the net score: each row is the id of the rubber and the fields of a NetSigned."""
AUCTION_CALLS = Prepared(_auction_calls)
"""The query for auction calls: each row is the id of the rubber and the fields of an AuctionCall."""


# --- what only some rubbers have ---


def open_proposals(pks: list[int]) -> QuerySet[Proposal]:
    """The open proposals of these rubbers with their votes, in the order in which they were made.

    Runs two statements.
    """
    return (
        Proposal.objects.open()
        .filter(rubber__in=pks)
        .prefetch_related("votes")
        .order_by("pk")
    )


def open_motions(pks: list[int]) -> QuerySet[Motion]:
    """The open motions of these rubbers with their makers and answers, the oldest first. Runs two statements."""
    return (
        Motion.objects.open()
        .filter(rubber__in=pks)
        .select_related("made_by")
        .prefetch_related("answers")
        .order_by("pk")
    )


def voidings(pks: list[int]) -> QuerySet[Motion]:
    """The motions that voided these rubbers, with their makers, arbiters and answers. Runs two statements."""
    return (
        Motion.objects.filter(rubber__in=pks, kind=Motion.Kind.VOID)
        .filter(Q(state=Motion.State.CARRIED) | Q(is_ruled_yes=True))
        .select_related("made_by", "closed_by")
        .prefetch_related("answers__member")
        .order_by("pk")
    )


def rulings(pks: list[int]) -> QuerySet[Proposal]:
    """The proposals of these rubbers on which an arbiter has ruled, with the arbiter, in the order of the rulings."""
    return (
        RULED.filter(rubber__in=pks)
        .select_related("closed_by")
        .order_by("closed_at", "pk")
    )


def reopenings(pks: list[int]) -> QuerySet[Reopening]:
    """The reopenings of these rubbers, the oldest first, each with its member and its motion, if there is one."""
    of_these = Reopening.objects.filter(rubber__in=pks)
    return of_these.select_related("member", "motion").order_by("pk")


def open_absences(pks: list[int]) -> QuerySet[NotThere]:
    """The open "I am not there" reports in these rubbers, in the order in which they were made."""
    return NotThere.objects.filter(rubber__in=pks, closed_at=None).order_by("pk")


def open_book_entries(pks: list[int]) -> QuerySet[BookEntry]:
    """The open entries in the books of these rubbers, at most one a rubber, with the players who wrote them."""
    return BookEntry.objects.open().filter(rubber__in=pks).select_related("member")


def open_substitutions(pks: list[int]) -> QuerySet[Substitution]:
    """The open substitutions of these rubbers, the oldest first, with the members they name and the consents.

    Runs two statements.
    """
    with_people = Substitution.objects.open().select_related(
        "leaver", "substitute", "proposed_by"
    )
    return (
        with_people.filter(rubber__in=pks).prefetch_related("consents").order_by("pk")
    )
