"""The number by which the players know a deal."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Called:
    """The number of a deal as it is said and written: `3`, or `3 (dealt again)`. Rows and addresses have their own."""

    number: int
    before: int = 0
    """How often a deal of this number was passed out before, and dealt again."""

    @property
    def again(self) -> str:
        """`again`, `again ×2`; empty for the first deal of this number."""
        return "" if not self.before else "again" if self.before == 1 else f"again ×{self.before}"

    @property
    def suffix(self) -> str:
        return f" (dealt {self.again})" if self.again else ""

    def __str__(self) -> str:
        return f"{self.number}{self.suffix}"
