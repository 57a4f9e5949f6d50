"""Template context of the device on a table. It shows the boards of the current round at this table, and no other."""

from functools import partial
from uuid import uuid4

from django.urls import reverse
from django.utils.translation import gettext as _

from clubscore.contracts.deal_form import DealForm
from clubscore.duplicate.models import Play, PlayProposal, PlaySignature, Tablet
from clubscore.duplicate.outcomes.doubts import doubters_named, is_decided
from clubscore.duplicate.outcomes.outcome_words import (
    outcome_in_words,
    vulnerable_in_words,
)
from clubscore.duplicate.outcomes.results import (
    DIFFERS,
    EMPTY,
    ENTERED,
    RULED,
    Results,
    SlotResult,
    results_of,
)
from clubscore.duplicate.play.table.board_tabs import tabs
from clubscore.duplicate.play.table.calling import (
    Calling,
    call_of_table_in_words,
    waiting_call,
)
from clubscore.duplicate.play.table.context import (
    entry_context,
    new_form,
    result_for_side,
)
from clubscore.duplicate.play.table.queries import moves_of
from clubscore.duplicate.play.table.where_next import clock_of
from clubscore.duplicate.play.tablet.keys import key_of
from clubscore.duplicate.session.http import state_or_404
from clubscore.duplicate.session.laid import ended_words, lies_still
from clubscore.duplicate.session.lineup import (
    LINES,
    boards_named,
    names_of,
    place_of,
    table_line,
    table_name,
)
from clubscore.duplicate.session.slots import SlotState, slot_in
from clubscore.duplicate.session.state import SectionState, SessionState
from clubscore.duplicate.slot import Slot
from clubscore.languages.spoken import told
from clubscore.refusals import Refused
from scoring import Seat, Side
from scoring.duplicate import dealer_of

FIRST_OF = {Side.NS: Seat.NORTH, Side.EW: Seat.EAST}
"""For each side, the seat of the player in whose name the side enters results on the device."""


def first_board(state: SessionState, tablet: Tablet) -> SlotState:
    """The first board of this table in the current round.

    Raises Refused if the device has ended, if play has not begun or is over, if the session was cancelled, or if nobody
    plays at the table in this round.
    """
    if not lies_still(state, tablet):
        raise Refused(ended_words(tablet))
    if state.session.is_over or state.session.is_cancelled:
        raise Refused(_("%(session)s is over.") % {"session": state.session.name})
    row = _section_of(state, tablet).row_at(state.round, tablet.table)
    if not state.round:
        raise Refused(_("Play has not begun."))
    if row is None or not row.is_played:
        words = _("Nobody plays here in round %(round)s.")
        raise Refused(words % {"round": state.round})
    first = state.boards_in(row)[0]
    slot = Slot(tablet.section.letter, state.round, tablet.table, first)
    return slot_in(state, slot)


def _section_of(state: SessionState, tablet: Tablet) -> SectionState:
    """The section of the tablet's table."""
    section = state.section(tablet.section.letter)
    assert section
    return section


def tablet_context(state: SessionState, tablet: Tablet) -> dict[str, object]:
    """The part of the template context for every page of the device: the table, its players in this round, and their
    next tables."""
    section = _section_of(state, tablet)
    round = max(state.round, 1)
    row = section.row_at(round, tablet.table)
    line = None
    next_tables = []
    if row:
        line = table_line(state, section, row)
        for number in row.seated:
            next_tables.append(_next(state, section, number, round))
    mark = f"{section.letter}{tablet.table}"
    return {
        "state": state,
        "session": state.session,
        "tablet_key": key_of(tablet),
        "round": round,
        "name": table_name(state, section, tablet.table),
        "line": line,
        "ends": clock_of(state, round),
        "table_mark": mark,
        "mark": moves_of(state)[mark],
        "next": next_tables,
        "is_last": round >= state.rounds,
        "is_drawn": round < state.drawn,
        "new_key": uuid4(),
    }


def laying_context(tablet: Tablet) -> dict[str, object]:
    """The context of the page that asks whether this device is to lie on the table."""
    state = state_or_404(tablet.session_id)
    name = table_name(state, _section_of(state, tablet), tablet.table)
    return {"session": state.session, "name": name, "tablet_key": key_of(tablet)}


def ended_context(state: SessionState, tablet: Tablet) -> dict[str, object]:
    """The context of the page of a device that has ended: it names the table and the rounds, and no board."""
    return {
        "session": state.session,
        "name": table_name(state, _section_of(state, tablet), tablet.table),
        "laid_by": tablet.opened_by,
        "laid_for": tablet.round,
        "round": state.round,
        "can_lay": state.session.is_in_play,
    }


def _next(
    state: SessionState, section: SectionState, number: int, round: int
) -> dict[str, object]:
    """The names of a pair, and its table, line and boards in the next round; the table is None if the pair sits out."""
    place = place_of(section, number, round + 1)
    row = section.row_of(round + 1, number)
    pair: dict[str, object] = {
        "names": names_of(section.players_in(number, round)),
        "table": None,
    }
    if place is None or row is None or not row.is_played:
        return pair
    table, line = place
    return pair | {
        "table": table_name(state, section, table),
        "line": str(LINES[line]),
        "boards": boards_named(state.boards_in(row)),
    }


def first_to_do(at: SlotState, results: Results) -> Slot:
    """The board of the round that needs the players first.

    It is the first board with a result to which one side has not agreed; if there is none, the first board without a
    result; if there is none, the first with two results that differ; otherwise the last board. Boards with a ruling are
    passed over, except that the last board may have one.
    """
    slots = [at.slot._replace(board=board) for board in at.state.boards_in(at.row)]
    for wanted in (ENTERED, EMPTY, DIFFERS):
        for slot in slots:
            is_ruled = slot in results.rulings
            if not is_ruled and _standing(at, slot, results) == wanted:
                return slot
    return slots[-1]


def _standing(at: SlotState, slot: Slot, results: Results) -> str:
    """The standing of the result of a board at this table; EMPTY without a result."""
    if slot not in results:
        return EMPTY
    return results[slot].standing(at.sides)


def board_context(
    at: SlotState,
    tablet: Tablet,
    *,
    form: DealForm | None = None,
    notice: str = "",
    change: Side | None = None,
) -> dict[str, object]:
    """The template context of the page of one board on the device of a table.

    The page has the entry pad, the question to the side that has not agreed, or the agreed result. `form` is an entry
    that is shown again, and `notice` the reason why it was refused. `change` is the side that enters the result or asks
    to change it; None if no side asks.
    """
    results = results_of(at.state.session.pk)
    result, ruled = results.get(at.slot), results.rulings.get(at.slot)
    address = partial(_address_of, "tablet-board", tablet)
    context = tablet_context(at.state, tablet) | {
        "at": at,
        "slot": at.slot,
        "boards": tabs(at, results, address),
        "calling": _calling(at, tablet),
        "dealer": told(dealer_of(at.slot.board).word),
        "vulnerable": vulnerable_in_words(at.slot.board),
        "notice": notice,
    }
    if ruled:
        return context | {
            "standing": RULED,
            "ruled_words": outcome_in_words(ruled.outcome, at.names),
        }
    if form is None and (result is None or change):
        form = new_form(at, result)
    if form:
        side = change or Side.NS
        context |= tablet_entry(at, tablet, form, result, notice, side=side)
    if result:
        context |= _result_context(at, result)
    return context


def tablet_entry(
    at: SlotState,
    tablet: Tablet,
    form: DealForm,
    result: SlotResult | None,
    notice: str,
    *,
    side: Side,
) -> dict[str, object]:
    """The part of the template context about the entry pad of the device, for one of the two sides.

    `result` is the recorded result; None if there is none. `notice` is the reason why the form was refused, or empty.
    """
    return entry_context(at, side, form, result, notice) | {
        "entry_address": _address_of("tablet-board", tablet, at.slot),
        "entry_side": str(LINES[str(side)]),
        "entry_seat": FIRST_OF[side],
    }


def _calling(at: SlotState, tablet: Tablet) -> Calling:
    """The data of the form that calls the director to the table."""
    call = waiting_call(at)
    words = ""
    if call:
        words = call_of_table_in_words(call)
    return Calling(_address_of("tablet-call", tablet, at.slot), at.table, words)


def _address_of(name: str, tablet: Tablet, slot: Slot) -> str:
    """The address of the view `name`, such as `tablet-board`, for a board on the device of a table."""
    return reverse(f"duplicate:{name}", args=[key_of(tablet), slot.round, slot.board])


def _result_context(at: SlotState, result: SlotResult) -> dict[str, object]:
    """The part of the template context about the recorded result, with the players who may still agree to it.

    These are the players of the side that has not agreed yet; nobody if a proposal waits for an answer.
    """
    play, proposal = result.row(), result.proposal
    silent = _silent_side(at, result)
    side, answers = silent, []
    if proposal:
        side = None
    elif silent:
        answers = _seats(at, silent)
    recorded = result_for_side(at, play.facts, play.lead, play.recorded_by, side)
    context: dict[str, object] = {
        "standing": result.standing(at.sides),
        "result": result,
        "recorded": recorded,
        "silent": str(LINES[str(silent)]) if silent else "",
        "silent_code": str(silent or "").lower(),
        "answers": answers,
        "taken_back_by": names_of(doubters_named(at.section, result)),
        "takers_back": [],
    }
    if proposal:
        context |= _proposal_context(at, proposal)
    elif silent is None and not is_decided(at, result, play):
        context["takers_back"] = _signers_here(at, play)
    return context


def _signers_here(at: SlotState, play: Play) -> list[tuple[Seat, str]]:
    """The seats of the players who agreed to a result on a device of the table, each with the player's name.

    They take the agreement back on the device. A player who agreed on the own phone takes it back there.
    """
    given = PlaySignature.objects.filter(
        play=play, taken_back_at=None, tablet__isnull=False
    )
    people = {
        signature.member.person_id for signature in given.select_related("member")
    }
    signers = []
    for seat, player in at.players.items():
        if player and player.person_id in people:
            signers.append((seat, player.short_name))
    return signers


def _silent_side(at: SlotState, result: SlotResult) -> Side | None:
    """The first side from which no player has agreed to the result; None if both sides have agreed."""
    for side in Side:
        if not result.is_signed_by(at, side):
            return side
    return None


def _proposal_context(at: SlotState, proposal: PlayProposal) -> dict[str, object]:
    """The part of the template context about the proposed result, with the seats that may accept it or take it back."""
    proposer = proposal.made_by
    side = at.side_behind(proposer)
    accepting, withdrawing = [], []
    if side:
        accepting, withdrawing = _seats(at, side.other), _seats(at, side)
    return {
        "other": result_for_side(at, proposal.facts, proposal.lead, proposer, None),
        "accepting": accepting,
        "withdrawing": withdrawing,
    }


def _seats(at: SlotState, side: Side) -> list[tuple[Seat, str]]:
    """The seats of a side that have a player, each with the player's name."""
    seats = []
    for seat, player in at.players.items():
        if player and seat.side is side:
            seats.append((seat, player.short_name))
    return seats
