"""Do the books say what the deals say? Everything is scored again; nothing is repaired."""

from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping
from itertools import islice

from django.db.models import Sum

from clubscore.ledger.models import OF_A_RUBBER, ClubAccount, Posting
from clubscore.members.models import Member
from clubscore.rubbers.models import Rubber
from clubscore.rubbers.posting import Source, stakes_of, table_money_of
from clubscore.rubbers.queries import margins_of, sheet_of

CHUNK = 500  # rubbers in memory at a time

# Points or money by member's id, or by the name of the club's account.
Lines = dict[int | str, int]

_TOLD = {
    Source.RUBBER: "the books do not say what its deals score",
    Source.STAKE: "its stakes in the books are not its margin times the stake",
    Source.TABLE_MONEY: "its table money in the books is not what was to be paid",
}


def differences() -> Iterator[str]:
    """A sentence for each rubber whose margin in the books is not what `scoring` makes of its deals today.

    So too for stakes that are not the margin times the stake pinned to the rubber, and for its table money.
    """
    rubbers = Rubber.objects.for_sheets().order_by("pk").iterator(chunk_size=CHUNK)
    while chunk := list(islice(rubbers, CHUNK)):
        booked = booked_for(chunk)
        for rubber in chunk:
            wanted = wanted_of(rubber)
            for source, told in _TOLD.items():
                if booked[source, rubber.pk] != wanted[source]:
                    yield f"{rubber}: {told}; see its sheet."


def wanted_of(rubber: Rubber) -> dict[Source, Lines]:
    """What should stand in the books, by where it comes from."""
    margins = margins_of(rubber, sheet_of(rubber)) if rubber.is_agreed else {}
    table_money = table_money_of(rubber, margins)
    to_the_club: Lines = {ClubAccount.TABLE_MONEY: -sum(table_money.values())} if table_money else {}
    return {
        Source.RUBBER: _lines(margins),
        Source.STAKE: _lines(stakes_of(rubber, margins)),
        Source.TABLE_MONEY: _lines(table_money) | to_the_club,
    }


def _lines(points: Mapping[Member, int]) -> Lines:
    return {member.pk: value for member, value in points.items()}


def booked_for(rubbers: Collection[Rubber]) -> dict[tuple[str, int], Lines]:
    """What stands in the books, by where it comes from and rubber's id: a reversed posting does not. One query."""
    booked: dict[tuple[str, int], Lines] = defaultdict(dict)
    standing = Posting.objects.filter(
        transaction__source__in=OF_A_RUBBER,
        transaction__source_id__in=[rubber.pk for rubber in rubbers],
        transaction__reverses=None,
        transaction__reversal=None,
    )
    lines = standing.values_list("transaction__source", "transaction__source_id", "member", "account__name")
    for source, source_id, member_id, account, points in lines.annotate(Sum("points")):
        booked[source, source_id][member_id or account] = points
    return booked
