"""Reads of corrections, and of the effect that a correction would have."""

from django.db.models import Prefetch

from clubscore.duplicate.models import Correction, LateChange, TakenBackAnswer
from clubscore.duplicate.outcomes.outcome_words import LISTS
from clubscore.duplicate.outcomes.results import Results
from clubscore.duplicate.outcomes.scores import Numbered, scores_of
from clubscore.duplicate.session.state import SessionState
from clubscore.duplicate.slot import Slot
from scoring import Deal
from scoring.contest import RankedRow

_PEOPLE = ("asked_by", "answered_by", "decided_by", "second_by")


def corrections_at(state: SessionState, slot: Slot) -> list[Correction]:
    """The corrections of a slot, the newest first, with the answers that were taken back, the first answer first.

    Two SQL statements are run, and one if there is no correction.
    """
    rows = Correction.objects.filter(
        session=state.session,
        play__section__letter=slot.letter,
        play__round=slot.round,
        play__table=slot.table,
        play__board=slot.board,
    )
    answers = TakenBackAnswer.objects.select_related("answered_by", "taken_back_by")
    earlier = Prefetch("taken_back_answers", answers.order_by("pk"))
    rows = rows.select_related("play", *_PEOPLE).prefetch_related(earlier)
    return list(rows.order_by("-pk"))


def proposal_of(correction: Correction) -> LateChange | None:
    """The proposal of a late correction to the organisers; None if none waits."""
    if correction.decision != Correction.Decision.PROPOSED:
        return None
    return LateChange.objects.waiting().filter(correction=correction).first()


def effect_of(
    state: SessionState, results: Results, slot: Slot, facts: Deal
) -> list[tuple[Numbered, RankedRow, RankedRow]]:
    """The entries whose place or score would change if `facts` were the result of the slot.

    Each is a tuple of the entry, its row in a ranking list as it is now, and its row as it would be. The lists of
    strata and handicaps are left out.
    """
    now = scores_of(state, results)
    then = scores_of(state, results.corrected(slot, facts))
    rows_now = {}
    for ranked in now.result.lists:
        for row in ranked.rows:
            rows_now[ranked.name, row.entry] = row
    changed = []
    for ranked in then.result.lists:
        if ranked.name not in LISTS:
            continue
        for row in ranked.rows:
            was = rows_now.get((ranked.name, row.entry))
            if was and (was.place, was.score) != (row.place, row.score):
                changed.append((then.entry(row.entry), was, row))
    return changed
