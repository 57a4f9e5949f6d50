"""Reading rubbers whole, in a fixed number of statements for one as for many."""

from collections import defaultdict
from collections.abc import Iterable
from typing import TypeVar

from django.db.models import Count, Exists, IntegerField, Model, OuterRef, QuerySet, Subquery

from clubscore.members.models import Member
from clubscore.rubbers.models import (
    AuctionOver,
    Deal,
    DealAgreement,
    NetAgreement,
    Proposal,
    Rubber,
    RubberSeat,
    Substitution,
)
from clubscore.rubbers.state import RubberState, Signed
from clubscore.tables.models import Table

M = TypeVar("M", bound=Model)


def load(pk: int) -> RubberState:
    """The rubber as it is now. Raises Rubber.DoesNotExist."""
    states = load_all(Rubber.objects.filter(pk=pk))
    if not states:
        raise Rubber.DoesNotExist(f"There is no rubber {pk}.")
    return states[0]


def newest_at(table: Table) -> RubberState | None:
    """The rubber in play at the table, else the one played last; None at a table where none was."""
    states = load_all(Rubber.objects.newest_of([table]))
    return states[0] if states else None


def load_all(rubbers: QuerySet[Rubber]) -> list[RubberState]:
    """These rubbers as they are now, in the order of the query.

    Four statements, however many rubbers; one more for each kind of thing that only some have: net signatures,
    proposals and their votes, auctions said to be over, substitutions, and recorders who do not play.
    """
    rows = list(rubbers.select_related("table").annotate(ordinal=_ordinal(), **_what_there_is()))
    if not rows:
        return []
    pks = [row.pk for row in rows]
    seats = _by_rubber(RubberSeat.objects.filter(rubber__in=pks).select_related("member").order_by("pk"))
    versions = _by_rubber(Deal.objects.filter(rubber__in=pks).order_by("pk"))
    proposals = _by_rubber(_open_proposals(_those_with("has_proposals", rows)))
    _join_people(seats, versions, proposals)
    signatures = _deal_signatures(pks)
    net = _net_signatures([row.pk for row in rows if row.is_over])
    auctions = _auctions_over(_those_with("has_auctions_over", rows))
    asked = _by_rubber(_open_substitutions(_those_with("has_substitutions", rows)))
    return [
        RubberState(
            rubber=row,
            ordinal=row.ordinal,
            seats=tuple(seats[row.pk]),
            versions=tuple(versions[row.pk]),
            deal_signatures=tuple(signatures[row.pk]),
            net_signatures=tuple(_under_newest(versions[row.pk], net[row.pk])),
            proposals=tuple(proposals[row.pk]),
            auctions_over=frozenset(auctions[row.pk]),
            substitutions=tuple(asked[row.pk]),
        )
        for row in rows
    ]


def _ordinal() -> Subquery:
    """Rubbers are in the order in which they began; two of one instant, in that of their ids."""
    of_its_game = Rubber.objects.filter(table=OuterRef("table"), system=OuterRef("system")).order_by()
    until_then = of_its_game.filter(started_at__lte=OuterRef("started_at"))
    counted = until_then.exclude(started_at=OuterRef("started_at"), pk__gt=OuterRef("pk")).values("table")
    return Subquery(counted.annotate(count=Count("pk")).values("count"), output_field=IntegerField())


def _what_there_is() -> dict[str, Exists]:
    return {
        "has_proposals": Exists(Proposal.objects.open().filter(rubber=OuterRef("pk"))),
        "has_auctions_over": Exists(AuctionOver.objects.filter(rubber=OuterRef("pk"))),
        "has_substitutions": Exists(Substitution.objects.open().filter(rubber=OuterRef("pk"))),
    }


def _those_with(name: str, rows: Iterable[Rubber]) -> list[int]:
    return [row.pk for row in rows if getattr(row, name)]


def _by_rubber(rows: Iterable[M]) -> dict[int, list[M]]:
    found: dict[int, list[M]] = defaultdict(list)
    for row in rows:
        found[row.rubber_id].append(row)  # type: ignore[attr-defined]  # all of them are of a rubber
    return found


def _open_proposals(pks: list[int]) -> QuerySet[Proposal] | list[Proposal]:
    if not pks:
        return []
    return Proposal.objects.open().filter(rubber__in=pks).prefetch_related("votes").order_by("pk")


def _open_substitutions(pks: list[int]) -> QuerySet[Substitution] | list[Substitution]:
    if not pks:
        return []
    people = Substitution.objects.open().select_related("leaver", "substitute", "proposed_by")
    return people.filter(rubber__in=pks).prefetch_related("consents").order_by("pk")


def _join_people(
    seats: dict[int, list[RubberSeat]], versions: dict[int, list[Deal]], proposals: dict[int, list[Proposal]]
) -> None:
    """Give each row its people: those who play are read already, scorers who do not are read at once."""
    known = {place.member_id: place.member for places in seats.values() for place in places}
    of = [(row, "recorded_by") for rows in versions.values() for row in rows]
    made = [(row, "made_by") for rows in proposals.values() for row in rows]
    missing = {getattr(row, f"{name}_id") for row, name in [*of, *made]} - known.keys()
    if missing:
        known |= {member.pk: member for member in Member.objects.filter(pk__in=missing)}
    for row, name in [*of, *made]:
        setattr(row, name, known[getattr(row, f"{name}_id")])
    by_pk = {row.pk: row for rows in versions.values() for row in rows}
    for rows in proposals.values():
        for row in rows:
            row.base = by_pk[row.base_id]


def _deal_signatures(pks: list[int]) -> dict[int, list[Signed]]:
    found: dict[int, list[Signed]] = defaultdict(list)
    signatures = DealAgreement.objects.filter(deal__rubber__in=pks).order_by("pk")
    for pk, under, member, how in signatures.values_list("deal__rubber", "deal", "member", "how"):
        found[pk].append(Signed(under, member, how))
    return found


def _net_signatures(pks: list[int]) -> dict[int, list[Signed]]:
    found: dict[int, list[Signed]] = defaultdict(list)
    if pks:
        signatures = NetAgreement.objects.filter(rubber__in=pks).order_by("pk")
        for pk, under, member, how in signatures.values_list("rubber", "newest", "member", "how"):
            found[pk].append(Signed(under, member, how))
    return found


def _under_newest(versions: list[Deal], signatures: list[Signed]) -> Iterable[Signed]:
    """Only those count that were given to the net score as it is now."""
    return [signed for signed in signatures if versions and signed.under == versions[-1].pk]


def _auctions_over(pks: list[int]) -> dict[int, set[int]]:
    found: dict[int, set[int]] = defaultdict(set)
    if pks:
        for pk, number in AuctionOver.objects.filter(rubber__in=pks).values_list("rubber", "number"):
            found[pk].add(number)
    return found
