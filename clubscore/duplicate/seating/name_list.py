"""A typed list of entries: a line each, such as `Anna Weiss, Ben Novak` or `7 Anna Weiss & Ben Novak`."""

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from difflib import get_close_matches

from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext

from clubscore.duplicate.seating.services import MOST, SEATS
from clubscore.duplicate.seating.taken import Taken
from clubscore.duplicate.state import SessionState
from clubscore.members.models import Member
from clubscore.refusals import Refused

_LINE = re.compile(r"\s*(?:(?P<letter>[A-Za-z])?(?P<number>\d{1,3})[\s.:)]+)?(?P<names>.+)")
_WANTED = {
    "pair": _("Line %(line)s: write two names with a comma between them."),
    "team": _("Line %(line)s: write the names of a team, four to six, with commas between them."),
    "player": _("Line %(line)s: write one name."),
}
_EMPTY = {
    "pair": _("Write a line for each pair."),
    "team": _("Write a line for each team."),
    "player": _("Write a line for each player."),
}
_BETWEEN = re.compile(r"\s*(?:,|;|&|\t|\s-\s|\s–\s|\sand\s)\s*")


def read_list(text: str, state: SessionState) -> list[Taken]:
    """The numbers and members of a list; lines without a number take the open ones in their order.

    Raises Refused with the number of the line that cannot be read, and what would be right.
    """
    lines = [(place, line) for place, line in enumerate(text.splitlines(), 1) if line.strip()]
    if not lines:
        raise Refused(_EMPTY[state.session.noun], field="lines")
    known = _names()
    read = [_read(place, line, known, state) for place, line in lines]
    named: dict[tuple[str, int], int] = {}
    for place, letter, number, _members in read:
        if number and (first := named.setdefault((letter, number), place)) != place:
            words = _("Line %(line)s: number %(number)s stands in line %(first)s already.")
            raise Refused(words % {"line": place, "number": number, "first": first}, field="lines")
    free = (key for key in _open(state) if key not in named)
    taken = []
    for place, letter, number, members in read:
        key = (letter, number) if number else next(free, None)
        if key is None:
            raise Refused(_("Line %(line)s: no number is open any more.") % {"line": place}, field="lines")
        taken.append(Taken(*key, members))
    return taken


def _open(state: SessionState) -> Iterator[tuple[str, int]]:
    for section in state.sections:
        yield from ((section.letter, number) for number in section.open_numbers)


def _names() -> dict[str, list[Member]]:
    """Those who may play, by their names and nicknames, without regard to case."""
    found: dict[str, list[Member]] = defaultdict(list)
    for member in Member.objects.who_may_sit().filter(merged_into=None):
        for name in {member.name.casefold(), member.nickname.casefold()} - {""}:
            found[name].append(member)
    return found


def _read(
    place: int, line: str, known: dict[str, list[Member]], state: SessionState
) -> tuple[int, str, int, Sequence[Member]]:
    match = _LINE.fullmatch(line.strip())
    names = _BETWEEN.split(match["names"].strip()) if match else []
    if match is None or not len(SEATS[state.session.noun]) <= len(names) <= MOST[state.session.noun]:
        raise Refused(_WANTED[state.session.noun] % {"line": place}, field="lines")
    letter = (match["letter"] or state.sections[0].letter).upper()
    members = [_member(place, name, known) for name in names]
    return place, letter, int(match["number"] or 0), members


def _member(place: int, name: str, known: dict[str, list[Member]]) -> Member:
    found = known.get(" ".join(name.split()).casefold(), [])
    if len(found) == 1:
        return found[0]
    if found:
        several = {"line": place, "name": name, "names": ", ".join(sorted(member.name for member in found))}
        raise Refused(_("Line %(line)s: %(name)s may be %(names)s. Write the whole name.") % several, field="lines")
    words = _(
        "Line %(line)s: nobody in the club is called %(name)s. Write the name as the list of members has it, or add "
        "them there first."
    )
    close = get_close_matches(name.casefold(), known, n=3)
    if close:
        words = _("Line %(line)s: nobody in the club is called %(name)s. Did you mean %(names)s?")
    names = pgettext("a list", " or ").join(known[each][0].name for each in close)
    raise Refused(words % {"line": place, "name": name, "names": names}, field="lines")
