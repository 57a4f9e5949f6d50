"""Checks before a result is recorded. Each refusal says what is expected."""

from datetime import datetime

from django.utils.translation import gettext_lazy as _

import scoring
from clubscore.contracts.models import columns_of
from clubscore.duplicate.models import Ruling
from clubscore.duplicate.outcomes.desk import BoardDesk
from clubscore.duplicate.outcomes.outcome_words import outcome_in_words
from clubscore.duplicate.outcomes.results import RecordedPlay, Results, SlotResult
from clubscore.duplicate.play.entering.entries import ResultEntry
from clubscore.duplicate.session.lineup import table_name
from clubscore.duplicate.session.slots import SlotState
from clubscore.duplicate.slot import Slot
from clubscore.languages.spoken import told
from clubscore.refusals import Refused
from scoring.duplicate import score_board
from scoring.duplicate.law79 import differ_in_tricks_alone
from scoring.movements.plan import MovementRow
from scoring.words import deal_in_words

DUPLICATE_HAS = {"level", "strain", "risk", "declarer", "tricks", "note"}
NOT_ENTERED = _("Nobody has recorded this board yet: record it first.")
TWO_RESULTS = _(
    "Two results stand against each other: answer which is right. Call the director."
)


class RulingNeeded(Refused):
    """The refusal of an entry where a director rules instead: the same entry would be refused again."""


class ResultChanged(Refused):
    """The result or its proposal has changed since the sender saw it: somebody else was faster."""


def require_recordable(
    desk: BoardDesk, results: Results, entry: ResultEntry, now: datetime
) -> None:
    """Raises Refused if this entry is not recorded at the desk's board, whatever result the board has.

    `results` has at least the results of the board. Raises scoring.ScoringError if the deal cannot be scored.
    """
    at = desk.at
    require_open_for_entry(desk, results.get(at.slot), now)
    require_no_ruling(at, results)
    require_first_play(at, results)
    require_fitting_lead(at, entry.facts, entry.lead)
    require_facts_of_duplicate(entry.facts)
    score_board(at.slot.board, entry.facts)


def require_change(desk: BoardDesk, result: SlotResult, facts: scoring.Deal) -> None:
    """Raises RulingNeeded if a director may not replace this result by these facts without a ruling."""
    if desk.side is None:
        require_no_change_of_tricks(desk.at, result, facts)


def require_in_play(at: SlotState) -> None:
    """Raises Refused unless the session is in play."""
    if not at.state.session.is_in_play:
        words = _(
            "%(session)s is over: the director enters what is missing, and corrects."
        )
        raise Refused(words % {"session": at.state.session.name})


def require_no_ruling(at: SlotState, results: Results) -> None:
    """Raises Refused if the director has ruled on the slot.

    No result is recorded until the ruling is withdrawn.
    """
    ruled = results.rulings.get(at.slot)
    if ruled is None:
        return
    words = _(
        "The director has ruled on board %(board)s: %(ruling)s. It takes no result."
    )
    ruling = outcome_in_words(ruled.outcome, at.names)
    raise Refused(words % {"board": at.slot.board, "ruling": ruling})


def require_open_for_entry(
    desk: BoardDesk, result: SlotResult | None, now: datetime
) -> None:
    """Raises Refused unless the session is in play, or is over and a director enters a missing result.

    After play, a recorded result is not changed here, and no result is added once the published results are final.
    `result` is the recorded result of the board; None if there is none.
    """
    if not (desk.session.is_over and desk.directs):
        require_in_play(desk.at)
    elif result is not None:
        words = _(
            "%(told)s After play it is changed on its page of corrections, with the reason."
        )
        raise Refused(words % {"told": already(desk.at, result)})
    elif desk.whole.is_final(now):
        message = _(
            "The correction period is over: what was published is final, and no result is added."
        )
        raise Refused(message)


def require_no_change_of_tricks(
    at: SlotState, result: SlotResult, facts: scoring.Deal
) -> None:
    """Raises RulingNeeded if a director changes the number of tricks alone after the round, for that takes a ruling.

    A ruling says how convinced the director is (Law 79B2 of 2007, 79B3 of 2017). Another contract, declarer or risk is
    an error in recording, which the director corrects at once (Law 79C1).
    """
    if at.round_is_on or not differ_in_tricks_alone(result.play.facts, facts):
        return
    words = _(
        "The round is over: rule on the tricks of board %(board)s, and say how sure you are (Law 79B)."
    )
    raise RulingNeeded(words % {"board": at.slot.board})


def require_first_play(at: SlotState, results: Results) -> None:
    """Raises Refused if a pair, team or player at this table has a result or a ruling on the board at another slot.

    Another slot is another table or another round. For teams, only results in the same line are compared.
    """
    counting: dict[Slot, RecordedPlay | Ruling] = {}
    for slot, result in results.items():
        counting[slot] = result.play
    for slot, ruled in results.rulings.items():
        counting[slot] = ruled.ruling
    numbers = _numbers_of(at, at.row)
    for slot, four in counting.items():
        again = numbers & _numbers_of(at, four)
        is_other_board = slot.board != at.slot.board or slot.letter != at.slot.letter
        if not again or slot == at.slot or is_other_board:
            continue
        words = _(
            "Number %(number)s has a result on board %(board)s already, at table %(table)s in round %(round)s. "
            "Call the director."
        )
        if slot in results.rulings:
            words = _(
                "The director has ruled on board %(board)s for number %(number)s already, "
                "at table %(table)s in round %(round)s. Call the director."
            )
        number, _line = min(again)
        there = {
            "table": table_name(at.state, at.section, slot.table),
            "round": slot.round,
            "number": number,
            "board": slot.board,
        }
        raise Refused(words % there)


def _numbers_of(
    at: SlotState, four: MovementRow | RecordedPlay | Ruling
) -> set[tuple[int | None, str]]:
    """The numbers of the entries in a row of the plan, a result or a ruling, each number with a line.

    For teams the line is NS or EW, because a team plays each board in both lines; otherwise it is empty.
    """
    ns, ew = "", ""
    if at.section.form == "teams":
        ns, ew = "NS", "EW"
    return {(four.north, ns), (four.south, ns), (four.east, ew), (four.west, ew)}


def require_facts_of_duplicate(facts: scoring.Deal) -> None:
    """Raises Refused if a deal has honours, voids, revokes or transferred tricks, which only rubber bridge records."""
    if columns_of(facts).keys() - DUPLICATE_HAS:
        message = _(
            "At duplicate no honours are scored, and the result counts transferred tricks already: leave them out."
        )
        raise Refused(message, field="line")


def require_fitting_lead(at: SlotState, facts: scoring.Deal, lead: str) -> None:
    """Raises Refused if the lead does not fit the session and the deal.

    A missing lead does not fit if the session needs leads and the board was not passed out. A given lead does not fit
    if the session does not ask for leads, or if the board was passed out.
    """
    leads = at.state.session.leads
    if leads == "needed" and facts.contract is not None and not lead:
        message = _(
            "This session needs the card that was led: tap its suit and its rank."
        )
        raise Refused(message, field="lead_rank")
    if lead and facts.contract is None:
        raise Refused(
            _("A board that was passed out has no lead: leave it out."),
            field="lead_rank",
        )
    if lead and leads == "off":
        raise Refused(
            _("This session does not ask for the lead: leave it out."),
            field="lead_rank",
        )


def already(at: SlotState, result: SlotResult) -> str:
    """A sentence about the result that is recorded, such as `Anna recorded board 3: 4♠ by Ben, made.`"""
    play = result.row()
    return _("%(name)s recorded board %(board)s: %(deal)s.") % {
        "name": play.recorded_by.short_name,
        "board": at.slot.board,
        "deal": told(deal_in_words(play.facts, at.names)),
    }
