"""Names of people for the public: in full, short, or replaced by a number. This module reads no database."""

import re
from collections import Counter
from collections.abc import Iterable
from typing import NamedTuple

from django.db.models import TextChoices
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

_ERASED = re.compile(r"Former member \d+")  # the name of an erased member
_FIRST_NUMBER, _NUMBERS = 1000, 9000  # four digits
# Six digits, when half of the short numbers would be taken.
_FIRST_LONG_NUMBER, _LONG_NUMBERS = (
    100_000,
    900_000,
)


class Naming(TextChoices):
    """The possible ways of naming members in public."""

    FULL = "full", gettext_lazy("Full names")
    FIRST = "first", gettext_lazy("First name and initial: Ruth A.")
    NONE = "none", gettext_lazy("No names: Player 4173")

    @property
    def words(self) -> str:
        """The words for the naming within a sentence: `first name and initial`."""
        words = {
            Naming.FULL: _("full names"),
            Naming.FIRST: _("first name and initial"),
            Naming.NONE: _("no names"),
        }
        return words[self]


class Person(NamedTuple):
    """A person whom a page shows. The values are from the record that stands for the person."""

    id: int
    name: str
    is_guest: bool
    is_unnamed: bool
    """True if the person asked not to be named."""


def public_names(
    people: Iterable[Person], *, naming: Naming, scope: str
) -> dict[int, str]:
    """The names of the people on one page, by id; no two names are equal.

    Guests, and people who asked not to be named, have a number instead. The number stays the same within `scope`
    ("evening 2026-11-21", "season autumn"), and says nothing about the number in another scope.
    """
    # The older record first, so that a newcomer moves nobody's number.
    ordered = sorted(set(people))
    numbers = _numbers([person.id for person in ordered], scope)
    shown = {
        person.id: _shown(person, naming, numbers[person.id]) for person in ordered
    }
    return _told_apart(shown)


def _shown(person: Person, naming: Naming, number: int) -> str:
    if person.is_guest:
        return _("Guest %(number)s") % {"number": number}
    if person.is_unnamed or naming == Naming.NONE:
        return _("Player %(number)s") % {"number": number}
    if naming == Naming.FULL or _ERASED.fullmatch(person.name):
        return person.name
    return short(person.name)


def short(name: str) -> str:
    """The short form of a name: `Ruth A.` for `Ruth Abel` and for `Abel, Ruth`; a single word stays as it is."""
    last, comma, first = name.partition(",")
    words = f"{first} {last}".split() if comma else name.split()
    if len(words) == 1:
        return words[0]
    initial = words[-1][0].upper()
    return f"{words[0]} {initial}."


def _numbers(ids: list[int], scope: str) -> dict[int, int]:
    """The number that replaces each person's name, by the person's id.

    Nobody can compute the number without the secret key, or compare it with the number in another scope.
    """
    if len(ids) <= _NUMBERS // 2:
        first, many = _FIRST_NUMBER, _NUMBERS
    else:
        first, many = _FIRST_LONG_NUMBER, _LONG_NUMBERS
    taken: dict[int, int] = {}
    for pk in ids:
        mac = salted_hmac(
            "clubscore.public.naming", f"{scope}\n{pk}", algorithm="sha256"
        ).digest()
        number = int.from_bytes(mac[:8])
        while (found := first + number % many) in taken:
            number += 1
        taken[found] = pk
    return {pk: number for number, pk in taken.items()}


def _told_apart(shown: dict[int, str]) -> dict[int, str]:
    """The names, with numbers where names are equal: `Ruth A. 1` and `Ruth A. 2`.

    More letters of the surname are never shown.
    """
    alike = Counter(name.casefold() for name in shown.values())
    seen: Counter[str] = Counter()
    names = {}
    for pk, name in shown.items():
        key = name.casefold()
        seen[key] += 1
        names[pk] = f"{name} {seen[key]}" if alike[key] > 1 else name
    return names
