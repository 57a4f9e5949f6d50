"""The template context of the room, shared by the page, the poll and the event stream."""

from datetime import datetime
from typing import Any

from django.template.loader import render_to_string

from clubscore.calendar import evening_of
from clubscore.duplicate.results.glance import own_sessions, sessions_in_the_room
from clubscore.duplicate.session.unanswered import asked_about_places
from clubscore.live.topics import WATCH
from clubscore.members.models import Member
from clubscore.members.permissions import may_play
from clubscore.room.own import own_places, own_table
from clubscore.room.queries import the_room
from clubscore.rubbers.entry.forms import entry_form
from clubscore.rubbers.page.context import play_context
from clubscore.rubbers.recording.forms import StartForm
from clubscore.rubbers.rubber.desk import RubberDesk
from clubscore.rubbers.rubber.loading import newest_at
from clubscore.rubbers.rubber.state import RubberState
from clubscore.rubbers.sheet.context import sheet_context, stage_of
from clubscore.rubbers.sheet.kept import kept, sheet_key
from clubscore.tables.cutting import custom_of
from clubscore.tables.models import Table
from clubscore.tables.precedence import precedence_at
from clubscore.tables.queries import (
    Seating,
    first_dealer,
    is_at_a_table,
    names_of,
    open_cut,
    open_cut_id,
    seating_at,
    table_with,
)
from clubscore.tables.turns import FOUR
from clubscore.web.clock_watch import is_ahead
from clubscore.web.templatetags.sentences import all_of
from scoring import Seat


def room_context(now: datetime, reader: Member | None = None) -> dict[str, Any]:
    """Context for the room page: all tables, the day of the evening, and the evening's sessions of duplicate.

    After midnight the evening still belongs to the day before. `reader` is that of `the_room`.
    """
    day = evening_of(now)
    room = the_room(reader=reader)
    return {
        "room": room,
        "cards": room.cards,
        "now": now,
        "day": day,
        "sessions": sessions_in_the_room(day),
        "seated": room.brought,
    }


def own_room_context(member: Member, now: datetime) -> dict[str, Any]:
    """Context for the page of the room as this member sees it: the own table and sessions, and the room.

    The own table is not among the cards of the room, as it stands above them. Beside it stand the other rubbers that
    wait for the member's agreement, such as one at a table that the member has left.
    """
    context = room_context(now, member)
    room, glances = context["room"], context["sessions"]
    mine = own_table(room.cards, member)
    above = mine.card.rubber if mine else None
    others = [card for card in room.cards if mine is None or card is not mine.card]
    in_play = own_sessions(member) if glances else []
    return context | {
        "mine": mine,
        "unagreed": [rubber for rubber in room.unagreed if rubber != above],
        "own_sessions": own_places(glances, in_play, member),
        "cards": others,
    }


def live_room_context(now: datetime) -> dict[str, Any]:
    """Context for the live region of the room: that of the page, with the members who are asked about a place.

    A page that is loaded brings the question itself.
    """
    context = room_context(now)
    asking = []
    for glance in context["sessions"]:
        if not glance.session.is_over:
            asking.append(glance.session.pk)
    seated = [*context["seated"], *asked_about_places(asking)]
    return context | {"seated": seated}


def table_context(
    table: Table, member: Member, now: datetime, line: str = ""
) -> dict[str, object]:
    """Context for a table's page as this member sees it: the newest rubber, the seating and the live region.

    If no rubber is in play, the context also has the form that begins the next rubber. `line` is the first text of the
    field in which a deal is entered.
    """
    state = newest_at(table)
    seating = seating_at(table)
    context: dict[str, Any] = {"view": WATCH}
    if state:
        form = entry_form(state.rubber, initial={"line": line}) if line else None
        context = play_context(RubberDesk(state, member), form=form)
    if state is None or state.rubber.is_over:
        context |= _next_context(table, seating, state, member, now)
    if state and is_ahead(state.newest_time, now):
        context["clock_is_behind"] = True
    context |= _table_context(table, seating, state)
    context["table_revision"] = table.revision
    context["region"] = _region(context, seating, state)
    return context


def _next_context(
    table: Table,
    seating: Seating,
    state: RubberState | None,
    member: Member,
    now: datetime,
) -> dict[str, object]:
    """Context for the next rubber: the form that begins it, the cut, and whose turn it is to come in or go out.

    Without a cut the deal passes on from the last deal of the rubber before, if the same four still sit there. `gold`
    names the gold button of a member who is at the table: the cut, or what else is next.
    """
    cut = open_cut(table)
    is_due = False
    turn_words: list[str] = []
    if cut is None and len(seating.members) > FOUR:
        is_due, turn_words = _turns(table, seating, now)
    may_cut = cut is None and len(seating.members) >= FOUR
    is_here = member in seating.members
    gold = ""
    if is_here:
        cut_first = may_cut and (is_due or not seating.is_full)
        gold = "cut" if cut_first else "next"
    dealer = first_dealer(cut, seating)
    same_seats = cut is None and state is not None and _sit_as_before(seating, state)
    if same_seats:
        dealer = _next_dealer(state)
    return {
        "start_form": StartForm(initial={"dealer": dealer}),
        "cut": cut,
        "turn_words": turn_words,
        "gold": gold,
        "same_seats": same_seats,
        "me_here": is_here,
        "may_come": not is_here and may_play(member) and not is_at_a_table(member),
    }


def _sit_as_before(seating: Seating, state: RubberState) -> bool:
    """True if the four players of the rubber sit in the same seats now."""
    seated = {seat: member.person_id for seat, member in seating.seats.items()}
    played = {seat: member.person_id for seat, member in state.players.items()}
    return seated == played


def _next_dealer(state: RubberState | None) -> Seat | None:
    """The seat to the left of the last dealer; None if no deal was played."""
    if state is None or not state.sheet.deals:
        return None
    return state.sheet.deals[-1].dealer.next


def _listed(members: list[Member]) -> str:
    return all_of(names_of(members).values())


def _turns(table: Table, seating: Seating, now: datetime) -> tuple[bool, list[str]]:
    """True if a member who waits is due to come in, and the sentences that say who comes in and who goes out."""
    if not (seating.is_full and seating.waiting):
        return False, []
    precedence = precedence_at(table, now)
    is_due = any(member in seating.waiting for member in precedence.turns.comes_in)
    return is_due, precedence.reasons


def cut_context(table: Table, now: datetime) -> dict[str, object]:
    """Context for the page of the cut: the open cut, or before it, sentences that say whose turn it is to play."""
    cut = open_cut(table)
    seating = seating_at(table)
    context = {"table": table, "seating": seating, "cut": cut}
    context["custom"] = custom_of(table.system).words
    if cut:
        left = [member for member in cut.players if member not in seating.members]
        late = [member for member in seating.members if member not in cut.candidates]
        return context | {"left": _listed(left), "late": _listed(late)}
    if table.is_playing or len(seating.members) <= FOUR:
        return context
    return context | {"reasons": precedence_at(table, now).reasons}


def _table_context(
    table: Table, seating: Seating, state: RubberState | None
) -> dict[str, object]:
    """Context that the page of a table needs in its live region, in addition to the sheet: the seating and the stage.

    `finished` is always False, because after a rubber another rubber may begin.
    """
    return {
        "table": table,
        "seating": seating,
        "stage": table_stage(table, seating, state),
        "finished": False,
    }


def table_stage(table: Table, seating: Seating, state: RubberState | None) -> str:
    """The stage of a table: a text that changes when the page around the live region must be fetched anew.

    It names the rubber in play; else the last rubber, the cut, the seating, and whether the table is closed.
    """
    if state and not state.rubber.is_over:
        return stage_of(state)
    places = [f"{seat}{member.pk}" for seat, member in seating.seats.items()]
    waiting = [str(member.pk) for member in seating.waiting]
    rubber_id = state.rubber.pk if state else 0
    parts = [
        "seating",
        str(rubber_id),
        f"cut{open_cut_id(table)}",
        *places,
        *waiting,
        str(bool(table.closed_at)),
    ]
    return "-".join(parts)


def table_fragment(table_pk: int, view: str) -> str:
    """The HTML of the live region of a table's page.

    `view` is "NS" or "EW", the side that the page calls We, or "watch" for somebody who watches.
    """
    table = table_with(table_pk)
    state = newest_at(table)
    seating = seating_at(table)
    context: dict[str, Any] = sheet_context(state, view) if state else {"view": view}
    context |= _table_context(table, seating, state)
    return _region(context, seating, state)


def _region(
    context: dict[str, Any], seating: Seating, state: RubberState | None
) -> str:
    """The HTML of the live region. It is cached, because all readers with one view in `context` get the same HTML."""
    key = sheet_key(state, context["view"]) if state else None
    if key is not None:
        key = (key, seating.brought)
    return kept(
        key,
        lambda: render_to_string("room/_table.html", context),
    )
