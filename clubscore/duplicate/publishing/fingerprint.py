"""A mark of all that the lists of a session follow from."""

from hashlib import sha256

from clubscore.duplicate.scores import Scores
from clubscore.duplicate.state import SessionState
from scoring.duplicate.outcome_line import outcome_line


def fingerprint_of(state: SessionState, scores: Scores) -> str:
    """SHA-256 of the rules, the outcome of every slot and the lists. Other rows, the same outcomes: the same mark."""
    lines = [repr(sorted(state.session.rules.items()))]
    lines += sorted(
        f"{slot} {scored.slot.ns} {scored.slot.ew} {outcome_line(scored.slot.outcome)} {scored.slot.group}"
        for slot, scored in scores.slots.items()
    )
    for ranked in scores.result.lists:
        lines += [
            f"{ranked.name} {row.place} {scores.entry(row.entry)} {row.score} {row.penalty}" for row in ranked.rows
        ]
    return sha256("\n".join(lines).encode()).hexdigest()
