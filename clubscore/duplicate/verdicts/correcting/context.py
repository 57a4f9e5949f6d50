"""The template context of the page with the corrections of a board."""

from dataclasses import dataclass
from datetime import datetime
from uuid import uuid4

from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from clubscore.contracts.bidding_box import player_keys
from clubscore.contracts.letters import outcome_line_of
from clubscore.duplicate.models import Correction
from clubscore.duplicate.outcomes.desk import BoardDesk
from clubscore.duplicate.outcomes.outcome_words import (
    figure_in_words,
    outcome_in_words,
    place_in_words,
)
from clubscore.duplicate.outcomes.results import Results
from clubscore.duplicate.play.table.calling import (
    Calling,
    call_of_member_in_words,
    waiting_call,
)
from clubscore.duplicate.session.lineup import names_of
from clubscore.duplicate.session.slots import SlotState
from clubscore.duplicate.verdicts.correcting.forms import (
    BoardCorrectionForm,
    DecisionForm,
    GroundsForm,
)
from clubscore.duplicate.verdicts.correcting.law import (
    Grounds,
    RequestedChange,
    law_says,
    needs_regulation,
)
from clubscore.duplicate.verdicts.correcting.queries import (
    corrections_at,
    effect_of,
    proposal_of,
)
from clubscore.languages.spoken import told
from clubscore.members.models import Member
from clubscore.web.templatetags.addresses import address_of
from scoring import Deal, Side
from scoring.contest import RankedRow
from scoring.contest.rules import ContestRules
from scoring.duplicate import score_board
from scoring.duplicate.correction_period import Moment
from scoring.duplicate.law79 import Conviction
from scoring.duplicate.outcomes import Split
from scoring.words import deal_in_words


@dataclass(frozen=True, slots=True)
class SaidResult:
    """A result in words, with its points for the viewer's side.

    For a director who does not play at the table, the points are those of North-South.
    """

    words: str
    points: int


@dataclass(frozen=True, slots=True)
class ShownCorrection:
    """A correction as the page shows it, and what the viewer may do about it."""

    row: Correction
    said: SaidResult
    may_answer: bool
    may_take_back: bool
    """True for a member of the side that has answered, until the director has decided."""
    may_withdraw: bool
    may_decide: bool
    may_decline: bool
    """True for a director who is not concerned, while the correction is not decided.

    A director who is concerned may only make a correction that the other side has confirmed.
    """

    @property
    def is_open(self) -> bool:
        """True until the correction is decided, and while a late correction still waits for approval."""
        return self.row.decision in ("", Correction.Decision.PROPOSED)

    @property
    def answer_in_words(self) -> str:
        """The answer of the other side, such as `Anna confirmed it.`; empty before the other side has answered."""
        row = self.row
        if row.answered_by is None:
            return ""
        return _answer_in_words(row.answer, row.answered_by)

    @property
    def earlier_answers(self) -> list[str]:
        """The answers that were taken back, such as `Anna confirmed it. Anna took that back.`, the first first."""
        lines = []
        for earlier in self.row.taken_back_answers.all():
            back = _("%(name)s took that back.")
            back %= {"name": earlier.taken_back_by.short_name}
            said = _answer_in_words(earlier.answer, earlier.answered_by)
            lines.append(f"{said} {back}")
        return lines

    @property
    def proposal_in_words(self) -> str:
        """The proposal of a director after the period: the reason, and the sentence that approval is still needed."""
        row = self.row
        assert row.decided_by
        words = _("%(name)s is satisfied that the record is wrong.")
        if row.decided_for:
            words = _("%(name)s is satisfied that the record is wrong: %(reason)s.")
        proposal = words % {
            "name": row.decided_by.short_name,
            "reason": row.decided_for,
        }
        words = _(
            "An organiser of the club, who does not direct, still has to approve (Law %(clause)s)."
        )
        if row.regulation:
            words = _(
                "An organiser of the club, who does not direct, still has to approve "
                "(Law %(clause)s; %(regulation)s)."
            )
        law = {"clause": row.clause, "regulation": row.regulation}
        return f"{proposal} {words % law}"

    @property
    def decision_in_words(self) -> str:
        """The decision in words; `Open.` before the correction is decided.

        For example `Corrected, Ruth, Law 79C2: the score is plainly wrong; approved by Ida`.
        """
        row = self.row
        if row.decided_by is None:
            return pgettext("a correction", "Open.")
        words = f"{capfirst(row.get_decision_display())}, {row.decided_by.short_name}"
        if row.clause:
            words += ", " + _("Law %(law)s") % {"law": row.clause}
        if row.decided_for:
            words += f": {row.decided_for}"
        if row.second_by:
            words += f"; {self._second_in_words}"
        return words

    @property
    def _second_in_words(self) -> str:
        """The answer of the second person, who approves for the organiser, in words."""
        row = self.row
        assert row.second_by
        words = _("%(name)s did not approve: %(reason)s")
        if row.made_id:
            words = _("approved by %(name)s")
        return words % {"name": row.second_by.short_name, "reason": row.second_for}


def _answer_in_words(answer: str, by: Member) -> str:
    """An answer of the other side, a value of Correction.Answer, such as `Anna confirmed it.`"""
    words = _("%(name)s refused it.")
    if answer == Correction.Answer.CONFIRMED:
        words = _("%(name)s confirmed it.")
    return words % {"name": by.short_name}


@dataclass(frozen=True, slots=True)
class CorrectionEffect:
    """The place and score of one entry, before and after a correction that would change them."""

    names: str
    before: str
    after: str


def correction_context(
    desk: BoardDesk,
    now: datetime,
    *,
    form: BoardCorrectionForm,
    grounds_form: GroundsForm,
) -> dict[str, object]:
    """The context of the page: the recorded result, its corrections, and the form to ask for another result."""
    at = desk.at
    results = desk.whole.results
    result = results.get(desk.slot)
    ruled = results.rulings.get(desk.slot)
    requests = [_request(desk, row) for row in corrections_at(desk.state, desk.slot)]
    opened = next((request for request in requests if request.is_open), None)
    asked_at = opened.row.asked_at if opened else now
    moment = desk.whole.moment_of_law(asked_at)
    is_late = moment is Moment.PERIOD_OVER
    may_ask = False
    if desk.session.is_over and result and not ruled and not opened:
        may_ask = desk.may_rule or (desk.side is not None and not is_late)
    context: dict[str, object] = {
        "session": desk.session,
        "at": at,
        "slot": desk.slot,
        "result": result,
        "ruled": ruled,
        "recorded_by": result.row().recorded_by if result else None,
        "ruled_words": outcome_in_words(ruled.outcome, at.names) if ruled else "",
        "requests": requests,
        "opened": opened,
        "directs": desk.may_rule,
        "is_late": is_late,
        "publication": desk.whole.publication,
        "may_ask": may_ask,
        "calling": _calling(desk, now),
        "new_key": uuid4(),
        "form": form,
        "grounds_form": grounds_form,
        "decision_form": DecisionForm(
            needs_regulation=needs_regulation(desk.session, moment)
        ),
        "players": player_keys(at.names),
    }
    if result:
        context["said"] = _said(desk, result.play.facts)
        if opened:
            context["late_change"] = proposal_of(opened.row)
            context |= _decision_to_take(at, results, opened.row, moment)
    return context


def _calling(desk: BoardDesk, now: datetime) -> Calling | None:
    """The form with which a player of the board asks for a ruling after play; None once the time for it is over."""
    if desk.side is None or not desk.whole.hears_requests(now, about_claim=True):
        return None
    call = waiting_call(desk.at)
    words = ""
    if call:
        words = call_of_member_in_words(call)
    address = address_of("duplicate:slot-call", desk.session.pk, desk.slot)
    return Calling(address, desk.at.table, words)


def _decision_to_take(
    at: SlotState, results: Results, row: Correction, moment: Moment
) -> dict[str, object]:
    """The part of the context that helps a director to decide an open correction.

    `effects` are the places and scores that the correction would change. `law` is the answer that Law 79 gives to a
    director who has no doubt that the record is wrong. `lowered` is the ruling that lowers the score of one side only,
    as a line; it is empty if the law allows no such ruling.
    """
    change = RequestedChange.of(row)
    grounds = Grounds(Conviction.BEYOND_DOUBT, "—", True)
    return {
        "effects": _effects(at, results, row.facts),
        "law": law_says(at, change, grounds, moment),
        "lowered": _one_side_lowered(at, change, moment),
    }


def _one_side_lowered(at: SlotState, change: RequestedChange, moment: Moment) -> str:
    """The ruling that lowers one side's score and raises no score, as a line in the notation of outcomes.

    The line is empty if Law 79 allows no such ruling.
    """
    for conviction in (Conviction.NONE, Conviction.CLEAR):
        answer = law_says(at, change, Grounds(conviction), moment)
        for outcome in answer.choices:
            if isinstance(outcome, Split):
                return outcome_line_of(outcome)
    return ""


def _said(desk: BoardDesk, facts: Deal) -> SaidResult:
    """A result of the board in words, with its points for the viewer of the page; `facts` is the result."""
    points = score_board(desk.slot.board, facts).score
    if desk.side is Side.EW:
        points = -points
    return SaidResult(told(deal_in_words(facts, desk.at.names)), points)


def _request(desk: BoardDesk, row: Correction) -> ShownCorrection:
    """A ShownCorrection of a correction of the board: the correction, and what the viewer may do about it."""
    side = desk.side
    asking = desk.at.side_behind(row.asked_by)
    is_new = row.decision == ""
    is_decidable = is_new and desk.directs
    is_of_other_side = None not in (side, asking) and side is not asking
    is_confirmed = row.answer == Correction.Answer.CONFIRMED
    return ShownCorrection(
        row,
        _said(desk, row.facts),
        may_answer=is_new and not row.answer and is_of_other_side,
        may_take_back=is_new and bool(row.answer) and is_of_other_side,
        may_withdraw=is_new and side is not None and side is asking,
        may_decide=is_decidable and (not desk.is_concerned or is_confirmed),
        may_decline=is_decidable and not desk.is_concerned,
    )


def _effects(at: SlotState, results: Results, facts: Deal) -> list[CorrectionEffect]:
    """The entries whose place or score would change if `facts` were the result of the slot.

    Each has its place and score as they are now, and as they would be.
    """
    state = at.state
    rules = state.session.contest_rules
    sections = {section.letter: section for section in state.sections}
    effects = []
    for (letter, number), was, row in effect_of(state, results, at.slot, facts):
        names = names_of(sections[letter].players_in(number, state.round))
        effects.append(CorrectionEffect(names, _place(was, rules), _place(row, rules)))
    return effects


def _place(row: RankedRow, rules: ContestRules) -> str:
    """The place of a row and the score or percentage by which it is ranked, such as `3=, 54.17`."""
    place = place_in_words(row.place, row.is_tied)
    figure = figure_in_words(row.score, row.percent, rules)
    return f"{place}, {figure}"
