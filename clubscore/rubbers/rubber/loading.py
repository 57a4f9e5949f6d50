"""Reading rubbers whole, in a fixed number of statements for one as for many."""

from collections import defaultdict
from collections.abc import Iterable
from datetime import datetime
from typing import Any, TypeVar

from django.db.models import Count, Exists, IntegerField, Model, OuterRef, QuerySet, Subquery

from clubscore.database.prepared.queries import Prepared
from clubscore.members.models import Member
from clubscore.rubbers.models import (
    AuctionOver,
    Deal,
    DealAgreement,
    NetAgreement,
    NotThere,
    Proposal,
    Reopening,
    Rubber,
    RubberSeat,
    Substitution,
)
from clubscore.rubbers.rubber.folding import current_deals
from clubscore.rubbers.rubber.neighbours import NEXT_DEALS, RUBBERS_BEFORE, NextDeal, follows_unagreed
from clubscore.rubbers.rubber.signed import AuctionCall, NetSigned, Signed
from clubscore.rubbers.rubber.state import RubberState, people_of
from clubscore.tables.models import Table

M = TypeVar("M", bound=Model)
S = TypeVar("S", Signed, NetSigned)
G = TypeVar("G", Signed, NetSigned, AuctionCall)


def load(pk: int) -> RubberState:
    """The rubber as it is now. Raises Rubber.DoesNotExist."""
    states = states_of(_RUBBERS.of_one(pk))
    if not states:
        raise Rubber.DoesNotExist(f"There is no rubber {pk}.")
    return states[0]


def newest_at(table: Table) -> RubberState | None:
    """The rubber in play at the table, else the one begun last; None at a table where none was."""
    newest = _NEWEST.of_one(table.pk)
    return load(newest[0]) if newest else None


def load_all(rubbers: QuerySet[Rubber]) -> list[RubberState]:
    """These rubbers as they are now, in the order of the query.

    Four statements, however many rubbers; one more for each kind of thing that only some have: net signatures,
    proposals and their votes, auctions said to be over, substitutions, reopenings, rulings, players who say that they
    are not there, the next deal at the table of rubbers that wait to be agreed, the rubber before of those at their
    first deal, and members beside the players: recorders who do not play, and persons whose record here was merged
    into another.
    """
    return states_of(list(with_what_there_is(rubbers)))


def load_these(pks: list[int]) -> list[RubberState]:
    """The rubbers with these ids, in this order, in as many statements; in none for none."""
    states = {state.rubber.pk: state for state in states_of(_RUBBERS.of(pks))}
    return [states[pk] for pk in pks if pk in states]


def states_of(rows: list[Rubber]) -> list[RubberState]:
    """The rubbers of these rows, which were read `with_what_there_is`: counters before what names a seat or version.

    Others write between two statements: a proposal for a deal that came after the deals were read would name nothing.
    """
    pks = [row.pk for row in rows]
    unagreed = [row for row in rows if not row.is_agreed]
    proposals = by_rubber(_open_proposals(_those_with("has_proposals", rows)))
    rulings = by_rubber(_rulings(_those_with("has_rulings", unagreed)))
    reopenings = by_rubber(_reopenings(_those_with("has_reopenings", rows)))
    absences = by_rubber(_absences(_those_with("has_absences", rows)))
    signatures = _signatures(_DEAL_SIGNATURES.of(pks), Signed)
    net = _signatures(_NET_SIGNATURES.of([row.pk for row in rows if row.is_over]), NetSigned)
    auctions = _signatures(_AUCTIONS_OVER.of(_those_with("has_auctions_over", rows)), AuctionCall)
    next_deals = {pk: NextDeal(*found) for pk, *found in NEXT_DEALS.of([row.pk for row in rows if _is_unagreed(row)])}
    substitutions = by_rubber(_open_substitutions(_those_with("has_substitutions", rows)))
    seats, versions = by_rubber(_SEATS.of(pks)), by_rubber(_DEALS.of(pks))
    _join_people(seats, versions, [each for some in (proposals, rulings) for rows in some.values() for each in rows])
    before = _rubbers_before(rows, versions)
    return [
        RubberState(
            rubber=row,
            ordinal=row.ordinal,  # type: ignore[attr-defined]  # annotated
            seats=tuple(seats[row.pk]),
            versions=tuple(versions[row.pk]),
            deal_signatures=_by_person(seats[row.pk], signatures[row.pk]),
            net_signatures=_by_person(seats[row.pk], _under_newest(versions[row.pk], net[row.pk])),
            proposals=tuple(proposals[row.pk]),
            auction_calls=tuple(auctions[row.pk]),
            substitutions=tuple(substitutions[row.pk]),
            next_deal=next_deals.get(row.pk, NextDeal()),
            rubber_before=before.get(row.pk),
            reopenings=tuple(reopenings[row.pk]),
            rulings=tuple(rulings[row.pk]),
            absences=tuple(absences[row.pk]),
        )
        for row in rows
    ]


def with_what_there_is(rubbers: QuerySet[Rubber]) -> QuerySet[Rubber]:
    """These rubbers with their tables, their places among those of their games, and what each of them has."""
    return rubbers.select_related("table").annotate(
        ordinal=_ordinal(),
        has_proposals=Exists(Proposal.objects.open().filter(rubber=OuterRef("pk"))),
        has_auctions_over=Exists(AuctionOver.objects.filter(rubber=OuterRef("pk"))),
        has_substitutions=Exists(Substitution.objects.open().filter(rubber=OuterRef("pk"))),
        follows_unagreed=follows_unagreed(),
        has_reopenings=Exists(Reopening.objects.filter(rubber=OuterRef("pk"))),
        has_rulings=Exists(_RULED.filter(rubber=OuterRef("pk"))),
        has_absences=Exists(NotThere.objects.filter(rubber=OuterRef("pk"), closed_at=None)),
    )


def _ordinal() -> Subquery:
    """The place of a rubber among those of its game at the table, from 1, in the order in which they were begun."""
    of_its_game = Rubber.objects.filter(table=OuterRef("table"), system=OuterRef("system")).order_by()
    counted = of_its_game.filter(pk__lte=OuterRef("pk")).values("table")
    return Subquery(counted.annotate(count=Count("pk")).values("count"), output_field=IntegerField())


_RULED = Proposal.objects.filter(state=Proposal.State.RULED)
_RUBBERS = Prepared(lambda pks: with_what_there_is(Rubber.objects.filter(pk__in=pks)))
_NEWEST: Prepared[int] = Prepared(
    lambda tables: Rubber.objects.filter(table__in=tables).order_by("-pk").values_list("pk", flat=True)[:1]
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
_NET_SIGNATURES: Prepared[tuple[Any, ...]] = Prepared(
    lambda pks: (
        NetAgreement.objects.filter(rubber__in=pks, cleared_by=None)
        .order_by("pk")
        .values_list("rubber", "newest", "member", "how", "despite", "given_by__name", "reason")
    )
)
_AUCTIONS_OVER: Prepared[tuple[int, int | None, int, datetime, str]] = Prepared(
    lambda pks: (
        AuctionOver.objects.filter(rubber__in=pks).order_by("pk").values_list("rubber", "after", "member", "at", "how")
    )
)


def _those_with(name: str, rows: Iterable[Rubber]) -> list[int]:
    return [row.pk for row in rows if getattr(row, name)]


def _is_unagreed(row: Rubber) -> bool:
    return row.is_over and not row.is_agreed


def _rubbers_before(rows: Iterable[Rubber], versions: dict[int, list[Deal]]) -> dict[int, Rubber]:
    """By rubber's id, of those at their first deal."""
    beginning = [
        row.pk
        for row in rows
        if not row.is_over and row.follows_unagreed and len(current_deals(versions[row.pk])) <= 1  # type: ignore[attr-defined]
    ]
    found = {before.table_id: before for before in RUBBERS_BEFORE.of(beginning)}
    return {row.pk: found[row.table_id] for row in rows if row.pk in beginning and row.table_id in found}


def by_rubber(rows: Iterable[M]) -> dict[int, list[M]]:
    """The rows by the id of their rubber, in their order."""
    found: dict[int, list[M]] = defaultdict(list)
    for row in rows:
        found[row.rubber_id].append(row)  # type: ignore[attr-defined]  # all of them are of a rubber
    return found


def _open_proposals(pks: list[int]) -> QuerySet[Proposal] | list[Proposal]:
    if not pks:
        return []
    return Proposal.objects.open().filter(rubber__in=pks).prefetch_related("votes").order_by("pk")


def _rulings(pks: list[int]) -> QuerySet[Proposal] | list[Proposal]:
    return _RULED.filter(rubber__in=pks).select_related("closed_by").order_by("closed_at", "pk") if pks else []


def _reopenings(pks: list[int]) -> QuerySet[Reopening] | list[Reopening]:
    return Reopening.objects.filter(rubber__in=pks).select_related("member").order_by("pk") if pks else []


def _absences(pks: list[int]) -> QuerySet[NotThere] | list[NotThere]:
    return NotThere.objects.filter(rubber__in=pks, closed_at=None).order_by("pk") if pks else []


def _open_substitutions(pks: list[int]) -> QuerySet[Substitution] | list[Substitution]:
    if not pks:
        return []
    people = Substitution.objects.open().select_related("leaver", "substitute", "proposed_by")
    return people.filter(rubber__in=pks).prefetch_related("consents").order_by("pk")


def _join_people(
    seats: dict[int, list[RubberSeat]], versions: dict[int, list[Deal]], proposals: Iterable[Proposal]
) -> None:
    """Set the members on each row: players are loaded already, all others are read in one statement.

    Others are scorers who do not play, and who stands for a player whose record was merged.
    """
    known = {place.member_id: place.member for places in seats.values() for place in places}
    merged = [place.member for places in seats.values() for place in places if place.member.merged_into_id]
    of = [(row, "recorded_by") for rows in versions.values() for row in rows]
    made = [(row, "made_by") for row in proposals]
    named = [*of, *made, *((record, "merged_into") for record in merged)]
    missing = {getattr(row, f"{name}_id") for row, name in named} - known.keys()
    if missing:
        known |= {member.pk: member for member in Member.objects.filter(pk__in=missing)}
    for row, name in named:
        setattr(row, name, known[getattr(row, f"{name}_id")])
    by_pk = {row.pk: row for rows in versions.values() for row in rows}
    for proposal in proposals:
        proposal.base = by_pk[proposal.base_id]


def _signatures(rows: Iterable[tuple[Any, ...]], kind: type[G]) -> dict[int, list[G]]:
    """By rubber, in the order in which they were given."""
    found: dict[int, list[G]] = defaultdict(list)
    for pk, *columns in rows:
        found[pk].append(kind(*columns))
    return found


def _by_person(seats: list[RubberSeat], signatures: Iterable[S]) -> tuple[S, ...]:
    """The signatures of players, by person. One that was given while two records were merged in error is nobody's."""
    people = people_of(seats)
    return tuple(
        signed if people[signed.member_id] == signed.member_id else signed._replace(member_id=people[signed.member_id])
        for signed in signatures
        if signed.member_id in people
    )


def _under_newest(versions: list[Deal], signatures: list[NetSigned]) -> Iterable[NetSigned]:
    """The signatures under the current net score: those under its newest version."""
    return [signed for signed in signatures if versions and signed.under == versions[-1].pk]
