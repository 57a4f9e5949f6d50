"""Reading rubbers whole, in a fixed number of statements for one as for many."""

from collections import defaultdict
from collections.abc import Iterable
from typing import TypeVar

from django.db.models import Count, Exists, IntegerField, Model, OuterRef, QuerySet, Subquery

from clubscore.members.models import Member
from clubscore.prepared import Prepared
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
from clubscore.rubbers.state import RubberState, Signed, people_of
from clubscore.tables.models import Table

M = TypeVar("M", bound=Model)


def load(pk: int) -> RubberState:
    """The rubber as it is now. Raises Rubber.DoesNotExist."""
    states = _states(_RUBBERS.of_one(pk))
    if not states:
        raise Rubber.DoesNotExist(f"There is no rubber {pk}.")
    return states[0]


def newest_at(table: Table) -> RubberState | None:
    """The rubber in play at the table, else the one played last; None at a table where none was."""
    newest = _NEWEST.of_one(table.pk)
    return load(newest[0]) if newest else None


def load_all(rubbers: QuerySet[Rubber]) -> list[RubberState]:
    """These rubbers as they are now, in the order of the query.

    Four statements, however many rubbers; one more for each kind of thing that only some have: net signatures,
    proposals and their votes, auctions said to be over, substitutions, and members beside the players: recorders who
    do not play, and persons whose record here was merged into another.
    """
    return _states(list(_with_what_there_is(rubbers)))


def _states(rows: list[Rubber]) -> list[RubberState]:
    """The counters come first, in `rows`. What names a seat, a member or a version is read before these.

    Others write between two statements: a proposal for a deal that came after the deals were read would name nothing.
    """
    pks = [row.pk for row in rows]
    proposals = _by_rubber(_open_proposals(_those_with("has_proposals", rows)))
    signatures = _signatures(_DEAL_SIGNATURES.of(pks))
    net = _signatures(_NET_SIGNATURES.of([row.pk for row in rows if row.is_over]))
    auctions = _numbers(_AUCTIONS_OVER.of(_those_with("has_auctions_over", rows)))
    substitutions = _by_rubber(_open_substitutions(_those_with("has_substitutions", rows)))
    seats, versions = _by_rubber(_SEATS.of(pks)), _by_rubber(_DEALS.of(pks))
    _join_people(seats, versions, proposals)
    return [
        RubberState(
            rubber=row,
            ordinal=row.ordinal,  # type: ignore[attr-defined]  # annotated
            seats=tuple(seats[row.pk]),
            versions=tuple(versions[row.pk]),
            deal_signatures=_by_person(seats[row.pk], signatures[row.pk]),
            net_signatures=_by_person(seats[row.pk], _under_newest(versions[row.pk], net[row.pk])),
            proposals=tuple(proposals[row.pk]),
            auctions_over=frozenset(auctions[row.pk]),
            substitutions=tuple(substitutions[row.pk]),
        )
        for row in rows
    ]


def _with_what_there_is(rubbers: QuerySet[Rubber]) -> QuerySet[Rubber]:
    return rubbers.select_related("table").annotate(
        ordinal=_ordinal(),
        has_proposals=Exists(Proposal.objects.open().filter(rubber=OuterRef("pk"))),
        has_auctions_over=Exists(AuctionOver.objects.filter(rubber=OuterRef("pk"))),
        has_substitutions=Exists(Substitution.objects.open().filter(rubber=OuterRef("pk"))),
    )


def _ordinal() -> Subquery:
    """The place of a rubber among those of its game at the table, from 1: by their start, then by their ids."""
    of_its_game = Rubber.objects.filter(table=OuterRef("table"), system=OuterRef("system")).order_by()
    until_then = of_its_game.filter(started_at__lte=OuterRef("started_at"))
    counted = until_then.exclude(started_at=OuterRef("started_at"), pk__gt=OuterRef("pk")).values("table")
    return Subquery(counted.annotate(count=Count("pk")).values("count"), output_field=IntegerField())


_RUBBERS = Prepared(lambda pks: _with_what_there_is(Rubber.objects.filter(pk__in=pks)))
_NEWEST: Prepared[int] = Prepared(
    lambda tables: (
        Rubber.objects.filter(table__in=tables).order_by("-started_at", "-pk").values_list("pk", flat=True)[:1]
    )
)
_SEATS = Prepared(lambda pks: RubberSeat.objects.filter(rubber__in=pks).select_related("member").order_by("pk"))
_DEALS = Prepared(lambda pks: Deal.objects.filter(rubber__in=pks).order_by("pk"))
_DEAL_SIGNATURES: Prepared[tuple[int, int, int, str]] = Prepared(
    lambda pks: (
        DealAgreement.objects.filter(deal__rubber__in=pks)
        .order_by("pk")
        .values_list("deal__rubber", "deal", "member", "how")
    )
)
_NET_SIGNATURES: Prepared[tuple[int, int, int, str]] = Prepared(
    lambda pks: (
        NetAgreement.objects.filter(rubber__in=pks).order_by("pk").values_list("rubber", "newest", "member", "how")
    )
)
_AUCTIONS_OVER: Prepared[tuple[int, int]] = Prepared(
    lambda pks: AuctionOver.objects.filter(rubber__in=pks).values_list("rubber", "number")
)


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
    """Set the members on each row: players are loaded already, all others are read in one statement.

    Others are scorers who do not play, and who stands for a player whose record was merged.
    """
    known = {place.member_id: place.member for places in seats.values() for place in places}
    merged = [place.member for places in seats.values() for place in places if place.member.merged_into_id]
    of = [(row, "recorded_by") for rows in versions.values() for row in rows]
    made = [(row, "made_by") for rows in proposals.values() for row in rows]
    named = [*of, *made, *((record, "merged_into") for record in merged)]
    missing = {getattr(row, f"{name}_id") for row, name in named} - known.keys()
    if missing:
        known |= {member.pk: member for member in Member.objects.filter(pk__in=missing)}
    for row, name in named:
        setattr(row, name, known[getattr(row, f"{name}_id")])
    by_pk = {row.pk: row for rows in versions.values() for row in rows}
    for rows in proposals.values():
        for row in rows:
            row.base = by_pk[row.base_id]


def _signatures(rows: Iterable[tuple[int, int, int, str]]) -> dict[int, list[Signed]]:
    """By rubber, in the order in which they were given."""
    found: dict[int, list[Signed]] = defaultdict(list)
    for pk, under, member_id, how in rows:
        found[pk].append(Signed(under, member_id, how))
    return found


def _by_person(seats: list[RubberSeat], signatures: Iterable[Signed]) -> tuple[Signed, ...]:
    """The signatures of players, by person. One that was given while two records were merged in error is nobody's."""
    people = people_of(seats)
    return tuple(
        signed if people[signed.member_id] == signed.member_id else signed._replace(member_id=people[signed.member_id])
        for signed in signatures
        if signed.member_id in people
    )


def _under_newest(versions: list[Deal], signatures: list[Signed]) -> Iterable[Signed]:
    """The signatures under the current net score: those under its newest version."""
    return [signed for signed in signatures if versions and signed.under == versions[-1].pk]


def _numbers(rows: Iterable[tuple[int, int]]) -> dict[int, set[int]]:
    found: dict[int, set[int]] = defaultdict(set)
    for pk, number in rows:
        found[pk].add(number)
    return found
