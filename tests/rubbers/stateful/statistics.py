"""Counts of what the machine did, so that it cannot go blind without being noticed."""

from collections import Counter
from dataclasses import dataclass, field


@dataclass
class Statistics:
    """What the machine did, over all its sequences."""

    steps: Counter[str] = field(default_factory=Counter)
    """How often each step was taken."""
    writes: Counter[str] = field(default_factory=Counter)
    """How many writes of each step were not refused; refusals, where a step is there to be refused."""
    proposals: Counter[str] = field(default_factory=Counter)
    """How the proposals ended, by state; those open at the end of a sequence too."""
    sequences: int = 0

    @property
    def accepted(self) -> float:
        """The share of all proposals that were accepted."""
        return self.proposals["accepted"] / max(self.proposals.total(), 1)
