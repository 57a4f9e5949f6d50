"""Turns at a table before the next rubber: who comes in, who goes out, and since when each member waits."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property

from django.utils.translation import gettext as _

from clubscore.members.models import Member
from clubscore.tables.cutting import Custom, custom_of
from clubscore.tables.models import Table
from clubscore.tables.queries import candidates_of, names_of, waits_at
from clubscore.tables.turn_words import reasons
from clubscore.tables.turns import FOUR, GoingOut, PlayedRubber, Turns, turns
from clubscore.web.templatetags.sentences import all_of

MINUTE = 60  # seconds

EveningSoFar = Callable[[Table, datetime], tuple[list[PlayedRubber], GoingOut]]

evenings_so_far: list[EveningSoFar] = []
"""The function of the app that knows the rubbers: for a table and a time it returns the rubbers played there that
evening, the newest first, and the house rule about going out. That app's wiring.py registers it."""


@dataclass(frozen=True)
class Precedence:
    """Everybody at a table before the next rubber, by the house rule about going out and the custom of the game."""

    since: dict[Member, datetime]
    """The moment from which each member waits for a seat, in order of precedence."""
    candidates: dict[Member, int]
    """The number of rubbers that each has just played in a row, in the same order."""
    rule: GoingOut
    custom: Custom

    @cached_property
    def turns(self) -> Turns[Member]:
        """The turns; without four members nobody has one."""
        if len(self.candidates) < FOUR:
            return Turns()
        return turns(self.candidates, self.rule)

    @cached_property
    def names(self) -> dict[Member, str]:
        return names_of(self.candidates)

    @property
    def reasons(self) -> list[str]:
        """Sentences that say who comes in, who goes out and who waits, with the reasons; [] if everybody plays."""
        return reasons(self.turns, self.names, self.rule, self.custom)

    @property
    def in_short(self) -> list[str]:
        """The members who come in and who go out: `In: Eve`, `Out: Dan`; [] if everybody plays or all cut."""
        if self.turns.all_play or self.turns.all_cut:
            return []
        comes_in = {"names": self._named(self.turns.comes_in)}
        goes_out = {"names": self._named(self.turns.goes_out)}
        if not self.turns.cuts:
            out = _("Out: %(names)s")
        elif self.turns.goes_out:
            out = _("Out: %(names)s, and the cards decide")
        else:
            out = _("Out: the cards decide")
        return [_("In: %(names)s") % comes_in, out % goes_out]

    def _named(self, members: Iterable[Member]) -> str:
        return all_of(self.names[member] for member in members)

    def minutes(self, member: Member, now: datetime) -> int:
        """The minutes for which the member has waited for a seat."""
        waited = (now - self.since[member]).total_seconds()
        return max(0, int(waited // MINUTE))


def precedence_at(table: Table, now: datetime) -> Precedence:
    """The turns at the table as they are now."""
    [evening_so_far] = evenings_so_far
    played, rule = evening_so_far(table, now)
    since = waits_at(table, played)
    return Precedence(
        since=since,
        candidates=candidates_of(since, played),
        rule=rule,
        custom=custom_of(table.system),
    )
