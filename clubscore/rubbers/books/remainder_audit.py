"""Comparison of the remainders of rounding in the books with the deals; nothing is repaired.

The comparison scores again all rubbers whose margins were rounded.
"""

from collections.abc import Collection, Iterator

from django.db.models import Q

from clubscore.database.batches import portions
from clubscore.ledger.models import Transaction
from clubscore.ledger.rounding import Rounding
from clubscore.rubbers.books.audit import BROKEN, NOT_SCORED
from clubscore.rubbers.books.margins import exact_margins_of, margins_of
from clubscore.rubbers.models import Remainder, Rubber
from clubscore.rubbers.rubber.loading import load_all
from clubscore.rubbers.rubber.state import RubberState

CHUNK = 200  # rubbers in memory at a time

LeftOver = dict[int, int]  # points by member's id


def differences() -> Iterator[str]:
    """Yield a sentence for each rubber whose remainders of rounding in the books do not follow from its deals.

    A rubber whose deals cannot be scored gets a sentence, too. A remainder is the exact margin
    of a player, less the rounded margin that was posted.
    """
    with_some = Remainder.objects.filter(
        transaction__source=Transaction.Source.RUBBER
    ).values("transaction__source_id")
    rounded = (
        ~Q(rounding=Rounding.EXACT) | Q(wash_out_below__gt=0) | Q(pk__in=with_some)
    )
    for chunk in portions(Rubber.objects.filter(rounded), CHUNK):
        kept = _kept_for(chunk)
        for state in load_all(Rubber.objects.filter(pk__in=kept.keys()).order_by("pk")):
            rubber = state.rubber
            try:
                left_over = _left_over(state)
            except BROKEN:
                yield f"{rubber}: {NOT_SCORED}; see its sheet."
                continue
            if kept[rubber.pk] != left_over:
                yield f"{rubber}: what rounding left over is not kept as its deals score; see its sheet."


def _left_over(state: RubberState) -> LeftOver:
    if not state.rubber.is_agreed or state.rubber.is_voided:
        return {}
    posted = margins_of(state.rubber, state.sheet, state.records)
    exact = exact_margins_of(state.sheet, state.records)
    return {
        member.pk: exact[member] - points
        for member, points in posted.items()
        if exact[member] != points
    }


def _kept_for(rubbers: Collection[Rubber]) -> dict[int, LeftOver]:
    """The remainders of rounding in the books, by the rubber's id and then by the member's id.

    Remainders of reversed postings are left out; a rubber without remainders has an empty dict. Runs one query.
    """
    kept: dict[int, LeftOver] = {rubber.pk: {} for rubber in rubbers}
    current = Remainder.objects.filter(
        transaction__source=Transaction.Source.RUBBER,
        transaction__source_id__in=kept.keys(),
        transaction__reverses=None,
        transaction__reversal=None,
    )
    for source_id, member_id, points in current.values_list(
        "transaction__source_id", "member", "points"
    ):
        kept[source_id][member_id] = points
    return kept
