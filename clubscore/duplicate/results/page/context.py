"""Template context of a session's page, for the page, the poll and the stream."""

from collections.abc import Iterable
from datetime import date, datetime

from django.template.loader import render_to_string

from clubscore.database.one_moment import snapshot
from clubscore.duplicate.models import Publication, Session
from clubscore.duplicate.outcomes.published import is_final, newest_publications
from clubscore.duplicate.results.page.course import course_of
from clubscore.duplicate.results.page.queries import NextStep, Step, next_step_of
from clubscore.duplicate.results.season.organisers import Takers, takers_of
from clubscore.duplicate.session.lineup import (
    PLACES,
    boards_named,
    line_up,
    place_of,
    table_name,
)
from clubscore.duplicate.session.loading import load
from clubscore.duplicate.session.permissions import may_direct
from clubscore.duplicate.session.state import SessionState
from clubscore.duplicate.session.unanswered import asked_about_places
from clubscore.members.models import Member
from clubscore.members.permissions import may_play


def session_context(
    state: SessionState, viewer: Member, round: int
) -> dict[str, object]:
    """The context of a session's page for one member: the member's place and rights, and the tables of a round."""
    own = own_place(state, viewer, round)
    directs = may_direct(state.session, viewer)
    takers = _takers(state)
    return _round_context(state, round) | {
        "own": own,
        "may_direct": directs,
        "may_line_up": state.session.noun == "team" and (directs or own is not None),
        "may_join": may_join(state, viewer),
        "takers": takers,
        "may_take_in": takers is not None and takers.include(viewer),
        "was_taken_in": _was_taken_in(state.session),
        "course": course_of(state.session),
        "movement": state.sections[0].plans[-1].name,
        "plan": state.sections[0].plans[-1],
    }


def next_step(viewer: Member, day: date) -> NextStep | None:
    """The next step of a player, for the page with the list of sessions; None without one, or if a session is full."""
    found = next_step_of(viewer, day)
    if found is None or found.step != Step.ENTRY:
        return found
    if may_join(load(found.session.pk), viewer):
        return found
    return None


def _takers(state: SessionState) -> Takers | None:
    """The organisers who may take a friendly session into the season; None if it counts, or was cancelled."""
    if not state.session.is_friendly or state.session.is_cancelled:
        return None
    return takers_of(state)


def _was_taken_in(session: Session) -> bool:
    """True if an organiser took the session into the season after somebody else had opened it as a friendly one."""
    return not session.is_friendly and session.taken_in_by_id != session.opened_by_id


def sessions_context(
    sessions: Iterable[Session], now: datetime
) -> list[tuple[Session, str]]:
    """Each session with the state of its published results.

    The state is `provisional`, `final`, or an empty text if nothing was published. One SQL statement is run, and none
    if no session is over.
    """
    listed = list(sessions)
    newest = newest_publications([session.pk for session in listed if session.is_over])
    context = []
    for session in listed:
        standing = _published(session, newest.get(session.pk), now)
        context.append((session, standing))
    return context


def _published(session: Session, publication: Publication | None, now: datetime) -> str:
    """A word for the state of the published results of a session: `final` or `provisional`.

    The text is empty if `publication` is None.
    """
    if publication is None:
        return ""
    return "final" if is_final(session, publication, now) else "provisional"


def _round_context(state: SessionState, round: int) -> dict[str, object]:
    """The part of the context about a round: its tables and its clock."""
    return {
        "session": state.session,
        "state": state,
        "round": round,
        "rounds": range(1, state.drawn + 1),
        "clock": state.starts.get(round),
        "sections": line_up(state, round),
        "stage": state.stage,
    }


def may_join(state: SessionState, viewer: Member) -> bool:
    """True if the member may take a place in the session.

    The session must not be over or cancelled. Its plan must have a number for which nobody plays and whose entry has
    not withdrawn. The member needs the right to play and must not play for an entry already.
    """
    if state.session.is_over or state.session.is_cancelled or not may_play(viewer):
        return False
    if state.entry_of(viewer) is not None:
        return False
    return any(section.open_numbers for section in state.sections)


def own_place(
    state: SessionState, viewer: Member, round: int
) -> dict[str, object] | None:
    """The viewer's entry, with its table, line and boards in a round; None for a member without a place.

    If the viewer plays at no table in the round, `sits_out` takes the place of table, line and boards.
    """
    held = state.held_by(viewer)
    if held is None:
        return None
    section, own = state.held_in(viewer, round) or held
    number = own.entry.number
    entry = {"letter": section.letter, "number": number}
    place = place_of(section, number, round, own.seat)
    row = section.row_of(round, number, own.seat)
    if place is None or row is None or not row.is_played or not own.covers(round):
        return entry | {"sits_out": True}
    table, line = place
    return entry | {
        "table": table_name(state, section, table),
        "line": str(PLACES[line]),
        "boards": boards_named(state.boards_in(row)),
        "turned": row.turned,
    }


@snapshot()
def session_fragment(pk: int, view: str) -> str:
    """The live region of a session's page as HTML: the line-up of the current round.

    The region is the same for everybody: `view` does not change it. It names the members who are asked about a place.
    """
    state = load(pk)
    context = _round_context(state, max(state.round, 1))
    if not state.session.is_over:
        context["asked"] = asked_about_places([pk])
    return render_to_string("duplicate/_lineup.html", context)
