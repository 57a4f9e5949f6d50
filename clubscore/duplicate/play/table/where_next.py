"""Template context of the top and the bottom of the page on a phone: the tables of this round and the next round."""

from functools import partial

from clubscore.duplicate.session.lineup import (
    NOBODY,
    PLACES,
    boards_named,
    names_of,
    place_of,
    table_name,
)
from clubscore.duplicate.session.state import SectionState, SessionState
from clubscore.languages.spoken import figure
from clubscore.members.models import Member
from scoring.contest.matches import BYE
from scoring.contest.rounding import shown


def table_context(
    state: SessionState,
    section: SectionState,
    number: int,
    round: int,
    seat: str = "N",
    member: Member | None = None,
) -> dict[str, object]:
    """The template context of the top and the bottom of the page: an entry's tables in a round and in the next round.

    A table is None if the entry sits out. For a team, `seat` says which half. If `member` is given, the tables are
    those of the place that this member has in each round.
    """
    where = partial(where_in, state, section, number, seat)
    if member:
        where = partial(_where_member_is, state, member)
    next_table = None
    if round < state.rounds:
        next_table = where(round + 1)
    bye = ""
    if (round, section.letter, number) in state.byes:
        bye = figure(shown(BYE))
    is_closed = state.session.is_over or state.session.is_cancelled
    return {
        "state": state,
        "session": state.session,
        "round": round,
        "number": number,
        "follows": not is_closed and round == max(state.round, 1),
        "next": next_table,
        "is_last": round >= state.rounds or state.session.is_over,
        "is_drawn": round < state.drawn,
        "here": where(round),
        "ends": clock_of(state, round),
        "bye": bye,
    }


def _where_member_is(
    state: SessionState, member: Member, round: int
) -> dict[str, object] | None:
    """The table, line, boards and opponents of a member in a round; None if the member plays at no table."""
    held = state.held_in(member, round)
    if held is None:
        return None
    section, place = held
    return where_in(state, section, place.entry.number, place.seat, round)


def where_in(
    state: SessionState, section: SectionState, number: int, seat: str, round: int
) -> dict[str, object] | None:
    """The table, line, boards and opponents of an entry in a round; in an individual also the partner.

    None if the entry sits out, or has no players in the round. For a team, `seat` says which of its two halves is
    meant.
    """
    place = place_of(section, number, round, seat)
    row = section.row_of(round, number, seat)
    is_there = section.are_there([number], round)
    if place is None or row is None or not row.is_played or not is_there:
        return None
    table, line = place
    home = row.with_turn() if row.turned else row
    own, other = "EW", "NS"
    if line[0] in "NS":
        own, other = "NS", "EW"
    names = names_of(section.players_at(home, other))
    players = section.players_in(number, round)
    partners = []
    for member in section.players_at(home, own):
        if member not in players:
            partners.append(member)
    return {
        "round": round,
        "table": table_name(state, section, table),
        "line": str(PLACES[line]),
        "boards": boards_named(state.boards_in(row)),
        "against": names or str(NOBODY),
        "partner": names_of(partners),
        "turned": row.turned,
    }


def clock_of(state: SessionState, round: int) -> dict[str, object] | None:
    """The time at which a round ends, its length in minutes, and the minutes left if the director has paused its clock.

    None unless this round is being played. `left` is None while the clock goes on.
    """
    clock = state.starts.get(round)
    if clock is None or round != state.round or not state.session.is_in_play:
        return None
    return {"at": clock.ends_at, "minutes": clock.minutes, "left": clock.minutes_left}
