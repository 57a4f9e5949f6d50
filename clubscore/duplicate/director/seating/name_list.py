"""A typed list of entries, with a line for each, such as `Anna Weiss, Ben Novak` or `7 Anna Weiss & Ben Novak`."""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from difflib import get_close_matches

from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext

from clubscore.duplicate.director.seating.services import MOST, SEATS
from clubscore.duplicate.director.seating.taken import Taken
from clubscore.duplicate.session.state import SessionState
from clubscore.members.models import Member

MOST_NAMED = 50  # of mistakes in one answer: for each name the club is searched for one that is like it
_Read = tuple[int, str, int, Sequence[Member]]
_LINE = re.compile(
    r"\s*(?:(?P<letter>[A-Za-z])?(?P<number>\d{1,3})[\s.:)]+)?(?P<names>.+)"
)
_WANTED = {
    "pair": _("Line %(line)s: write two names with a comma between them."),
    "team": _(
        "Line %(line)s: write the names of a team, four to six, with commas between them."
    ),
    "player": _("Line %(line)s: write one name."),
}
_EMPTY = {
    "pair": _("Write a line for each pair."),
    "team": _("Write a line for each team."),
    "player": _("Write a line for each player."),
}
_BETWEEN = re.compile(r"\s*(?:,|;|&|\t|\s-\s|\s–\s|\sand\s)\s*")


def read_list(text: str, state: SessionState) -> list[Taken]:
    """The numbers and members of a typed list. Lines without a number take the open numbers in their order.

    Raises ValidationError with a sentence for each line that cannot be read and each unknown name; after about
    MOST_NAMED mistakes the rest is not read. Raises ValidationError also if the list is empty, if a number is named
    twice, or if there are too few open numbers. A named number may be taken already: the service `seat` checks this.
    """
    numbered = enumerate(text.splitlines(), start=1)
    lines = [(place, line) for place, line in numbered if line.strip()]
    if not lines:
        raise ValidationError(_EMPTY[state.session.noun])
    read = _read_all(lines, state)
    named: dict[tuple[str, int], int] = {}
    for place, letter, number, _members in read:
        if not number:
            continue
        first = named.setdefault((letter, number), place)
        if first != place:
            words = _(
                "Line %(line)s: number %(number)s stands in line %(first)s already."
            )
            values = {"line": place, "number": number, "first": first}
            raise ValidationError(words % values)
    free = (key for key in _open(state) if key not in named)
    taken = []
    for place, letter, number, members in read:
        key = (letter, number) if number else next(free, None)
        if key is None:
            words = _("Line %(line)s: no number is open any more.")
            raise ValidationError(words % {"line": place})
        taken.append(Taken(*key, members))
    return taken


def _open(state: SessionState) -> Iterator[tuple[str, int]]:
    """Yield the open numbers of all sections, each with the letter of its section."""
    for section in state.sections:
        for number in section.open_numbers:
            yield section.letter, number


def _names() -> dict[str, list[Member]]:
    """The members who may play, by their names and nicknames in case-folded letters."""
    by_name: dict[str, list[Member]] = defaultdict(list)
    for member in Member.objects.who_may_sit().filter(merged_into=None):
        for name in {member.name.casefold(), member.nickname.casefold()} - {""}:
            by_name[name].append(member)
    return by_name


def _read_all(lines: Iterable[tuple[int, str]], state: SessionState) -> list[_Read]:
    """The content of each line: its number, the section's letter, the number of the entry, and its members.

    The number of the entry is 0 if the line names none. `lines` has pairs of a line's number and its text.

    Raises ValidationError with all mistakes; reading stops when MOST_NAMED mistakes are found.
    """
    known = _names()
    read = []
    wrong: list[str] = []
    for place, line in lines:
        try:
            read.append(_read(place, line, known, state))
        except ValidationError as mistakes:
            wrong += mistakes.messages
        if len(wrong) >= MOST_NAMED:
            break
    if wrong:
        raise ValidationError(wrong)
    return read


def _read(
    place: int, line: str, known: dict[str, list[Member]], state: SessionState
) -> _Read:
    """The content of a line: the number of the line, the section's letter, the number of the entry, and its members.

    The number of the entry is 0 if the line names none. `place` is the number of the line, and `known` has the members
    by name. Raises ValidationError if the line cannot be read, or with a sentence for each unknown or ambiguous name.
    """
    noun = state.session.noun
    match = _LINE.fullmatch(line.strip())
    names = _BETWEEN.split(match["names"].strip()) if match else []
    if match is None or not len(SEATS[noun]) <= len(names) <= MOST[noun]:
        raise ValidationError(_WANTED[noun] % {"line": place})
    letter = (match["letter"] or state.sections[0].letter).upper()
    members: list[Member] = []
    wrong: list[str] = []
    for name in names:
        member = _member(place, name, known)
        if isinstance(member, Member):
            members.append(member)
        else:
            wrong.append(member)
    if wrong:
        raise ValidationError(wrong)
    return place, letter, int(match["number"] or 0), members


def _member(place: int, name: str, known: dict[str, list[Member]]) -> Member | str:
    """The member of this name, or a sentence that says what is wrong with the name.

    `place` is the number of the line, for the sentence; `known` has the members by name.
    """
    members = known.get(" ".join(name.split()).casefold(), [])
    if len(members) == 1:
        return members[0]
    if members:
        names = ", ".join(sorted(member.name for member in members))
        words = _("Line %(line)s: %(name)s may be %(names)s. Write the whole name.")
        return words % {"line": place, "name": name, "names": names}
    words = _(
        "Line %(line)s: nobody in the club is called %(name)s. Write the name as the list of members has it, or add "
        "them there first."
    )
    close = get_close_matches(name.casefold(), known, n=3)
    if close:
        words = _(
            "Line %(line)s: nobody in the club is called %(name)s. Did you mean %(names)s?"
        )
    names = pgettext("a list", " or ").join(known[name][0].name for name in close)
    return words % {"line": place, "name": name, "names": names}
