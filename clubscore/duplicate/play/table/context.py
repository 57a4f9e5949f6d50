"""Template context of the page of a table on a phone."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import partial
from typing import Any
from uuid import uuid4

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from clubscore.contracts.bidding_box import player_keys
from clubscore.contracts.deal_form import DealForm
from clubscore.contracts.preview import EntryPreview, unfinished_preview
from clubscore.duplicate.models import PlayProposal
from clubscore.duplicate.outcomes.appeals import (
    appeals_in_words,
    appeals_of,
    is_asked_to_agree,
)
from clubscore.duplicate.outcomes.desk import BoardDesk
from clubscore.duplicate.outcomes.doubts import doubters_named, is_checked
from clubscore.duplicate.outcomes.outcome_words import (
    in_short,
    outcome_in_words,
    vulnerable_in_words,
)
from clubscore.duplicate.outcomes.results import (
    AGREED,
    EMPTY,
    RULED,
    SlotResult,
)
from clubscore.duplicate.outcomes.rulings import SlotRuling
from clubscore.duplicate.play.entering.taking_back import (
    may_agree_again,
    may_take_back,
)
from clubscore.duplicate.play.table.board_tabs import BoardTab, seen_alone, tabs
from clubscore.duplicate.play.table.calling import (
    Calling,
    call_of_member_in_words,
    waiting_call,
)
from clubscore.duplicate.play.table.forms import BoardForm
from clubscore.duplicate.play.table.left_behind import left_behind_by
from clubscore.duplicate.play.table.queries import moves_of
from clubscore.duplicate.play.table.where_next import table_context
from clubscore.duplicate.session.lineup import LINES, names_of
from clubscore.duplicate.session.slots import SlotState
from clubscore.duplicate.slot import Slot
from clubscore.languages.spoken import told
from clubscore.members.models import Member
from clubscore.web.templatetags.addresses import address_of
from clubscore.web.templatetags.scores import index
from scoring import Deal, Seat, Side
from scoring.duplicate import dealer_of, score_board
from scoring.duplicate.correction_period import Code, Moment
from scoring.duplicate.law79 import ErrorKind, LawAnswer, Question, answer
from scoring.words import (
    contract_in_words,
    deal_in_words,
    result_in_words,
)

_SUITS = {"C": "♣", "D": "♦", "H": "♥", "S": "♠"}


def lead_in_words(lead: str) -> str:
    """A lead as pages show it, such as `♦K`; empty if there is no lead."""
    if not lead:
        return ""
    suit, rank = lead[0], lead[1:]
    return f"{_SUITS[suit]}{index(rank)}"


@dataclass(frozen=True, slots=True)
class ResultForSide:
    """A result in words, with the points of one side."""

    contract: str
    result: str
    points: int
    lead: str
    by: str


def result_for_side(
    at: SlotState, facts: Deal, lead: str, by: Member, side: Side | None
) -> ResultForSide:
    """A result in words, with the points of `side`. If `side` is None, the points are those that North-South score."""
    contract = _("Passed out")
    if facts.contract and facts.declarer:
        contract = _("%(contract)s by %(declarer)s") % {
            "contract": told(contract_in_words(facts.contract)),
            "declarer": at.names[facts.declarer],
        }
    return ResultForSide(
        contract=contract,
        result=told(result_in_words(facts)),
        points=_points_of(at, facts, side),
        lead=lead_in_words(lead),
        by=by.short_name,
    )


def _points_of(at: SlotState, facts: Deal, side: Side | None) -> int:
    """The score of the deal for a side; for North-South if `side` is None."""
    score = score_board(at.slot.board, facts).score
    if side is Side.EW:
        return -score
    return score


def slot_context(
    desk: BoardDesk,
    *,
    form: DealForm | None = None,
    notice: str = "",
    changes: bool = False,
) -> dict[str, object]:
    """The template context of the page of one board at a table, for one of the four players or for a director.

    `form` is an entry that is shown again, and `notice` the reason why it was refused. `changes` is True if the viewer
    asks to change the recorded result.
    """
    at, side, results = desk.at, desk.side, desk.whole.results
    result, ruled = results.get(at.slot), results.rulings.get(at.slot)
    number, seat = _own_number(desk)
    viewer = desk.by if side else None
    context = table_context(at.state, at.section, number, at.slot.round, seat, viewer)
    context |= _boards_context(desk)
    if ruled:
        context |= _ruled_context(desk, ruled)
    else:
        context |= _result_context(desk, result)
    context["may_look"] = context["standing"] in (AGREED, RULED) and desk.sees_board
    if desk.may_rule and at.state.session.is_in_play and not ruled:
        context["law"] = law_of_tricks(at, result)
    if form is None and not ruled and _shows_pad(desk, result, changes):
        form = new_form(at, result)
    if form is None:
        return context | {"notice": notice}
    return context | entry_context(at, side, form, result, notice)


def _boards_context(desk: BoardDesk) -> dict[str, object]:
    """The part of the template context that does not depend on the result of this board.

    It has the tabs of the boards, the call for the director and what the viewer left behind.
    """
    at, side, results = desk.at, desk.side, desk.whole.results
    address = partial(address_of, "duplicate:slot", at.state.session.pk)
    boards = tabs(at, results, address)
    to_record = None
    if side is None:
        boards = seen_alone(desk, boards)
    elif at.round_is_on:
        to_record = _to_record(boards)
    table = f"{at.slot.letter}{at.slot.table}"
    mark = ""
    if at.round_is_on:
        mark = moves_of(at.state)[table]
    left_behind = []
    if side:
        left_behind = left_behind_by(at.state, desk.by, results)
    return {
        "at": at,
        "slot": at.slot,
        "side": side,
        "boards": boards,
        "to_record": to_record,
        "dealer": told(dealer_of(at.slot.board).word),
        "vulnerable": vulnerable_in_words(at.slot.board),
        "table_mark": table,
        "mark": mark,
        "calling": _calling(at),
        "new_key": uuid4(),
        "left_behind": left_behind,
        "turned": at.row.turned,
        "may_rule": desk.may_rule,
    }


def _to_record(boards: Iterable[BoardTab]) -> Slot | None:
    """The first board of these tabs that has no result and is not the one shown; None if there is none."""
    for tab in boards:
        if tab.standing == EMPTY and not tab.is_chosen:
            return tab.slot
    return None


def new_form(at: SlotState, result: SlotResult | None) -> DealForm:
    """The entry form of a board before it is sent, filled with the recorded result if there is one."""
    if result is None:
        return board_form(at)
    return board_form(at, initial=taps_of(result))


def _calling(at: SlotState) -> Calling | None:
    """The data of the form that calls the director to the table; None unless the session is in play."""
    if not at.state.session.is_in_play:
        return None
    call = waiting_call(at)
    words = ""
    if call:
        words = call_of_member_in_words(call)
    address = address_of("duplicate:slot-call", at.state.session.pk, at.slot)
    return Calling(address, at.table, words)


def law_of_tricks(at: SlotState, result: SlotResult | None) -> LawAnswer | None:
    """The decision of Law 79 if a director hears only after the round that the number of tricks is wrong.

    None while the round lasts, and if the board has no result.
    """
    if result is None or at.round_is_on:
        return None
    score = score_board(at.slot.board, result.play.facts).score
    code = Code(at.state.session.law)
    question = Question(
        code, ErrorKind.TRICKS, Moment.PERIOD_ON, found=score, recorded=score
    )
    return answer(question)


def _own_number(desk: BoardDesk) -> tuple[int, str]:
    """The viewer's number in the plan, and the viewer's seat. For a director, the number and the seat of North."""
    row = desk.at.row
    numbers = {
        Seat.NORTH: row.north,
        Seat.EAST: row.east,
        Seat.SOUTH: row.south,
        Seat.WEST: row.west,
    }
    seat = _own_seat(desk)
    return numbers[seat] or 0, seat


def _own_seat(desk: BoardDesk) -> Seat:
    """The seat of the viewer at the table; North for a director."""
    for seat, player in desk.at.players.items():
        if player and player.person_id == desk.by.person_id:
            return seat
    return Seat.NORTH


def _ruled_context(desk: BoardDesk, ruled: SlotRuling) -> dict[str, object]:
    """The part of the context about the director's ruling and its appeals. It runs one SQL statement."""
    at = desk.at
    appeals = appeals_of(at.state.session.pk, board=at.slot.board).get(at.slot, [])
    asked = [row for row in appeals if is_asked_to_agree(row, desk.side, desk.by)]
    return {
        "appeals": appeals_in_words(appeals),
        "is_asked_to_appeal": bool(asked),
        "standing": RULED,
        "ruled": ruled.ruling,
        "ruled_words": outcome_in_words(ruled.outcome, at.names, only=ruled.only),
    }


def _shows_pad(desk: BoardDesk, result: SlotResult | None, changes: bool) -> bool:
    """True if the page shows the entry pad.

    During play the pad is shown for a board without a result, and also for a board with a result if `changes` is True.
    After play it is shown only to a director, for a board without a result. In a match of teams it is never shown to
    members of the two teams who do not play at this table.
    """
    if desk.side is None and desk.is_concerned:
        return False
    if desk.session.is_in_play:
        return result is None or changes
    return result is None and desk.directs


def _result_context(desk: BoardDesk, result: SlotResult | None) -> dict[str, object]:
    """The part of the template context about the recorded result, its agreement and an open proposal."""
    if result is None:
        return {"standing": EMPTY}
    at, side = desk.at, desk.side
    play, proposal = result.play, result.proposal
    has_signed = side is not None and result.is_signed_by(at, side)
    row = result.row()
    doubters = []
    if not is_checked(at.section, at.slot, result):
        doubters = doubters_named(at.section, result)
    context: dict[str, object] = {
        "standing": result.standing(at.sides),
        "result": result,
        "recorded": result_for_side(at, play.facts, play.lead, row.recorded_by, side),
        "is_asked": side is not None and not proposal and not has_signed,
        "waits_for_others": not proposal and has_signed,
        "may_take_back": may_take_back(desk, result, row),
        "may_agree_again": may_agree_again(desk, result, row),
        "taken_back_by": names_of(doubters),
    }
    if proposal:
        context |= _proposal_context(at, proposal, side)
    return context


def _proposal_context(
    at: SlotState, proposal: PlayProposal, side: Side | None
) -> dict[str, object]:
    """The part of the template context about the proposed result.

    It says if the viewer's side made the proposal, and if the viewer may answer: after play the director decides.
    `side` is the viewer's side; None for a director.
    """
    is_in_play = at.state.session.is_in_play
    proposer = proposal.made_by
    asking = at.side_behind(proposer)
    return {
        "other": result_for_side(at, proposal.facts, proposal.lead, proposer, side),
        "is_own_proposal": side is not None and asking is side,
        "may_answer": is_in_play and None not in (side, asking),
    }


def board_form(at: SlotState, data: Any = None, *, initial: Any = None) -> BoardForm:
    """The entry form of a board, which asks for the lead if the session does."""
    return BoardForm(data, initial=initial, rules={"leads": at.state.session.leads})


def taps_of(result: SlotResult) -> dict[str, object]:
    """The initial data of a form that changes a result: the recorded result as buttons of the entry pad, with its
    lead."""
    play = result.play
    return BoardForm.entry_of(play.facts) | {
        "lead_suit": play.lead[:1],
        "lead_rank": play.lead[1:],
    }


def entry_context(
    at: SlotState,
    side: Side | None,
    form: DealForm,
    result: SlotResult | None,
    notice: str,
) -> dict[str, object]:
    """The part of the template context about the entry pad and the slip (the preview) under it.

    `result` is the recorded result of the board; None if there is none. `notice` is the reason why the form was
    refused, or empty.
    """
    slot = at.slot
    place = f"{slot.letter}-{slot.round}-{slot.table}-{slot.board}"
    version = 0
    if result:
        version = result.play.version
    return {
        "form": form,
        "entry_address": at.address,
        "players": player_keys(at.names),
        "preview": preview_of(at, form, side),
        "key": form["key"].value() or uuid4(),
        "board": slot.board,
        "result_version": version,
        "notice": notice,
        "draft": f"duplicate-{at.state.session.pk}-{place}",
    }


def preview_of(at: SlotState, form: DealForm, side: Side | None) -> EntryPreview:
    """The entry in words, and its score for `side`, or for North-South if `side` is None."""
    unfinished = unfinished_preview(form, at.names)
    if unfinished:
        return unfinished
    deal: Deal = form.cleaned_data["deal"]
    points = _points_of(at, deal, side)
    whose = str(LINES[str(Side.NS)])
    if side:
        whose = pgettext("bridge", "We")
    figures: tuple[tuple[str, int, str], ...] = ()
    if points:
        figures = ((whose, points, ""),)
    return EntryPreview(
        complete=True,
        words=told(deal_in_words(deal, at.names)),
        short=in_short(deal),
        figures=figures,
    )
