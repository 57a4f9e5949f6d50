"""The reasons that keep a result from being recorded, in sentences that say what is expected."""

from datetime import datetime

from django.utils.translation import gettext_lazy as _

import scoring
from clubscore.contracts.models import columns_of
from clubscore.duplicate.models import Ruling
from clubscore.duplicate.outcomes.desk import BoardDesk
from clubscore.duplicate.outcomes.outcome_words import outcome_in_words
from clubscore.duplicate.outcomes.results import RecordedPlay, Results, SlotResult
from clubscore.duplicate.session.lineup import table_name
from clubscore.duplicate.session.slots import SlotState
from clubscore.languages.spoken import told
from clubscore.refusals import Refused
from scoring.movements.plan import MovementRow
from scoring.words import deal_in_words

DUPLICATE_HAS = {"level", "strain", "risk", "declarer", "tricks", "note"}
NOT_ENTERED = _("Nobody has recorded this board yet: record it first.")


class ResultChanged(Refused):
    """Somebody of the same side was faster, with another result."""


def require_in_play(at: SlotState) -> None:
    """Raises Refused once play is over."""
    if not at.state.session.is_in_play:
        words = _(
            "%(session)s is over: the director enters what is missing, and corrects."
        )
        raise Refused(words % {"session": at.state.session.name})


def require_no_ruling(at: SlotState, results: Results) -> None:
    """Raises Refused where the director has ruled: until the ruling is withdrawn the result is not changed."""
    if found := results.rulings.get(at.slot):
        words = _(
            "The director has ruled on board %(board)s: %(ruling)s. It takes no result."
        )
        raise Refused(
            words
            % {
                "board": at.slot.board,
                "ruling": outcome_in_words(found.outcome, at.names),
            }
        )


def require_open_for_entry(
    desk: BoardDesk, result: SlotResult | None, now: datetime
) -> None:
    """Raises Refused once play is over, but for a director who enters what is missing before results are final."""
    if not (desk.session.is_over and desk.directs):
        require_in_play(desk.at)
    elif result is not None:
        words = _(
            "%(told)s After play it is changed on its page of corrections, with the reason."
        )
        raise Refused(words % {"told": already(desk.at, result)})
    elif desk.whole.is_final(now):
        raise Refused(
            _(
                "The correction period is over: what was published is final, and no result is added."
            )
        )


def require_first_play(at: SlotState, results: Results) -> None:
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
            there = {
                "table": table_name(at.state, at.section, slot.table),
                "round": slot.round,
            }
            raise Refused(
                words % (there | {"number": min(again)[0], "board": slot.board})
            )


def _who(
    at: SlotState, four: MovementRow | RecordedPlay | Ruling
) -> set[tuple[int | None, str]]:
    """The numbers of a row, a result or a ruling; of teams each with its line, for a team plays a board in each."""
    ns, ew = ("NS", "EW") if at.section.form == "teams" else ("", "")
    return {(four.north, ns), (four.south, ns), (four.east, ew), (four.west, ew)}


def require_facts_of_duplicate(facts: scoring.Deal) -> None:
    """Raises Refused for honours, voids and tricks transferred, which only rubber keeps by themselves."""
    if columns_of(facts).keys() - DUPLICATE_HAS:
        message = _(
            "At duplicate no honours are scored, and the result counts transferred tricks already: leave them out."
        )
        raise Refused(message, field="line")


def require_fitting_lead(at: SlotState, facts: scoring.Deal, lead: str) -> None:
    """Raises Refused for a lead that is missing where the session needs it, or where none is asked for."""
    leads = at.state.session.leads
    if leads == "needed" and facts.contract is not None and not lead:
        raise Refused(
            _("This session needs the card that was led: tap its suit and its rank."),
            field="lead_rank",
        )
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
