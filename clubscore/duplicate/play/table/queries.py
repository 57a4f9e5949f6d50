"""Reads for the tables of a session: what is to be done first, and a mark of each table that moves with its page."""

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
    """The first of the boards of a row that this member is asked about, else that is to be recorded, else the last."""
    for at in slots:
        side, result = at.side_of(member), results.get(at.slot)
        if result is None or side is None or at.slot in results.rulings:
            continue
        proposal = result.proposal
        is_asked = (
            at.side_behind(proposal.made_by) is side.other
            if proposal
            else not result.is_signed_by(at, side)
        )
        if is_asked:
            return at.slot
    return next(
        (at.slot for at in slots if at.slot not in results.settled), slots[-1].slot
    )


def moves_of(state: SessionState) -> dict[str, str]:
    """A mark of each table, such as A3, which changes with every row that its page shows. Five statements."""
    rows: Counter[tuple[str, int]] = Counter()
    session = state.session
    counts = (
        _counted(Play.objects.filter(session=session, round=state.round), ""),
        _counted(
            PlaySignature.objects.filter(
                play__session=session, play__round=state.round
            ),
            "play__",
        ),
        _counted(
            PlayProposal.objects.filter(session=session, play__round=state.round),
            "play__",
            "answered_at",
        ),
        _counted(Ruling.objects.filter(session=session, round=state.round), ""),
        _counted(
            Call.objects.filter(session=session, round=state.round), "", "answered_at"
        ),
    )
    for found in counts:
        rows.update(found)
    for section in state.sections:
        for row in section.movement.by_round.get(state.round, ()):
            rows[section.letter, row.table] += sum(
                section.times_taken(number) for number in row.seated
            )
    edition = sum(len(section.plans) for section in state.sections)
    return {
        f"{section.letter}{table}": f"{state.round}.{edition}.{rows[section.letter, table]}.{session.is_over:d}"
        for section in state.sections
        for table in range(1, section.movement.tables + 1)
    }


def _counted(
    queryset: QuerySet[Any], path: str, answered: str = "pk"
) -> Counter[tuple[str, int]]:
    """The number of rows at each table. An answered row counts twice, so that an answer changes the number."""
    letter, table = f"{path}section__letter", f"{path}table"
    found = (
        queryset.values_list(letter, table)
        .annotate(all=Count("pk"), twice=Count(answered))
        .order_by()
    )
    return Counter(
        {(where, number): every + twice for where, number, every, twice in found}
    )
