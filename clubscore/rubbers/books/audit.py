"""Comparison of the books with the deals. Everything is scored again; nothing is repaired.

Rubbers are read in batches, their seats and deals as plain rows: a million take minutes, in little memory.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from django.db.models import BooleanField, Exists, ExpressionWrapper, F, Field, OuterRef

from clubscore.contracts.models import FACT_COLUMNS, deal_from
from clubscore.database.batches import Progress, no_progress, portions
from clubscore.ledger.models import OF_A_RUBBER, ClubAccount, Posting, Transaction
from clubscore.rubbers.books.margins import margins_of
from clubscore.rubbers.books.posting import Source, stakes_of, table_money_of
from clubscore.rubbers.models import Deal, Rubber, RubberSeat
from clubscore.rubbers.rubber.state import fold_facts
from scoring import Seat

CHUNK = 1000  # rubbers in memory at a time


def _unconverted(name: str) -> str | ExpressionWrapper:
    """The column of this name to read; a boolean column is read as the driver gives it, without conversion.

    To convert the booleans of a million rows would take seconds.
    """
    if isinstance(Deal._meta.get_field(name), BooleanField):
        return ExpressionWrapper(F(name), output_field=Field())
    return name


_READ = [_unconverted(name) for name in ("is_struck", *FACT_COLUMNS)]

# Points or money by member's id, or by the name of the club's account.
Lines = dict[int | str, int]

# Errors of rows that no program wrote: a deal after the end or without a contract, a seat without a player.
BROKEN = (LookupError, TypeError, ValueError)
NOT_SCORED = "its deals cannot be scored"

_MESSAGES = {
    Source.RUBBER: "the books do not say what its deals score",
    Source.STAKE: "its stakes in the books are not its margin times the stake",
    Source.TABLE_MONEY: "its table money in the books is not what was to be paid",
}


@dataclass(slots=True)
class RubberRows:
    """The current players and the current deals of one rubber, as plain values from the database."""

    players: dict[Seat, int] = field(default_factory=dict)
    """The id of the member in each seat."""
    deals: dict[int, list[Any]] = field(default_factory=dict)
    """The values of FACT_COLUMNS for each deal that is not struck out, by the number of the deal."""


def differences(report: Progress = no_progress) -> Iterator[str]:
    """A sentence for each booking of a rubber that differs from the score of its deals today.

    A rubber whose deals cannot be scored gets one sentence that says so. `scoring` computes the margins again; stakes
    and table money are computed from the amounts that were copied to the rubber when it began. `report` is called after
    each batch of rubbers, with their number.
    """
    for rubbers in portions(Rubber.objects.all(), CHUNK):
        booked, played = booked_for(rubbers), _played(rubbers)
        for rubber in rubbers:
            try:
                wanted = wanted_of(rubber, played[rubber.pk])
            except BROKEN:
                yield f"{rubber}: {NOT_SCORED}; see its sheet."
                continue
            for source, message in _MESSAGES.items():
                if booked[source, rubber.pk] != wanted[source]:
                    yield f"{rubber}: {message}; see its sheet."
        report(len(rubbers))


def without_a_rubber() -> Iterator[str]:
    """A sentence for each transaction in the books that names a rubber which does not exist."""
    of_one = Exists(Rubber.objects.filter(pk=OuterRef("source_id")))
    for transaction in Transaction.objects.filter(
        ~of_one, source__in=OF_A_RUBBER
    ).order_by("pk"):
        yield f"Transaction {transaction} is of rubber {transaction.source_id}, which does not exist."


def _played(rubbers: Sequence[Rubber]) -> dict[int, RubberRows]:
    """The current players and deals of these rubbers, by the id of the rubber. Runs two queries."""
    played: dict[int, RubberRows] = defaultdict(RubberRows)
    of_these = {"rubber__gte": rubbers[0].pk, "rubber__lte": rubbers[-1].pk}
    seats = RubberSeat.objects.filter(until=None, **of_these)
    for pk, seat, member_id in seats.values_list("rubber_id", "seat", "member_id"):
        played[pk].players[Seat(seat)] = member_id
    versions = Deal.objects.filter(**of_these).order_by(
        "rubber_id", "number", "version"
    )
    for pk, number, is_struck, *columns in versions.values_list(
        "rubber_id", "number", *_READ
    ):
        if is_struck:
            played[pk].deals.pop(number, None)
        else:
            played[pk].deals[number] = columns
    return played


def wanted_of(rubber: Rubber, played: RubberRows) -> dict[Source, Lines]:
    """The points and cents that the books should hold for the rubber, by the source of the booking.

    The sources are the margin, the stakes and the table money. Each has the amounts by member's id, or by the name of
    the club's account; they are empty while the rubber is not agreed, and if it is voided. Raises LookupError,
    TypeError or ValueError if the deals cannot be scored.
    """
    margins: dict[int, int] = {}
    if rubber.is_agreed and not rubber.is_voided:
        margins = _margins_of(rubber, played)
    paid = table_money_of(rubber, margins)
    table_money = _lines(paid)
    if paid:
        table_money[ClubAccount.TABLE_MONEY] = -sum(paid.values())
    return {
        Source.RUBBER: _lines(margins),
        Source.STAKE: _lines(stakes_of(rubber, margins)),
        Source.TABLE_MONEY: table_money,
    }


def _margins_of(rubber: Rubber, played: RubberRows) -> dict[int, int]:
    facts = [deal_from(*columns) for columns in played.deals.values()]
    players = {seat: played.players[seat] for seat in Seat}
    return margins_of(rubber, fold_facts(rubber, facts), players)


def _lines(points: Mapping[int, int]) -> Lines:
    return dict(points.items())


def booked_for(rubbers: Sequence[Rubber]) -> dict[tuple[str, int], Lines]:
    """The points and cents that the books hold for these rubbers, by the source of the booking and the rubber's id.

    Each has the amounts by member's id, or by the name of the club's account. Reversed bookings are left out. `rubbers`
    must be in the order of their ids. Runs one query.
    """
    booked: dict[tuple[str, int], Lines] = defaultdict(lambda: defaultdict(int))
    current = Posting.objects.filter(
        transaction__source__in=OF_A_RUBBER,
        transaction__source_id__gte=rubbers[0].pk,
        transaction__source_id__lte=rubbers[-1].pk,
        transaction__reverses=None,
        transaction__reversal=None,
    )
    lines = current.values_list(
        "transaction__source",
        "transaction__source_id",
        "member_id",
        "account__name",
        "points",
    )
    for source, source_id, member_id, account, points in lines:
        booked[source, source_id][member_id or account] += points
    return booked
