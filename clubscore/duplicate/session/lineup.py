"""The line-up of one round as pages show it: the tables with their sides and boards, and the sides that sit out."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from django.utils.text import capfirst
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext, pgettext_lazy

from clubscore.duplicate.models import Place, Session
from clubscore.duplicate.session.state import (
    SectionState,
    SessionState,
    numbers_in,
)
from clubscore.members.models import Member
from scoring.movements.cards import sharing_with
from scoring.movements.plan import MovementRow

NOBODY = pgettext_lazy("at a table", "nobody yet")
LINES = {"NS": _("North–South"), "EW": _("East–West")}
PLACES = LINES | {"N": _("North"), "S": _("South"), "E": _("East"), "W": _("West")}
"""The words for the place where somebody sits, by its code.

A pair or half of a team sits in a line, NS or EW. A player of an individual sits in a seat, N, S, E or W.
"""
_ALL = {"pair": _("All pairs"), "team": _("All teams"), "player": _("All players")}
"""The caption of a list of results that has all entries, by the noun for an entry."""


class TableSide(NamedTuple):
    """One side of a table: its number in the plan (two numbers in an individual), and the names of its players."""

    number: str
    """The number of the side in the plan, such as `3`, or `8, 1` in an individual.

    It is empty if the plan has nobody there.
    """
    names: str


class TableLine(NamedTuple):
    """One table in a round, with its two sides.

    `ns` and `ew` are the sides that sit in the chairs of these lines. If the boards are turned, each side holds the
    cards of the other line.
    """

    name: str
    """The name of the table, such as `3`, or `A3` if the session has several sections."""
    ns: TableSide
    ew: TableSide
    boards: str
    """The boards that the table plays in this round, such as `7–9`."""
    turned: bool
    shared_with: str
    """The names of the other tables that share these boards in this round."""
    is_played: bool


@dataclass(frozen=True, slots=True)
class SectionLines:
    """The tables of a section in a round, and the sides that sit out."""

    letter: str
    tables: tuple[TableLine, ...]
    sits_out: tuple[TableSide, ...]


def line_up(state: SessionState, round: int) -> list[SectionLines]:
    """The line-up of a round, one SectionLines for each section."""
    sections = []
    for section in state.sections:
        rows = section.movement.by_round.get(round, ())
        tables = tuple(table_line(state, section, row) for row in rows)
        sits_out = sitting_out(section, round)
        sections.append(SectionLines(section.letter, tables, sits_out))
    return sections


def sitting_out(section: SectionState, round: int) -> tuple[TableSide, ...]:
    """The sides of a section that sit out in a round. A number for which nobody plays now is left out."""
    sides = []
    for of_round, number in section.movement.sit_outs:
        if of_round == round and number in section.players:
            sides.append(side(section, number, round))
    return tuple(sides)


def table_line(
    state: SessionState, section: SectionState, row: MovementRow
) -> TableLine:
    """The table of a row as a TableLine, in the round of the row."""
    home = row.with_turn() if row.turned else row
    shared_with = []
    sharing = section.movement.sharing if section.movement.copies == 1 else ()
    for round, board_set, tables in sharing:
        if (round, board_set) == (row.round, row.set):
            others = sharing_with(section.movement, row, tables)
            shared_with = [table_name(state, section, table) for table in others]
    return TableLine(
        table_name(state, section, row.table),
        side_at(section, home, "NS"),
        side_at(section, home, "EW"),
        boards_named(state.boards_in(row)),
        row.turned,
        ", ".join(shared_with),
        row.is_played,
    )


def side(section: SectionState, number: int | None, round: int) -> TableSide:
    """The number of a side and the names of its players in a round, as a TableSide.

    If `number` is None, the plan has nobody there, and the TableSide has no number.
    """
    if number is None:
        return TableSide("", _nobody(is_planned=False))
    names = names_of(section.players_in(number, max(round, 1)))
    return TableSide(f"{number}", names or _nobody(is_planned=True))


def side_at(section: SectionState, row: MovementRow, line: str) -> TableSide:
    """The side that holds the cards of a line, NS or EW, in a row."""
    numbers = dict.fromkeys(numbers_in(row, line))
    numbers.pop(None, None)
    names = names_of(section.players_at(row, line))
    number = ", ".join(map(str, numbers))
    return TableSide(number, names or _nobody(is_planned=bool(numbers)))


def _nobody(*, is_planned: bool) -> str:
    """The words in place of the names of a side without players.

    The words are `nobody yet` if `is_planned`, because the plan has a number there, else `nobody`.
    """
    return str(NOBODY) if is_planned else pgettext("at a table", "nobody")


def names_of(members: Iterable[Member]) -> str:
    """Names in one line, such as `Anna Weiss & Ben Novak` or `Anna, Ben, Cleo & Dan`; empty for no members."""
    *others, last = [member.name for member in members] or [""]
    return f"{', '.join(others)} & {last}" if others else last


@dataclass(frozen=True, slots=True)
class Share:
    """A member who played for an entry, and the share of its rounds that the member played."""

    member: Member
    rounds: str
    """The rounds of a substitute, such as `4-` or `1-2,5-`; empty for a player of the entry itself."""
    counts: bool
    """True if the member played at least half of the rounds of the entry."""


def shares_of(section: SectionState, number: int) -> list[Share]:
    """A Share for each member who played for an entry, the entry's own players before its substitutes.

    A person with several member records is named by the record that took a place first.
    """
    places = section.places_of(number)
    stints: dict[int, list[Place]] = {}
    for place in places:
        stints.setdefault(place.member.person_id, []).append(place)
    members = {}
    for person, stays in stints.items():
        members[person] = min(stays, key=lambda place: place.pk).member
    seats = {place.seat for place in places}
    if len(members) <= len(seats) and not any(place.waits for place in places):
        return [Share(member, "", counts=True) for member in members.values()]
    rounds = section.rounds_of(number)
    own = _own_players(places, rounds)
    shares = []
    for person in sorted(stints, key=lambda person: person not in own):
        played = _rounds_had(stints[person], rounds)
        if rounds and not played:
            continue
        substituted = ""
        if person not in own:
            last = section.movement.rounds_planned
            substituted = _rounds_in_short(stints[person], last)
        is_half = 2 * played >= len(rounds)
        shares.append(Share(members[person], substituted, counts=is_half))
    return shares


def _own_players(places: Sequence[Place], rounds: Collection[int]) -> set[int]:
    """The ids of the persons who count as players of the entry itself, not as substitutes.

    For each seat, it is the person who had the seat for the most rounds. The fifth and the sixth of a team count too.
    """
    own: set[int] = set()
    seats = dict.fromkeys(place.seat for place in places if not place.waits)
    for seat in seats:
        had: dict[int, list[Place]] = defaultdict(list)
        for place in places:
            if place.seat == seat and place.member.person_id not in own:
                had[place.member.person_id].append(place)
        order = []
        for person, stays in had.items():
            begin = min(place.from_round for place in stays)
            order.append((-_rounds_had(stays, rounds), begin, person))
        if order:
            _rounds, _begin, first = min(order)
            own.add(first)
    for place in places:
        if place.waits:
            own.add(place.member.person_id)
    return own


def _rounds_had(places: Iterable[Place], rounds: Collection[int]) -> int:
    """The number of `rounds` that at least one of the places covers."""
    covered: set[int] = set()
    for place in places:
        covered.update(filter(place.covers, rounds))
    return len(covered)


def _rounds_in_short(stints: Iterable[Place], last: int) -> str:
    """The rounds in which a substitute plays at these places, such as `1-2,5-`.

    A run of rounds that goes on to `last`, the last round of the session, has no end.
    """
    runs: list[tuple[int, float]] = []
    for place in sorted(stints, key=lambda place: place.from_round):
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
    """The field `rounds` of a Share in words: `from round 4`, `in round 2`, `in rounds 1–2, from round 5`."""
    sentences = []
    for run in rounds.split(","):
        first, _dash, last = run.partition("-")
        words = _("in rounds %(first)s–%(last)s")
        if not last:
            words = _("from round %(first)s")
        elif first == last:
            words = _("in round %(first)s")
        sentences.append(words % {"first": first, "last": last})
    return ", ".join(sentences)


def names_of_shares(shares: Iterable[tuple[Member, str]]) -> str:
    """Members and the rounds of substitutes, such as `Anna Weiss & Ben Novak (Cleo Bauer from round 4)`."""
    own, others = [], []
    for member, rounds in shares:
        if rounds:
            others.append(f"{member.name} {rounds_in_words(rounds)}")
        else:
            own.append(member)
    if not others:
        return names_of(own)
    return f"{names_of(own)} ({'; '.join(others)})"


def entry_names(section: SectionState, number: int) -> str:
    """The names of all who play for an entry in the session, with the rounds of substitutes."""
    shares = shares_of(section, number)
    return names_of_shares((share.member, share.rounds) for share in shares)


def list_name(session: Session, name: str) -> str:
    """The caption of a list of results, such as `All teams`, `North–South` or `North–South, stratum B`.

    `name` is the name of the list in `scoring.contest`. A name without a caption is returned as it is.
    """
    if name == "all":
        return str(_ALL[session.noun])
    line, _space, kind = name.partition(" ")
    if line.upper() not in LINES:
        return capfirst(_kind_of_list(name))
    if not kind:
        return str(LINES[line.upper()])
    return f"{LINES[line.upper()]}, {_kind_of_list(kind)}"


def _kind_of_list(kind: str) -> str:
    """The caption of the list of a stratum or of the handicaps; another name is returned as it is."""
    word, _space, letter = kind.partition(" ")
    if word == "stratum":
        return str(_("stratum %(letter)s") % {"letter": letter})
    if word == "handicap":
        return str(_("with handicaps"))
    return kind


def boards_named(boards: range) -> str:
    """The numbers of boards: `7–9`, or `7`."""
    if len(boards) > 1:
        return f"{boards[0]}–{boards[-1]}"
    return f"{boards[0]}"


def table_name(state: SessionState, section: SectionState, table: int) -> str:
    """The name of a table: `3`, or `A3` if the session has several sections."""
    if len(state.sections) > 1:
        return table_code(section, table)
    return f"{table}"


def entry_name(state: SessionState, section: SectionState, number: int) -> str:
    """The name of an entry: `7`, or `A7` if the session has several sections."""
    if len(state.sections) > 1:
        return f"{section.letter}{number}"
    return f"{number}"


def entry_choices(state: SessionState) -> list[tuple[str, str]]:
    """The choices for a form field that names an entry, as pairs of value and label.

    For example, the value `A7` has the label `7 Anna Weiss & Ben Novak`.
    """
    round = max(state.round, 1)
    choices = []
    for section in state.sections:
        for number in sorted(section.players):
            names = names_of(section.members_in(number, round))
            label = f"{entry_name(state, section, number)} {names}"
            choices.append((f"{section.letter}{number}", label))
    return choices


def table_code(section: SectionState, table: int) -> str:
    """The name of a table on a printed code, such as `A3`, with the letter even if there is only one section."""
    return f"{section.letter}{table}"


def place_of(
    section: SectionState, number: int, round: int = 1, seat: str = "N"
) -> tuple[int, str] | None:
    """The table and the line, NS or EW, where an entry sits in a round; None if the entry sits nowhere.

    For a team, it is the place of the half to which the seat `seat` belongs. For an individual, the answer has the
    player's seat in place of the line.
    """
    row = section.row_of(round, number, seat)
    if row is None:
        return None
    home = row.with_turn() if row.turned else row
    if section.form == "individual":
        return row.table, "NSEW"[home[2:6].index(number)]
    is_ns = seat in "NS" if section.form == "teams" else home.ns == number
    line = "NS" if is_ns else "EW"
    return row.table, line
