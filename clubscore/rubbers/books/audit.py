"""Do the books say what the deals say? Everything is scored again; nothing is repaired.

Rubbers are read some at a time, their seats and deals as plain rows: a million take minutes, and the memory of few.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from django.db.models import BooleanField, Exists, ExpressionWrapper, F, Field, OuterRef

from clubscore.batches import Progress, no_progress, portions
from clubscore.contracts.models import FACT_COLUMNS, deal_from
from clubscore.ledger.models import OF_A_RUBBER, ClubAccount, Posting, Transaction
from clubscore.rubbers.books.posting import Source, stakes_of, table_money_of
from clubscore.rubbers.models import Deal, Rubber, RubberSeat
from clubscore.rubbers.queries import margins_of
from clubscore.rubbers.state import fold_facts
from scoring import Seat

CHUNK = 1000  # rubbers in memory at a time


def _as_it_lies(name: str) -> str | ExpressionWrapper:
    """The column, a truth value as the driver gives it: to make `False` or `True` of each shows in millions."""
    if isinstance(Deal._meta.get_field(name), BooleanField):
        return ExpressionWrapper(F(name), output_field=Field())
    return name


_READ = [_as_it_lies(name) for name in ("is_struck", *FACT_COLUMNS)]

# Points or money by member's id, or by the name of the club's account.
Lines = dict[int | str, int]

# What rows that no program wrote can lead to: a deal after the end or without a contract, a seat without a player.
BROKEN = (LookupError, TypeError, ValueError)
NOT_SCORED = "its deals cannot be scored"

_TOLD = {
    Source.RUBBER: "the books do not say what its deals score",
    Source.STAKE: "its stakes in the books are not its margin times the stake",
    Source.TABLE_MONEY: "its table money in the books is not what was to be paid",
}


@dataclass(slots=True)
class Played:
    """Who plays in which seat of a rubber, by id, and the columns of the deals that stand, by number."""

    players: dict[Seat, int] = field(default_factory=dict)
    deals: dict[int, list[Any]] = field(default_factory=dict)


def differences(looked_at: Progress = no_progress) -> Iterator[str]:
    """A sentence for each rubber whose margin in the books is not what `scoring` makes of its deals today.

    So too for stakes that are not the margin times the stake pinned to the rubber, and for its table money.
    """
    for rubbers in portions(Rubber.objects.all(), CHUNK):
        booked, played = booked_for(rubbers), _played(rubbers)
        for rubber in rubbers:
            try:
                wanted = wanted_of(rubber, played[rubber.pk])
            except BROKEN:
                yield f"{rubber}: {NOT_SCORED}; see its sheet."
                continue
            for source, told in _TOLD.items():
                if booked[source, rubber.pk] != wanted[source]:
                    yield f"{rubber}: {told}; see its sheet."
        looked_at(len(rubbers))


def without_a_rubber() -> Iterator[str]:
    """A sentence for each booking that says it is of a rubber, when there is none of that number."""
    of_one = Exists(Rubber.objects.filter(pk=OuterRef("source_id")))
    for transaction in Transaction.objects.filter(~of_one, source__in=OF_A_RUBBER).order_by("pk"):
        yield f"Transaction {transaction} is of rubber {transaction.source_id}, which does not exist."


def _played(rubbers: Sequence[Rubber]) -> dict[int, Played]:
    """By rubber's id. Two queries."""
    played: dict[int, Played] = defaultdict(Played)
    of_these = {"rubber__gte": rubbers[0].pk, "rubber__lte": rubbers[-1].pk}
    for pk, seat, member_id in RubberSeat.objects.filter(until=None, **of_these).values_list(
        "rubber_id", "seat", "member_id"
    ):
        played[pk].players[Seat(seat)] = member_id
    versions = Deal.objects.filter(**of_these).order_by("rubber_id", "number", "version")
    for pk, number, is_struck, *columns in versions.values_list("rubber_id", "number", *_READ):
        if is_struck:
            played[pk].deals.pop(number, None)
        else:
            played[pk].deals[number] = columns
    return played


def wanted_of(rubber: Rubber, played: Played) -> dict[Source, Lines]:
    """What should stand in the books, by where it comes from."""
    margins = _margins_of(rubber, played) if rubber.is_agreed else {}
    table_money = table_money_of(rubber, margins)
    to_the_club: Lines = {ClubAccount.TABLE_MONEY: -sum(table_money.values())} if table_money else {}
    return {
        Source.RUBBER: _lines(margins),
        Source.STAKE: _lines(stakes_of(rubber, margins)),
        Source.TABLE_MONEY: _lines(table_money) | to_the_club,
    }


def _margins_of(rubber: Rubber, played: Played) -> dict[int, int]:
    sheet = fold_facts(rubber, [deal_from(*columns) for columns in played.deals.values()])
    return margins_of(rubber, sheet, {seat: played.players[seat] for seat in Seat})


def _lines(points: Mapping[int, int]) -> Lines:
    return dict(points.items())


def booked_for(rubbers: Sequence[Rubber]) -> dict[tuple[str, int], Lines]:
    """What stands in the books, by where it comes from and rubber's id: a reversed posting does not. One query.

    The rubbers come in the order of their ids.
    """
    booked: dict[tuple[str, int], Lines] = defaultdict(lambda: defaultdict(int))
    standing = Posting.objects.filter(
        transaction__source__in=OF_A_RUBBER,
        transaction__source_id__gte=rubbers[0].pk,
        transaction__source_id__lte=rubbers[-1].pk,
        transaction__reverses=None,
        transaction__reversal=None,
    )
    lines = standing.values_list(
        "transaction__source", "transaction__source_id", "member_id", "account__name", "points"
    )
    for source, source_id, member_id, account, points in lines:
        booked[source, source_id][member_id or account] += points
    return booked
