"""A mark of all that the lists of a session follow from."""

from collections.abc import Sequence
from hashlib import sha256

from clubscore.duplicate.outcomes.scores import Scores
from clubscore.duplicate.session.lineup import Share, shares_of
from clubscore.duplicate.session.state import SectionState, SessionState
from scoring.duplicate.outcome_line import outcome_line


def fingerprint_of(state: SessionState, scores: Scores) -> str:
    """SHA-256 of the rules, the outcome of every slot, the lists and substitutes.

    Other rows, the same outcomes: the same mark.
    """
    lines = [repr(sorted(state.session.rules.items()))]
    lines += sorted(
        f"{slot} {scored.slot.ns} {scored.slot.ew} {outcome_line(scored.slot.outcome)} {scored.slot.group}"
        for slot, scored in scores.slots.items()
    )
    for ranked in scores.result.lists:
        lines += [
            f"{ranked.name} {row.place} {scores.entry(row.entry)} {row.score} {row.penalty}"
            for row in ranked.rows
        ]
    for section in state.sections:
        for number in section.entries:
            shares = shares_of(section, number)
            if any(share.rounds for share in shares) or _are_others(
                state, section, number, shares
            ):
                lines += [
                    f"{section.letter}{number} {share.member.pk} {share.rounds} {share.counts}"
                    for share in shares
                ]
    return sha256("\n".join(lines).encode()).hexdigest()


def _are_others(
    state: SessionState, section: SectionState, number: int, shares: Sequence[Share]
) -> bool:
    """True if members other than its first or late members played for the entry."""
    begun = state.session.started_at
    first: dict[str, int] = {}
    for place in section.places:
        was_freed = place.is_void and not (
            begun and place.left_at and place.left_at >= begun
        )
        if place.entry.number == number and not was_freed:
            first.setdefault(place.seat, place.member.person_id)
    return {share.member.person_id for share in shares} != set(first.values())
