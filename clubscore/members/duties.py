"""Two duties that a club gives to members beside their role, kept as Django groups (decision 0074)."""

from enum import StrEnum

from django.utils.text import capfirst
from django.utils.translation import pgettext_lazy


class Duty(StrEnum):
    """The duties. The value is the name of the group."""

    ARBITER = "arbiter"
    """Decides disputes in rubbers in which the member has not played."""
    ORGANISER = "organiser"
    """Takes sessions of duplicate into the season, and approves late corrections of sessions that others direct."""

    @property
    def words(self) -> str:
        """The duty's name in the reader's language, within a sentence."""
        return str(_WORDS[self])

    @property
    def title(self) -> str:  # type: ignore[override]  # the duty's heading, not str.title()
        return capfirst(self.words)


_WORDS = {
    Duty.ARBITER: pgettext_lazy("duty", "arbiter"),
    Duty.ORGANISER: pgettext_lazy("duty", "organiser"),
}


def duties_among(names: set[str]) -> frozenset[Duty]:
    """The duties that the names of a member's groups give."""
    return frozenset(duty for duty in Duty if duty.value in names)
