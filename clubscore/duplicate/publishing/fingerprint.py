"""A mark of all that the lists of a session follow from."""

from hashlib import sha256

from clubscore.duplicate.lineup import shares_of
from clubscore.duplicate.scores import Scores
from clubscore.duplicate.state import SectionState, SessionState
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
            f"{ranked.name} {row.place} {scores.entry(row.entry)} {row.score} {row.penalty}" for row in ranked.rows
        ]
    for section in state.sections:
        for number in section.entries:
            shares = shares_of(section, number)
            if any(share.rounds for share in shares) or _was_given_to_another(state, section, number):
                lines += [f"{section.letter}{number} {each.member.pk} {each.rounds} {each.counts}" for each in shares]
    return sha256("\n".join(lines).encode()).hexdigest()


def _was_given_to_another(state: SessionState, section: SectionState, number: int) -> bool:
    """Whether somebody who sat in has all rounds of a place."""
    begun = state.session.started_at
    return any(
        place.entry.number == number and place.is_void and begun and place.left_at and place.left_at >= begun
        for place in section.places
    )
