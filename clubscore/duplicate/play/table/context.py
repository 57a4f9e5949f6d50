"""Template context of the page on the phone."""

from dataclasses import dataclass
from functools import partial
from typing import Any
from uuid import uuid4

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from clubscore.contracts.bidding_box import player_keys
from clubscore.contracts.deal_form import DealForm
from clubscore.contracts.preview import EntryPreview, unfinished_preview
from clubscore.duplicate.outcomes.desk import BoardDesk
from clubscore.duplicate.outcomes.outcome_words import in_short, outcome_in_words
from clubscore.duplicate.outcomes.results import (
    AGREED,
    EMPTY,
    RULED,
    Results,
    SlotResult,
)
from clubscore.duplicate.outcomes.rulings import SlotRuling
from clubscore.duplicate.play.table.board_tabs import seen_alone, tabs
from clubscore.duplicate.play.table.calling import (
    Calling,
    call_of_member_in_words,
    waiting_call,
)
from clubscore.duplicate.play.table.forms import BoardForm
from clubscore.duplicate.play.table.queries import moves_of
from clubscore.duplicate.play.table.where_next import table_context
from clubscore.duplicate.session.lineup import LINES
from clubscore.duplicate.session.slots import SlotState
from clubscore.duplicate.session.state import SessionState
from clubscore.duplicate.slot import Slot
from clubscore.languages.spoken import told
from clubscore.members.models import Member
from clubscore.web.templatetags.addresses import address_of
from clubscore.web.templatetags.scores import index
from scoring import Deal, Seat, Side
from scoring.duplicate import dealer_of, score_board, vulnerable_on
from scoring.duplicate.correction_period import Code, Moment
from scoring.duplicate.law79 import ErrorKind, LawAnswer, Question, answer
from scoring.words import (
    contract_in_words,
    deal_in_words,
    result_in_words,
    sides_in_words,
)


@dataclass(frozen=True, slots=True)
class Told:
    """A result as one side hears it."""

    contract: str
    result: str
    points: int
    lead: str
    by: str


def result_told(
    at: SlotState, facts: Deal, lead: str, by: Member, side: Side | None
) -> Told:
    """A result for a side; for a director, North-South."""
    score = score_board(at.slot.board, facts).score
    contract = _("Passed out")
    if facts.contract and facts.declarer:
        contract = _("%(contract)s by %(declarer)s") % {
            "contract": told(contract_in_words(facts.contract)),
            "declarer": at.names[facts.declarer],
        }
    points = -score if side is Side.EW else score
    return Told(
        contract,
        told(result_in_words(facts)),
        points,
        lead_in_words(lead),
        by.short_name,
    )


def lead_in_words(lead: str) -> str:
    """`♦K`; empty for none."""
    return f"{'♣♦♥♠'['CDHS'.index(lead[0])]}{index(lead[1:])}" if lead else ""


def slot_context(
    desk: BoardDesk,
    *,
    form: DealForm | None = None,
    notice: str = "",
    changes: bool = False,
) -> dict[str, object]:
    """The page of one board at a table, for one of the four players or for a director."""
    at, side, results = desk.at, desk.side, desk.whole.results
    result, ruled = results.get(at.slot), results.rulings.get(at.slot)
    number, seat = _own_number(desk)
    boards = tabs(
        at, results, partial(address_of, "duplicate:slot", at.state.session.pk)
    )
    if side is None:
        boards = seen_alone(desk, boards)
    to_record = (
        tab.slot for tab in boards if tab.standing == EMPTY and not tab.is_chosen
    )
    viewer = desk.by if side else None
    context = table_context(at.state, at.section, number, at.slot.round, seat, viewer)
    context |= {
        "at": at,
        "slot": at.slot,
        "side": side,
        "boards": boards,
        "to_record": next(to_record, None) if side and at.round_is_on else None,
        "dealer": told(dealer_of(at.slot.board).word),
        "vulnerable": told(sides_in_words(vulnerable_on(at.slot.board))),
        "table_mark": f"{at.slot.letter}{at.slot.table}",
        "mark": moves_of(at.state)[f"{at.slot.letter}{at.slot.table}"]
        if at.round_is_on
        else "",
        "calling": _calling(at) if at.state.session.is_in_play else None,
        "new_key": uuid4(),
        "missing": missing_of(at.state, desk.by, results) if side else [],
        "turned": at.row.turned,
        "may_rule": desk.may_rule,
    }
    context |= _ruled_context(at, ruled) if ruled else _result_context(at, result, side)
    context["may_look"] = context["standing"] in (AGREED, RULED) and desk.sees_board
    if desk.may_rule and at.state.session.is_in_play and not ruled:
        context["law"] = law_of_tricks(at, result)
    if form is None and not ruled and _shows_pad(desk, result, changes):
        form = new_form(at, result)
    if form is None:
        return context | {"notice": notice}
    return context | entry_context(at, side, form, result, notice)


def new_form(at: SlotState, result: SlotResult | None) -> DealForm:
    """The entry of a board before it is sent, with the taps of the result that is there."""
    taps = taps_of(result) if result else None
    return board_form(at, initial=taps)


def _calling(at: SlotState) -> Calling:
    call = waiting_call(at)
    address = address_of("duplicate:slot-call", at.state.session.pk, at.slot)
    words = call_of_member_in_words(call) if call else ""
    return Calling(address, at.table, words)


def law_of_tricks(at: SlotState, result: SlotResult | None) -> LawAnswer | None:
    """The answer of Law 79 for a director who hears of the tricks once the round is over; None while it lasts."""
    if result is None or at.round_is_on:
        return None
    score = score_board(at.slot.board, result.play.facts).score
    code = Code(at.state.session.law)
    return answer(
        Question(code, ErrorKind.TRICKS, Moment.PERIOD_ON, found=score, recorded=score)
    )


def _own_number(desk: BoardDesk) -> tuple[int, str]:
    """The viewer's number in the plan, and a seat of the viewer's half of a team; for a director, North's number."""
    row = desk.at.row
    numbers = dict(zip(Seat, (row.north, row.east, row.south, row.west), strict=True))
    own = (
        seat
        for seat, player in desk.at.players.items()
        if player and player.person_id == desk.by.person_id
    )
    seat = next(own, Seat.NORTH)
    return numbers[seat] or 0, seat


def _ruled_context(at: SlotState, found: SlotRuling) -> dict[str, object]:
    """The ruling of the director."""
    return {
        "standing": RULED,
        "ruled": found.ruling,
        "ruled_words": outcome_in_words(found.outcome, at.names),
    }


def _shows_pad(desk: BoardDesk, result: SlotResult | None, changes: bool) -> bool:
    """True if the pad is shown: for a board without a result, or one to be changed; after play, to a director.

    The pad is not shown to the other half of a team.
    """
    if desk.side is None and desk.is_concerned:
        return False
    if desk.session.is_in_play:
        return result is None or changes
    return result is None and desk.directs


def _result_context(
    at: SlotState, result: SlotResult | None, side: Side | None
) -> dict[str, object]:
    if result is None:
        return {"standing": EMPTY}
    play, proposal = result.play, result.proposal
    has_signed = side is not None and result.is_signed_by(at, side)
    context: dict[str, object] = {
        "standing": result.standing(at.sides),
        "result": result,
        "told": result_told(at, play.facts, play.lead, result.row().recorded_by, side),
        "is_asked": side is not None and not proposal and not has_signed,
        "waits_for_others": not proposal and has_signed,
    }
    if proposal:
        asking = at.side_behind(proposal.made_by)
        context |= {
            "other": result_told(
                at, proposal.facts, proposal.lead, proposal.made_by, side
            ),
            "is_own_proposal": side is not None and asking is side,
            "may_answer": None not in (side, asking),
        }
    return context


def missing_of(state: SessionState, who: Member, results: Results) -> list[Slot]:
    """The slots that a member played in rounds that are over which have neither result nor ruling."""
    found = []
    for round in range(1, state.round):
        held = state.held_in(who, round)
        if held is None:
            continue
        section, place = held
        row = section.row_of(round, place.entry.number, place.seat)
        if row and row.is_played and section.are_there(row.seated, row.round):
            slots = [
                Slot(section.letter, round, row.table, board)
                for board in state.boards_in(row)
            ]
            found += [slot for slot in slots if slot not in results.settled]
    return found


def board_form(at: SlotState, data: Any = None, *, initial: Any = None) -> BoardForm:
    return BoardForm(data, initial=initial, rules={"leads": at.state.session.leads})


def taps_of(result: SlotResult) -> dict[str, object]:
    """The initial data of a form that changes a result: its taps and its lead."""
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
    """The entry pad, and the slip under it."""
    return {
        "form": form,
        "entry_address": at.address,
        "players": player_keys(at.names),
        "preview": preview_of(at, form, side),
        "key": form["key"].value() or uuid4(),
        "board": at.slot.board,
        "result_version": result.play.version if result else 0,
        "notice": notice,
        "draft": f"duplicate-{at.state.session.pk}-{at.slot.letter}-{at.slot.round}-{at.slot.table}-{at.slot.board}",
    }


def preview_of(at: SlotState, form: DealForm, side: Side | None) -> EntryPreview:
    """The entry in words, and its score for the viewer's side."""
    unfinished = unfinished_preview(form, at.names)
    if unfinished:
        return unfinished
    deal: Deal = form.cleaned_data["deal"]
    score = score_board(at.slot.board, deal).score
    points = -score if side is Side.EW else score
    whose = pgettext("bridge", "We") if side else str(LINES[str(Side.NS)])
    figures = ((whose, points, ""),) if score else ()
    return EntryPreview(
        complete=True,
        words=told(deal_in_words(deal, at.names)),
        short=in_short(deal),
        figures=figures,
    )
