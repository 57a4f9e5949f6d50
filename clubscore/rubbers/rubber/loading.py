"""Functions that read whole rubbers, in a number of statements that does not grow with the number of rubbers."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Any, TypeVar

from django.db.models import Model, QuerySet

from clubscore.members.models import Member
from clubscore.rubbers.models import (
    BookEntry,
    Deal,
    Motion,
    NotThere,
    Proposal,
    Reopening,
    Rubber,
    RubberSeat,
    Substitution,
)
from clubscore.rubbers.rubber import statements
from clubscore.rubbers.rubber.neighbours import (
    NEXT_DEALS,
    RUBBERS_BEFORE,
    FirstDealAfter,
    RubberBefore,
)
from clubscore.rubbers.rubber.signed import AuctionCall, NetSigned, Signed
from clubscore.rubbers.rubber.state import RubberState, current_deals, people_of
from clubscore.rubbers.rubber.statements import with_what_there_is
from clubscore.tables.models import Table

M = TypeVar("M", bound=Model)
S = TypeVar("S", Signed, NetSigned)
V = TypeVar("V", Signed, NetSigned, AuctionCall)


def load(pk: int) -> RubberState:
    """The state of the rubber with this id, as it is now. Raises Rubber.DoesNotExist if there is no such rubber."""
    states = states_of(statements.RUBBERS.of_one(pk))
    if not states:
        raise Rubber.DoesNotExist(f"There is no rubber {pk}.")
    return states[0]


def newest_at(table: Table) -> RubberState | None:
    """The state of the rubber that began last at the table; None at a table where no rubber began."""
    newest = statements.NEWEST.of_one(table.pk)
    return load(newest[0]) if newest else None


def load_all(rubbers: QuerySet[Rubber]) -> list[RubberState]:
    """The states of these rubbers, as they are now, in the order of the query.

    This takes four statements for any number of rubbers, and one or two more for each kind of thing that only some
    have: net signatures, proposals and their votes, motions, auctions said to be over, substitutions, reopenings,
    rulings, the motion of a voided rubber, players who say that they are not there, for a rubber that waits to be
    agreed the next deal of its four players, for a rubber in play with blind books the open entry in a book, for a
    rubber at its first deal the rubber that its players played before,
    and members beside the players: recorders who do not play, and persons whose record here was merged into another.
    """
    return states_of(list(with_what_there_is(rubbers)))


def load_these(pks: list[int]) -> list[RubberState]:
    """The states of the rubbers with these ids, in this order. Ids without a rubber are left out.

    This takes as many statements as `load_all`, and none if `pks` is empty.
    """
    states = {state.rubber.pk: state for state in states_of(statements.RUBBERS.of(pks))}
    return [states[pk] for pk in pks if pk in states]


def states_of(rows: list[Rubber]) -> list[RubberState]:
    """The states of the rubbers in these rows, which must have been read by `with_what_there_is`."""
    parts = _parts_of(rows)
    proposals = [
        *chain.from_iterable(parts.proposals.values()),
        *chain.from_iterable(parts.rulings.values()),
    ]
    _join_bases(proposals, parts.versions)
    _join_people(proposals, parts.seats, parts.versions)
    rubbers_before = _rubbers_before(rows, parts.versions)
    return [_state(row, parts, rubbers_before.get(row.pk)) for row in rows]


@dataclass(frozen=True, slots=True)
class _Parts:
    """The rows and values that belong to some rubbers: deals, seats, signatures, proposals and more.

    Each field maps the id of a rubber to the rows or values of one kind.
    """

    proposals: dict[int, list[Proposal]]
    rulings: dict[int, list[Proposal]]
    reopenings: dict[int, list[Reopening]]
    absences: dict[int, list[NotThere]]
    book_entries: dict[int, list[BookEntry]]
    deal_signatures: dict[int, list[Signed]]
    net_signatures: dict[int, list[NetSigned]]
    auction_calls: dict[int, list[AuctionCall]]
    next_deals: dict[int, FirstDealAfter]
    substitutions: dict[int, list[Substitution]]
    motions: dict[int, list[Motion]]
    voidings: dict[int, list[Motion]]
    seats: dict[int, list[RubberSeat]]
    versions: dict[int, list[Deal]]


def _parts_of(rows: list[Rubber]) -> _Parts:
    """Read and return the rows and values that belong to these rubbers, by at most two statements for each part.

    Others may write between two statements. Therefore a part that names a seat or a version of a deal is read before
    the seats and the versions: a proposal made after the versions were read would name a version that nobody knows.
    With a snapshot the order would not matter, but a snapshot costs two more statements than the eight of a table's
    page (decision 0070).
    """
    pks = [row.pk for row in rows]
    over = [row.pk for row in rows if row.is_over]
    voided = [row.pk for row in rows if row.is_voided]
    in_play = [row for row in rows if not row.is_over]
    blind = [row.pk for row in in_play if row.has_blind_books]
    unagreed = [row for row in rows if not row.is_agreed]
    over_and_unagreed = [row.pk for row in unagreed if row.is_over]
    return _Parts(
        proposals=_read(statements.open_proposals, _having("has_proposals", rows)),
        rulings=_read(statements.rulings, _having("has_rulings", unagreed)),
        reopenings=_read(statements.reopenings, _having("has_reopenings", rows)),
        absences=_read(statements.open_absences, _having("has_absences", rows)),
        book_entries=_read(statements.open_book_entries, blind),
        deal_signatures=_values(statements.DEAL_SIGNATURES.of(pks), Signed),
        net_signatures=_values(statements.NET_SIGNATURES.of(over), NetSigned),
        auction_calls=_values(
            statements.AUCTION_CALLS.of(_having("has_auctions_over", rows)), AuctionCall
        ),
        next_deals={
            pk: FirstDealAfter(*fields)
            for pk, *fields in NEXT_DEALS.of(over_and_unagreed)
        },
        substitutions=_read(
            statements.open_substitutions, _having("has_substitutions", in_play)
        ),
        motions=_read(statements.open_motions, _having("has_motions", rows)),
        voidings=_read(statements.voidings, voided),
        seats=by_rubber(statements.SEATS.of(pks)),
        versions=by_rubber(statements.VERSIONS.of(pks)),
    )


def _having(name: str, rows: Iterable[Rubber]) -> list[int]:
    """The ids of the rubbers for which the annotation of this name is true."""
    return [row.pk for row in rows if getattr(row, name)]


def _read(
    statement: Callable[[list[int]], QuerySet[M]], pks: list[int]
) -> dict[int, list[M]]:
    """The rows that the statement finds for the rubbers with these ids, by the id of the rubber.

    If `pks` is empty, nothing is read.
    """
    if not pks:
        return by_rubber([])
    return by_rubber(statement(pks))


def by_rubber(rows: Iterable[M]) -> dict[int, list[M]]:
    """The rows, grouped by the id of their rubber and in the given order; an empty list for every other id."""
    grouped: dict[int, list[M]] = defaultdict(list)
    for row in rows:
        grouped[row.rubber_id].append(row)  # type: ignore[attr-defined]  # all of them are of a rubber
    return grouped


def _values(rows: Iterable[tuple[Any, ...]], kind: type[V]) -> dict[int, list[V]]:
    """Values of the class `kind` made from the rows, grouped by the id of the rubber with which each row begins."""
    grouped: dict[int, list[V]] = defaultdict(list)
    for pk, *fields in rows:
        grouped[pk].append(kind(*fields))
    return grouped


def _join_bases(proposals: Iterable[Proposal], versions: dict[int, list[Deal]]) -> None:
    """Set `base` of each proposal, the version that it would change, to the object in `versions` that has its id."""
    by_pk = {version.pk: version for version in chain.from_iterable(versions.values())}
    for proposal in proposals:
        proposal.base = by_pk[proposal.base_id]


def _join_people(
    proposals: Iterable[Proposal],
    seats: dict[int, list[RubberSeat]],
    versions: dict[int, list[Deal]],
) -> None:
    """Set the member objects that these rows name by id: players from `seats`, all others from one statement.

    The members are the recorder of each version, the maker of each proposal, and for each merged record the record into
    which it was merged.
    """
    players = [seat.member for seat in chain.from_iterable(seats.values())]
    references: list[tuple[Model, str]] = []
    references += [
        (version, "recorded_by") for version in chain.from_iterable(versions.values())
    ]
    references += [(proposal, "made_by") for proposal in proposals]
    references += [
        (player, "merged_into") for player in players if player.merged_into_id
    ]
    members = {player.pk: player for player in players}
    unknown = {
        getattr(row, f"{field}_id") for row, field in references
    } - members.keys()
    if unknown:
        members |= {
            member.pk: member for member in Member.objects.filter(pk__in=unknown)
        }
    for row, field in references:
        setattr(row, field, members[getattr(row, f"{field}_id")])


def _rubbers_before(
    rows: Iterable[Rubber], versions: dict[int, list[Deal]]
) -> dict[int, RubberBefore]:
    """For each rubber in play with at most one deal, by its id: the rubber that its four players played before it.

    Earlier rubbers without a deal are passed over. A rubber in play is left out if the rubber before it does not wait
    to be agreed, or if there is none.
    """
    beginning = [
        row.pk
        for row in rows
        if row.follows_unagreed and _is_at_first_deal(versions[row.pk])  # type: ignore[attr-defined]  # annotated
    ]
    return {
        pk: RubberBefore(before, system, table)
        for pk, before, system, table in RUBBERS_BEFORE.of(beginning)
    }


def _is_at_first_deal(versions: list[Deal]) -> bool:
    return len(current_deals(versions)) <= 1


def _state(
    row: Rubber, parts: _Parts, rubber_before: RubberBefore | None
) -> RubberState:
    pk = row.pk
    seats = [place for place in parts.seats[pk] if place.corrected_at is None]
    versions = parts.versions[pk]
    under_newest = _under_newest(versions, parts.net_signatures[pk])
    return RubberState(
        rubber=row,
        ordinal=row.ordinal,  # type: ignore[attr-defined]  # annotated
        seats=tuple(seats),
        corrected_seats=tuple(place for place in parts.seats[pk] if place.corrected_at),
        versions=tuple(versions),
        deal_signatures=_by_person(seats, parts.deal_signatures[pk]),
        net_signatures=_by_person(seats, under_newest),
        proposals=tuple(parts.proposals[pk]),
        auction_calls=tuple(parts.auction_calls[pk]),
        substitutions=tuple(parts.substitutions[pk]),
        motions=tuple(parts.motions[pk]),
        voiding=next(iter(parts.voidings[pk]), None),
        next_deal=parts.next_deals.get(pk, FirstDealAfter()),
        rubber_before=rubber_before,
        reopenings=tuple(parts.reopenings[pk]),
        rulings=tuple(parts.rulings[pk]),
        absences=tuple(parts.absences[pk]),
        book_entry=next(iter(parts.book_entries[pk]), None),
    )


def _under_newest(
    versions: Sequence[Deal], signatures: Iterable[NetSigned]
) -> list[NetSigned]:
    """The signatures under the current net score: those given after the newest version of a deal was written."""
    if not versions:
        return []
    newest = versions[-1].pk
    return [signature for signature in signatures if signature.under == newest]


def _by_person(seats: list[RubberSeat], signatures: Iterable[S]) -> tuple[S, ...]:
    """The signatures of players and former players, each with the id of the person instead of the record.

    A signature of a record that does not belong to a player is left out: it was given while two records were merged
    in error.
    """
    people = people_of(seats)
    players = (signature for signature in signatures if signature.member_id in people)
    return tuple(
        _signed_by(people[signature.member_id], signature) for signature in players
    )


def _signed_by(person: int, signature: S) -> S:
    if signature.member_id == person:
        return signature
    return signature._replace(member_id=person)
