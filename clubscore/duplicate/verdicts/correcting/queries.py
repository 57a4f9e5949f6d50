"""Reads of corrections."""

from django.db.models import QuerySet

from clubscore.duplicate.models import Correction
from clubscore.duplicate.outcomes.results import Results
from clubscore.duplicate.outcomes.scores import Numbered, scores_of
from clubscore.duplicate.session.state import SessionState
from clubscore.duplicate.slot import Slot
from scoring import Deal
from scoring.contest import RankedRow

_PEOPLE = ("asked_by", "answered_by", "decided_by", "second_by")


def corrections_at(state: SessionState, slot: Slot) -> list[Correction]:
    """The corrections of a slot, the newest first."""
    at = {"play__section__letter": slot.letter, "play__round": slot.round}
    at |= {"play__table": slot.table, "play__board": slot.board}
    rows = Correction.objects.filter(session=state.session, **at)
    return list(rows.select_related("play", *_PEOPLE).order_by("-pk"))


def corrections_to_approve() -> QuerySet[Correction]:
    """Those that a director found right after the period, and that wait for a second person (Law 79C2)."""
    rows = Correction.objects.filter(decision=Correction.Decision.PROPOSED)
    return rows.select_related("session", "play__section", "decided_by").order_by("pk")


def effect_of(
    state: SessionState, results: Results, slot: Slot, facts: Deal
) -> list[tuple[Numbered, RankedRow, RankedRow]]:
    """The entries whose place or score another result changes: as they are, and as they would be."""
    now, then = (
        scores_of(state, results),
        scores_of(state, results.corrected(slot, facts)),
    )
    rows = {
        (ranked.name, row.entry): row
        for ranked in now.result.lists
        for row in ranked.rows
    }
    return [
        (then.entry(row.entry), was, row)
        for ranked in then.result.lists
        for row in ranked.rows
        if (was := rows.get((ranked.name, row.entry)))
        and (was.place, was.score) != (row.place, row.score)
    ]
