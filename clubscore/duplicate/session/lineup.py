"""The line-up of one round as pages show it: each table with its two sides, its boards, and who sits out."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext, pgettext_lazy

from clubscore.duplicate.models import Place, Session
from clubscore.duplicate.session.state import SectionState, SessionState
from clubscore.members.models import Member
from scoring.movements.plan import MovementRow

NOBODY = pgettext_lazy("at a table", "nobody yet")
LINES = {"NS": _("North–South"), "EW": _("East–West")}
PLACES = LINES | {"N": _("North"), "S": _("South"), "E": _("East"), "W": _("West")}
"""Where somebody sits: a pair or half of a team in a line, a player of an individual in a seat."""
_ALL = {"pair": _("All pairs"), "team": _("All teams"), "player": _("All players")}
"""The caption of the list of everybody, by the word for an entry."""


class TableSide(NamedTuple):
    """One side of a table: the number that the plan puts there, of an individual two, and who that is."""

    number: str
    """Such as 3, or 8, 1; empty where the plan has nobody."""
    names: str


class TableLine(NamedTuple):
    """One table in a round, by where people sit: North–South first, also where the boards are turned."""

    name: str
    """Such as 3, or A3 where there are sections."""
    ns: TableSide
    ew: TableSide
    boards: str
    """Such as 7–9."""
    turned: bool
    shared_with: str
    """Names of the tables that have the same boards in this round."""
    is_played: bool


@dataclass(frozen=True, slots=True)
class SectionLines:
    """The tables of a section in a round, and who sits out."""

    letter: str
    tables: tuple[TableLine, ...]
    sits_out: tuple[TableSide, ...]


def line_up(state: SessionState, round: int) -> list[SectionLines]:
    """The line-up of a round, a section each."""
    found = []
    for section in state.sections:
        lines = tuple(
            table_line(state, section, row)
            for row in section.movement.by_round.get(round, ())
        )
        found.append(SectionLines(section.letter, lines, sitting_out(section, round)))
    return found


def sitting_out(section: SectionState, round: int) -> tuple[TableSide, ...]:
    """The sides of a section that sit out in a round."""
    sitting = [
        entry for of_round, entry in section.movement.sit_outs if of_round == round
    ]
    return tuple(
        side(section, entry, round) for entry in sitting if entry in section.players
    )


def table_line(
    state: SessionState, section: SectionState, row: MovementRow
) -> TableLine:
    """One table of a section."""
    home = row.with_turn() if row.turned else row
    shared = {
        (number, board_set): tables
        for number, board_set, tables in section.movement.sharing
    }
    return TableLine(
        table_name(state, section, row.table),
        side_at(section, home, "NS"),
        side_at(section, home, "EW"),
        boards_named(state.boards_in(row)),
        row.turned,
        ", ".join(
            table_name(state, section, table)
            for table in shared.get((row.round, row.set), ())
            if table != row.table
        ),
        row.is_played,
    )


def side(section: SectionState, number: int | None, round: int) -> TableSide:
    """A side by its number in the plan."""
    if number is None:
        return TableSide("", _nobody(is_planned=False))
    names = names_of(section.players_in(number, max(round, 1)))
    return TableSide(f"{number}", names or _nobody(is_planned=True))


def side_at(section: SectionState, row: MovementRow, line: str) -> TableSide:
    """Those who hold the cards of a line, NS or EW, in a row."""
    pair = (row.north, row.south) if line == "NS" else (row.east, row.west)
    there = [number for number in dict.fromkeys(pair) if number is not None]
    names = names_of(section.players_at(row, line))
    return TableSide(
        ", ".join(map(str, there)), names or _nobody(is_planned=bool(there))
    )


def _nobody(*, is_planned: bool) -> str:
    """The words for a side of nobody: whether the plan has somebody there."""
    return str(NOBODY) if is_planned else pgettext("at a table", "nobody")


def names_of(members: Iterable[Member]) -> str:
    """`Anna Weiss & Ben Novak`, of a team `Anna, Ben, Cleo & Dan`; empty for nobody."""
    *others, last = [member.name for member in members] or [""]
    return f"{', '.join(others)} & {last}" if others else last


@dataclass(frozen=True, slots=True)
class Share:
    """A member who played for an entry, and how much of it."""

    member: Member
    rounds: str
    """Those in which they sat in for another, such as `4-` or `1-2,5-`; empty for whose place it was."""
    counts: bool
    """Whether they played at least half of the rounds of the entry."""


def shares_of(section: SectionState, number: int) -> list[Share]:
    """The members who played for an entry, each by their first record: whose places they were, then who sat in."""
    places = section.places_of(number)
    stints: dict[int, list[Place]] = {}
    for place in places:
        stints.setdefault(place.member.person_id, []).append(place)
    people = {
        each: min(here, key=lambda place: place.pk).member
        for each, here in stints.items()
    }
    if len(people) <= len({place.seat for place in places}) and not any(
        place.waits for place in places
    ):
        return [Share(member, "", counts=True) for member in people.values()]
    rounds = section.rounds_of(number)
    played = {each: _rounds_had(here, rounds) for each, here in stints.items()}
    own, last = _own_players(places, rounds), section.movement.rounds_planned
    short = {
        person: "" if person in own else _rounds_in_short(here, last)
        for person, here in stints.items()
    }
    return [
        Share(people[person], short[person], counts=2 * played[person] >= len(rounds))
        for person in sorted(stints, key=lambda person: person not in own)
        if played[person] or not rounds
    ]


def _own_players(places: Sequence[Place], rounds: Collection[int]) -> set[int]:
    """The persons whose places they were: at each seat who had it for the most rounds, and the fifth and the sixth."""
    own: set[int] = set()
    for seat in dict.fromkeys(place.seat for place in places if not place.waits):
        had: dict[int, list[Place]] = defaultdict(list)
        for place in places:
            if place.seat == seat and place.member.person_id not in own:
                had[place.member.person_id].append(place)
        order = []
        for person, here in had.items():
            begin = min(place.from_round for place in here)
            order.append((-_rounds_had(here, rounds), begin, person))
        if order:
            _rounds, _begin, first = min(order)
            own.add(first)
    return own | {place.member.person_id for place in places if place.waits}


def _rounds_had(places: Iterable[Place], rounds: Collection[int]) -> int:
    """The number of these rounds that somebody played at one of these places."""
    return len({round for place in places for round in rounds if place.covers(round)})


def _rounds_in_short(stints: Iterable[Place], last: int) -> str:
    """Such as `4-`, to the end, or `1-2,5-`."""
    runs: list[tuple[int, float]] = []
    for place in sorted(stints, key=lambda each: each.from_round):
        if runs and runs[-1][1] + 1 >= place.from_round:
            runs[-1] = runs[-1][0], place.last_round
        else:
            runs.append((place.from_round, place.last_round))
    written = []
    for first, end in runs:
        until = "" if end >= last else f"{int(end)}"
        written.append(f"{first}-{until}")
    return ",".join(written)


def rounds_in_words(rounds: str) -> str:
    """The rounds of a Share in words: `from round 4`, `in round 2`, `in rounds 1–2, from round 5`."""
    said = []
    for first, _dash, last in (run.partition("-") for run in rounds.split(",")):
        words = _("from round %(first)s")
        if last:
            words = (
                _("in round %(first)s")
                if first == last
                else _("in rounds %(first)s–%(last)s")
            )
        said.append(words % {"first": first, "last": last})
    return ", ".join(said)


def names_of_shares(shares: Iterable[tuple[Member, str]]) -> str:
    """`Anna Weiss & Ben Novak (Cleo Bauer from round 4)`: members, and the rounds of those who sat in for another."""
    own, others = [], []
    for member, rounds in shares:
        if rounds:
            others.append(f"{member.name} {rounds_in_words(rounds)}")
        else:
            own.append(member)
    return f"{names_of(own)} ({'; '.join(others)})" if others else names_of(own)


def entry_names(section: SectionState, number: int) -> str:
    """The names of who plays for an entry in the session as a whole, with substitutes."""
    return names_of_shares(
        (share.member, share.rounds) for share in shares_of(section, number)
    )


def list_name(session: Session, name: str) -> str:
    """The caption of a list of results: `All teams`, `North–South`; of one that is named in words, its name."""
    if name == "all":
        return str(_ALL[session.noun])
    return str(LINES.get(name.upper(), name))


def boards_named(boards: range) -> str:
    """`7–9`, or `7`."""
    return f"{boards[0]}–{boards[-1]}" if len(boards) > 1 else f"{boards[0]}"


def table_name(state: SessionState, section: SectionState, table: int) -> str:
    """`3`, or `A3` where there are sections."""
    return f"{section.letter}{table}" if len(state.sections) > 1 else f"{table}"


def entry_name(state: SessionState, section: SectionState, number: int) -> str:
    """`7`, or `A7` where there are sections."""
    return f"{section.letter}{number}" if len(state.sections) > 1 else f"{number}"


def entry_choices(state: SessionState) -> list[tuple[str, str]]:
    """Every entry that somebody is in, to choose from: `A7`, and `7 Anna Weiss & Ben Novak`."""
    now = max(state.round, 1)
    found = [
        (section, number)
        for section in state.sections
        for number in sorted(section.players)
    ]
    return [
        (
            f"{at.letter}{n}",
            f"{entry_name(state, at, n)} {names_of(at.members_in(n, now))}",
        )
        for at, n in found
    ]


def table_code(section: SectionState, table: int) -> str:
    """`A3`, with or without other sections: the name on a printed code, which is good for every evening."""
    return f"{section.letter}{table}"


def place_of(
    section: SectionState, number: int, round: int = 1, seat: str = "N"
) -> tuple[int, str] | None:
    """Table and line, NS or EW, where an entry sits in a round, whoever its opponents are; None if it has none.

    Of a team where the half sits that `seat` is in; of an individual the seat.
    """
    row = section.row_of(round, number, seat)
    if row is None:
        return None
    home = row.with_turn() if row.turned else row
    if section.form == "individual":
        return row.table, "NSEW"[home[2:6].index(number)]
    if section.form == "teams":
        return row.table, "NS" if seat in "NS" else "EW"
    return row.table, "NS" if home.ns == number else "EW"
