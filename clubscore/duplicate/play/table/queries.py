"""Queries of a session's tables: the board that needs a member first, and a short text that changes with a table."""

from collections import Counter
from collections.abc import Sequence
from typing import Any

from django.db.models import Count, QuerySet

from clubscore.duplicate.models import Call, Play, PlayProposal, PlaySignature, Ruling
from clubscore.duplicate.outcomes.results import Results
from clubscore.duplicate.session.slots import SlotState
from clubscore.duplicate.session.state import SessionState
from clubscore.duplicate.slot import Slot
from clubscore.members.models import Member


def first_to_do(slots: Sequence[SlotState], results: Results, member: Member) -> Slot:
    """The slot that needs an answer or a result from a member first.

    It is the first slot that waits for an answer of the member's side. If no slot waits, it is the first slot without a
    result; if all slots have results, it is the last slot.
    """
    for at in slots:
        if _is_asked(at, results, member):
            return at.slot
    for at in slots:
        if at.slot not in results.settled:
            return at.slot
    return slots[-1].slot


def _is_asked(at: SlotState, results: Results, member: Member) -> bool:
    """True if the member's side still has to agree to the result of a slot, or to answer a proposed result there."""
    side, result = at.side_of(member), results.get(at.slot)
    if result is None or side is None or at.slot in results.rulings:
        return False
    if result.proposal:
        return at.side_behind(result.proposal.made_by) is side.other
    return not result.is_signed_by(at, side)


def moves_of(state: SessionState) -> dict[str, str]:
    """For each table, by a name such as `A3`, a short text that changes whenever the table's page has to change.

    Pages compare this text, the mark of the table, with the mark that they have. Runs five SQL statements.
    """
    rows = _rows_at_tables(state)
    for section in state.sections:
        for row in section.movement.by_round.get(state.round, ()):
            for number in row.seated:
                rows[section.letter, row.table] += section.times_taken(number)
    edition = sum(len(section.plans) for section in state.sections)
    is_over = f"{state.session.is_over:d}"
    clock = f".{state.clock_mark}" if state.clock_mark else ""
    moves = {}
    for section in state.sections:
        for table in range(1, section.movement.tables + 1):
            count = rows[section.letter, table]
            mark = f"{state.round}.{edition}.{count}.{is_over}{clock}"
            moves[f"{section.letter}{table}"] = mark
    return moves


def _rows_at_tables(state: SessionState) -> Counter[tuple[str, int]]:
    """The number of database rows that belong to each table in the current round, by section letter and table.

    The rows are results, signatures, proposals, rulings and calls. The number also changes when a proposal or a call is
    answered, and when a signature is taken back. Runs five SQL statements.
    """
    session, round = state.session, state.round
    plays = Play.objects.filter(session=session, round=round)
    signatures = PlaySignature.objects.filter(play__session=session, play__round=round)
    proposals = PlayProposal.objects.filter(session=session, play__round=round)
    rulings = Ruling.objects.filter(session=session, round=round)
    calls = Call.objects.filter(session=session, round=round)
    return (
        _counted(plays, "")
        + _counted(signatures, "play__", "taken_back_at")
        + _counted(proposals, "play__", "answered_at")
        + _counted(rulings, "")
        + _counted(calls, "", "answered_at")
    )


def _counted(
    queryset: QuerySet[Any], path: str, answered: str = "pk"
) -> Counter[tuple[str, int]]:
    """The number of these database rows at each table, by section letter and table. An answered row counts twice.

    So the number also changes when a row is answered. `path` is the prefix of the lookups from a row to its section and
    table, such as `play__`; `answered` is the column that is empty until the answer. With the default `pk`, which is
    never empty, every row counts twice.
    """
    tables = queryset.values_list(f"{path}section__letter", f"{path}table")
    rows = tables.annotate(rows=Count("pk"), answered=Count(answered)).order_by()
    counted: Counter[tuple[str, int]] = Counter()
    for letter, table, in_all, answered_ones in rows:
        counted[letter, table] = in_all + answered_ones
    return counted
