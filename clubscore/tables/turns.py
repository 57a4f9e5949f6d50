"""The turns at a table with more than four members: who plays the next rubber, and who waits.

Members who waited come in first. Of the members who have just played, those who have played longest go out. If that
does not decide, they cut for it (1912 laws 17 to 22, and what clubs have done since). This module is pure; the
sentences about turns are in turn_words.py.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Generic, TypeVar

from django.utils.translation import gettext_lazy as _

T = TypeVar("T")

FOUR = 4


class GoingOut(StrEnum):
    """The house rule that says which of the members who have just played go out."""

    LONGEST = "longest"
    CUT = "cut"


LABELS = {
    GoingOut.LONGEST: _("Whoever has played longest goes out; if equal, they cut"),
    GoingOut.CUT: _("All who have just played cut for it"),
}


def ways_of_going_out() -> list[tuple[str, str]]:
    """The house rules about going out, as the choices of a form field: each as (value, words)."""
    return [(rule.value, str(LABELS[rule])) for rule in GoingOut]


@dataclass(frozen=True, slots=True)
class PlayedRubber:
    """A rubber that was played at the table: when it began, and the ids of the persons who began it.

    A substitute is not among these persons: for the turns a substitution does not count (1912 law 26).
    """

    began_at: datetime
    people: Collection[int]


@dataclass(frozen=True, slots=True)
class Turns(Generic[T]):
    """Everybody at the table before the next rubber, in groups: each member is in exactly one of the tuples."""

    comes_in: tuple[T, ...] = ()
    """The members who play because they waited."""
    stays: tuple[T, ...] = ()
    """The members who play on because others have played longer."""
    cuts: tuple[T, ...] = ()
    """The members who cut for the places that are left."""
    places: int = 0
    """The number of members in `cuts` who will play; it is less than the length of `cuts`."""
    goes_out: tuple[T, ...] = ()
    """The members who have just played and now wait."""
    waits_on: tuple[T, ...] = ()
    """The members who waited and wait on, because four others have waited longer."""

    @property
    def all_cut(self) -> bool:
        """True if nobody has precedence: one cut decides who plays, and with whom."""
        return len(self.cuts) > FOUR

    @property
    def all_play(self) -> bool:
        return not (self.cuts or self.goes_out or self.waits_on)

    @property
    def decided(self) -> tuple[T, ...]:
        """The members who are sure to play, whichever cards are drawn."""
        return self.comes_in + self.stays


def turns(rubbers: Mapping[T, int], rule: GoingOut) -> Turns[T]:
    """The turns for the next rubber: four or more members, sorted into groups.

    `rubbers` has the members in order of precedence, each with the number of rubbers just played in a row.
    """
    waited = tuple(who for who, count in rubbers.items() if not count)
    played = {who: count for who, count in rubbers.items() if count}
    if not played and len(waited) > FOUR:
        return Turns(cuts=waited, places=FOUR)
    if not played:
        return Turns(comes_in=waited)
    comes_in = waited[:FOUR]
    waits_on = waited[FOUR:]
    free = FOUR - len(comes_in)
    if len(played) <= free:
        return Turns(comes_in, stays=tuple(played))
    length = played if rule is GoingOut.LONGEST else dict.fromkeys(played, 1)
    # Of the first member without a place: who has played less stays.
    limit = sorted(length.values())[free]
    stays = tuple(who for who, count in length.items() if count < limit)
    equal = tuple(who for who, count in length.items() if count == limit)
    goes_out = tuple(who for who, count in length.items() if count > limit)
    places = free - len(stays)
    if not places:
        return Turns(comes_in, stays, goes_out=equal + goes_out, waits_on=waits_on)
    return Turns(comes_in, stays, equal, places, goes_out, waits_on)


def in_a_row(person: int, played: Sequence[PlayedRubber]) -> int:
    """The number of rubbers that a person has just played in a row. `played` has the newest rubber first."""
    for count, rubber in enumerate(played):
        if person not in rubber.people:
            return count
    return len(played)


def waits_since(
    person: int, arrived_at: datetime, played: Sequence[PlayedRubber]
) -> datetime:
    """The moment from which a person waits for a seat.

    It is the person's arrival, or the beginning of the first rubber after the person's last rubber, if that is later.
    `played` has the newest rubber first. A person who leaves the table and comes back waits anew.
    """
    for place, rubber in enumerate(played):
        if person not in rubber.people:
            continue
        if place == 0:
            return arrived_at
        first_without = played[place - 1]
        return max(arrived_at, first_without.began_at)
    return arrived_at
