"""Reads for the tables of a session: a mark of each, which moves with whatever its page shows."""

from collections import Counter
from typing import Any

from django.db.models import Count, QuerySet

from clubscore.duplicate.models import Call, Play, PlayProposal, PlaySignature, Ruling
from clubscore.duplicate.state import SessionState


def moves_of(state: SessionState) -> dict[str, str]:
    """A mark of each table, such as A3, which changes with every row that its page shows. Five statements."""
    rows: Counter[tuple[str, int]] = Counter()
    session = state.session
    counts = (
        _counted(Play.objects.filter(session=session, round=state.round), ""),
        _counted(PlaySignature.objects.filter(play__session=session, play__round=state.round), "play__"),
        _counted(PlayProposal.objects.filter(session=session, play__round=state.round), "play__", "answered_at"),
        _counted(Ruling.objects.filter(session=session, round=state.round), ""),
        _counted(Call.objects.filter(session=session, round=state.round), "", "answered_at"),
    )
    for found in counts:
        rows.update(found)
    for section in state.sections:
        for row in section.movement.by_round.get(state.round, ()):
            rows[section.letter, row.table] += sum(len(section.places_of(number)) for number in row.seated)
    edition = sum(len(section.plans) for section in state.sections)
    return {
        f"{section.letter}{table}": f"{state.round}.{edition}.{rows[section.letter, table]}.{session.is_over:d}"
        for section in state.sections
        for table in range(1, section.movement.tables + 1)
    }


def _counted(queryset: QuerySet[Any], path: str, answered: str = "pk") -> Counter[tuple[str, int]]:
    """The rows at each table; one that is answered counts twice."""
    letter, table = f"{path}section__letter", f"{path}table"
    found = queryset.values_list(letter, table).annotate(all=Count("pk"), twice=Count(answered)).order_by()
    return Counter({(where, number): every + twice for where, number, every, twice in found})
