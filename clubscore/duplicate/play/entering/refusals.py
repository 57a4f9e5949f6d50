"""The reasons that keep a result from being recorded, in sentences that say what is expected."""

from datetime import datetime

from django.utils.translation import gettext_lazy as _

import scoring
from clubscore.contracts.models import columns_of
from clubscore.duplicate.models import Ruling, Tablet
from clubscore.duplicate.outcomes.outcome_words import outcome_in_words
from clubscore.duplicate.outcomes.published import is_final, newest_publication
from clubscore.duplicate.outcomes.results import Recorded, Results, SlotResult
from clubscore.duplicate.outcomes.sight import is_concerned
from clubscore.duplicate.session.lineup import PLACES, boards_named, place_of, table_name
from clubscore.duplicate.session.permissions import may_direct
from clubscore.duplicate.session.slots import SlotState
from clubscore.duplicate.session.state import SessionState
from clubscore.languages.spoken import told
from clubscore.members.models import Member
from clubscore.refusals import Refused
from scoring.movements.plan import Row
from scoring.words import deal_in_words

DUPLICATE_HAS = {"level", "strain", "risk", "declarer", "tricks", "note"}
NOT_ENTERED = _("Nobody has recorded this board yet: record it first.")


class ResultChanged(Refused):
    """Somebody of the same side was faster, with another result."""


class KeySpent(Refused):
    """The form was used already, for another result."""


def refuse_stranger(at: SlotState, by: Member) -> None:
    """Raises Refused for who does not sit at this table in this round and does not direct, or plays in the other half
    of one of its teams.
    """
    if at.side_of(by) is None and (is_concerned(at, by) or not may_direct(at.state.session, by)):
        expected = expected_of(at.state, by, at.slot.round)
        words = _("You do not play at table %(table)s in round %(round)s. %(expected)s")
        raise Refused(words % {"table": at.table, "round": at.slot.round, "expected": expected})


def refuse_tablet(at: SlotState, tablet: Tablet | None) -> None:
    """Raises Refused at the device of a table that is closed, or of another table, or for a round that is over."""
    if tablet is None:
        return
    if tablet.closed_at or (tablet.section_id, tablet.table) != (at.section.section.pk, at.slot.table):
        raise Refused(_("This device is not the tablet of this table."))
    if not at.round_is_on:
        raise Refused(_("This round is over: what is still open you answer on your own phones."))


def expected_of(state: SessionState, by: Member, round: int) -> str:
    """A sentence about where a member plays in a round."""
    found = state.held_in(by, round) or state.held_by(by)
    if found is None:
        return str(_("You have no place in this session."))
    section, own = found
    number, seat = own.entry.number, own.seat
    place, row = place_of(section, number, round, seat), section.row_of(round, number, seat)
    if place is None or row is None or not (row.is_played and own.covers(round)):
        return _("You sit out round %(round)s.") % {"round": round}
    table, line = place
    return _("You play at table %(table)s, %(line)s, boards %(boards)s.") % {
        "table": table_name(state, section, table),
        "line": PLACES[line],
        "boards": boards_named(state.boards_in(row)),
    }


def refuse_closed(at: SlotState) -> None:
    """Raises Refused once play is over."""
    if not at.state.session.is_in_play:
        words = _("%(session)s is over: the director enters what is missing, and corrects.")
        raise Refused(words % {"session": at.state.session.name})


def refuse_ruled(at: SlotState, results: Results) -> None:
    """Raises Refused where the director has ruled: until the ruling is withdrawn the result is not changed."""
    if found := results.rulings.get(at.slot):
        words = _("The director has ruled on board %(board)s: %(ruling)s. It takes no result.")
        raise Refused(words % {"board": at.slot.board, "ruling": outcome_in_words(found.outcome, at.names)})


def refuse_entry(at: SlotState, result: SlotResult | None, by: Member, now: datetime) -> None:
    """Raises Refused once play is over, but for who directs and enters what is missing before the results are final."""
    session = at.state.session
    if not (session.is_over and may_direct(session, by)):
        refuse_closed(at)
    elif result is not None:
        words = _("%(told)s After play it is changed on its page of corrections, with the reason.")
        raise Refused(words % {"told": already(at, result)})
    elif is_final(session, newest_publication(session.pk), now):
        raise Refused(_("The correction period is over: what was published is final, and no result is added."))


def refuse_second_play(at: SlotState, results: Results) -> None:
    """Raises Refused where one of the pairs has a result or a ruling on this board from another table or round."""
    numbers = _who(at, at.row)
    counting = {slot: found.play for slot, found in results.items()}
    ruled = {slot: found.ruling for slot, found in results.rulings.items()}
    for slot, four in (counting | ruled).items():
        again = numbers & _who(at, four)
        if slot != at.slot and slot.letter == at.slot.letter and again:
            words = _(
                "Number %(number)s has a result on board %(board)s already, at table %(table)s in round %(round)s. "
                "Call the director."
            )
            if slot in ruled:
                words = _(
                    "The director has ruled on board %(board)s for number %(number)s already, "
                    "at table %(table)s in round %(round)s. Call the director."
                )
            there = {"table": table_name(at.state, at.section, slot.table), "round": slot.round}
            raise Refused(words % (there | {"number": min(again)[0], "board": slot.board}))


def _who(at: SlotState, four: Row | Recorded | Ruling) -> set[tuple[int | None, str]]:
    """The numbers of a row, a result or a ruling; of teams each with its line, for a team plays a board in each."""
    ns, ew = ("NS", "EW") if at.section.form == "teams" else ("", "")
    return {(four.north, ns), (four.south, ns), (four.east, ew), (four.west, ew)}


def refuse_facts(facts: scoring.Deal) -> None:
    """Raises Refused for honours, voids and tricks transferred, which only rubber keeps by themselves."""
    if columns_of(facts).keys() - DUPLICATE_HAS:
        message = _(
            "At duplicate no honours are scored, and the result counts transferred tricks already: leave them out."
        )
        raise Refused(message, field="line")


def refuse_lead(at: SlotState, facts: scoring.Deal, lead: str) -> None:
    """Raises Refused for a lead that is missing where the session needs it, or where none is asked for."""
    leads = at.state.session.leads
    if leads == "needed" and facts.contract is not None and not lead:
        raise Refused(_("This session needs the card that was led: tap its suit and its rank."), field="lead_rank")
    if lead and facts.contract is None:
        raise Refused(_("A board that was passed out has no lead."), field="lead_rank")
    if lead and leads == "off":
        raise Refused(_("This session does not ask for the lead."), field="lead_rank")


def already(at: SlotState, result: SlotResult) -> str:
    """A sentence about the result that is there."""
    play = result.row()
    return _("%(name)s recorded board %(board)s: %(deal)s.") % {
        "name": play.recorded_by.short_name,
        "board": at.slot.board,
        "deal": told(deal_in_words(play.facts, at.names)),
    }
