"""Counts of what the state machine did, to notice if it stops doing something."""

from collections import Counter
from dataclasses import dataclass, field


@dataclass
class Statistics:
    """The counts of what the machine did in all its sequences."""

    steps: Counter[str] = field(default_factory=Counter)
    """The number of times that each step was taken."""
    writes: Counter[str] = field(default_factory=Counter)
    """The number of successful writes of each step; for a step that must be refused, the number of its refusals."""
    proposals: Counter[str] = field(default_factory=Counter)
    """The number of proposals in each final state, including those still open at the end of a sequence."""
    sequences: int = 0

    @property
    def accepted(self) -> float:
        """The share of all proposals that were accepted."""
        return self.proposals["accepted"] / max(self.proposals.total(), 1)
