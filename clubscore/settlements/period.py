"""The evenings that a settlement is for."""

from dataclasses import dataclass
from datetime import date, datetime

from clubscore.calendar import beginning_of, end_of
from clubscore.settlements.models import in_words


@dataclass(frozen=True, slots=True)
class SettlementPeriod:
    """A period from its first evening to its last evening, both included."""

    first_day: date
    last_day: date

    def __str__(self) -> str:
        return in_words(self.first_day, self.last_day)

    def __contains__(self, day: date) -> bool:
        return self.first_day <= day <= self.last_day

    @property
    def begins(self) -> datetime:
        return beginning_of(self.first_day)

    @property
    def ends(self) -> datetime:
        """The end of the period: the first moment after it."""
        return end_of(self.last_day)
