"""Template context of the top and the bottom of the page on the phone: where they are, where they go next."""

from datetime import timedelta

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
    who: Member | None = None,
) -> dict[str, object]:
    """The top and the bottom of the page: the table of this round and of the next, also for a member who sits out.

    Of a team those of the half that `seat` is in. `who` is followed to the place that they have in each round, and
    sits out where they have none.
    """

    def where(each: int) -> dict[str, object] | None:
        if who is None:
            return where_in(state, section, number, each, seat)
        held = state.held_in(who, each)
        return (
            where_in(state, held[0], held[1].entry.number, each, held[1].seat)
            if held
            else None
        )

    return {
        "state": state,
        "session": state.session,
        "round": round,
        "number": number,
        "follows": not (state.session.is_over or state.session.is_cancelled)
        and round == max(state.round, 1),
        "next": where(round + 1) if round < state.rounds else None,
        "is_last": round >= state.rounds or state.session.is_over,
        "is_drawn": round < state.drawn,
        "here": where(round),
        "ends": clock_of(state, round),
        "bye": figure(shown(BYE))
        if (round, section.letter, number) in state.byes
        else "",
    }


def where_in(
    state: SessionState, section: SectionState, number: int, round: int, seat: str
) -> dict[str, object] | None:
    """Table, line, boards, opponents and of an individual the partner in a round; None while they sit out."""
    place, row = (
        place_of(section, number, round, seat),
        section.row_of(round, number, seat),
    )
    if (
        place is None
        or row is None
        or not row.is_played
        or not section.are_there([number], round)
    ):
        return None
    table, line = place
    home = row.with_turn() if row.turned else row
    own, other = ("NS", "EW") if line[0] in "NS" else ("EW", "NS")
    names = names_of(section.players_at(home, other))
    me = section.players_in(number, round)
    partner = [member for member in section.players_at(home, own) if member not in me]
    return {
        "round": round,
        "table": table_name(state, section, table),
        "line": str(PLACES[line]),
        "boards": boards_named(state.boards_in(row)),
        "against": names or str(NOBODY),
        "partner": names_of(partner),
        "turned": row.turned,
    }


def clock_of(state: SessionState, round: int) -> dict[str, object] | None:
    """The end of the round that is played, and its minutes; None where no clock runs."""
    start = state.starts.get(round)
    if start is None or round != state.round or not state.session.is_in_play:
        return None
    return {"at": start.at + timedelta(minutes=start.minutes), "minutes": start.minutes}
