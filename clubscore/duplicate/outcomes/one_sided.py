"""Results that one side alone stands for: no player of the other side has agreed to them (Law 79A)."""

from clubscore.duplicate.outcomes.doubts import sides_of
from clubscore.duplicate.outcomes.results import Results
from clubscore.duplicate.session.state import SessionState
from clubscore.duplicate.slot import Slot


def is_one_sided(state: SessionState, results: Results, slot: Slot) -> bool:
    """True if a slot counts by a result to which no player of one side, or of both sides, has agreed.

    A director who enters or checks a result agrees for nobody. A slot with a ruling counts by the ruling.
    """
    result = results.get(slot)
    section = state.section(slot.letter)
    if result is None or section is None or slot in results.rulings:
        return False
    ns, ew = sides_of(section, slot, result.play)
    signers = result.signers
    return ns.isdisjoint(signers) or ew.isdisjoint(signers)


def count_one_sided(state: SessionState, results: Results) -> int:
    """The number of slots that count by a result to which no player of one side has agreed."""
    return sum(is_one_sided(state, results, slot) for slot in results)
