"""Queries for seating: the open numbers in words, and the pairs that sit in the room."""

from collections import defaultdict
from collections.abc import Iterator, Mapping

from django.utils.translation import gettext as _

from clubscore.duplicate.director.seating.taken import Taken
from clubscore.duplicate.session.lineup import (
    LINES,
    PLACES,
    place_of,
    table_code,
    table_name,
)
from clubscore.duplicate.session.state import SectionState, SessionState
from clubscore.members.models import Member
from clubscore.tables.models import Sitting


def open_places(state: SessionState, table: str = "") -> list[tuple[str, str]]:
    """The open numbers as choices of a form: a key, such as `A7`, and the number's seat in the current round in words.

    If `table` is given, the result has only the numbers that sit at the table with this code.
    """
    choices = []
    for section in state.sections:
        for number in section.open_numbers:
            words = place_words(state, section, number)
            place = place_of(section, number, max(state.round, 1))
            if not table or (place and table_code(section, place[0]) == table):
                choices.append((f"{section.letter}{number}", words))
    return choices


def place_words(state: SessionState, section: SectionState, number: int) -> str:
    """The place of a number in the current round, in words: `Table 3, North–South: number 3`.

    If the number sits out, the words say so.
    """
    place = place_of(section, number, max(state.round, 1))
    if place is None:
        return _("Number %(number)s: sits out first") % {"number": number}
    words = _("Table %(table)s, %(line)s: number %(number)s")
    if state.session.noun == "team":
        words = _("Table %(table)s: team %(number)s")
    return words % {
        "table": table_name(state, section, place[0]),
        "line": PLACES[place[1]],
        "number": number,
    }


def pairs_in_the_room(state: SessionState) -> list[Taken]:
    """The pairs that sit at tables of the room where no rubber is played, each with an open number of the plan.

    The tables of the room, in order, are matched with the tables of the plan that have open numbers, in order. Pairs
    with a member who has a place already are left out. Sessions of teams and of individuals have no pairs in the
    room.
    """
    if state.session.noun != "pair":
        return []
    seats: dict[int, dict[str, Member]] = defaultdict(dict)
    sitting = Sitting.objects.present().exclude(seat="").filter(table__is_playing=False)
    for sitting_here in sitting.select_related("member__merged_into"):
        seats[sitting_here.table_id][sitting_here.seat] = sitting_here.member.canonical
    places = (place for place in _places_by_table(state) if place)
    pairs = []
    for table in sorted(seats):
        come = _pairs_at(state, seats[table])
        open_here = next(places, {}) if come else {}
        for line, pair in come.items():
            if line in open_here:
                pairs.append(Taken(*open_here[line], pair))
    return pairs


def _pairs_at(
    state: SessionState, seats: Mapping[str, Member]
) -> dict[str, list[Member]]:
    """The complete pairs at a table of the room, by line (North-South or East-West).

    `seats` has the member at each seat of the table. Pairs with a member who has a place in the session are left out.
    """
    pairs = {}
    for line in LINES:
        pair = [seats[seat] for seat in line if seat in seats]
        if len(pair) == 2 and not _plays(state, pair):
            pairs[line] = pair
    return pairs


def _plays(state: SessionState, pair: list[Member]) -> bool:
    """True if at least one of the two members has a place in the session."""
    return any(state.entry_of(member) for member in pair)


def _places_by_table(state: SessionState) -> Iterator[dict[str, tuple[str, int]]]:
    """Yield a mapping of the open numbers at each table of the first round of a session of pairs.

    The key is the line, `NS` or `EW`; the value is the section's letter and the open number.
    """
    for section in state.sections:
        tables: dict[int, dict[str, tuple[str, int]]] = defaultdict(dict)
        for row in section.movement.by_round.get(1, ()):
            tables[row.table] = {}
        for number in section.open_numbers:
            if place := place_of(section, number):
                tables[place[0]][place[1]] = (section.letter, number)
        yield from (tables[table] for table in sorted(tables))


def sets_of(state: SessionState, member: Member) -> Mapping[int, int]:
    """The sets of boards that a person has had in the rounds that have begun. Each set is mapped to its first round."""
    sets: dict[int, int] = {}
    for section in state.sections:
        for place in section.places:
            if place.member.person_id != member.person_id:
                continue
            last = min(place.last_round, state.round)
            for row in section.movement.rows:
                if not place.from_round <= row.round <= last:
                    continue
                if place.entry.number not in row.seated or not row.is_played:
                    continue
                if section.are_there(row.seated, row.round):
                    sets.setdefault(row.set, row.round)
    return sets
