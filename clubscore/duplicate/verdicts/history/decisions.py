"""Events in the history of a board: other results that were proposed, groups, corrections after play, rulings that
were only proposed, and appeals."""

from collections.abc import Iterator
from datetime import datetime

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from clubscore.duplicate.approval.kinds import words_of
from clubscore.duplicate.models import (
    Appeal,
    BoardGroup,
    Correction,
    LateChange,
    PlayProposal,
)
from clubscore.duplicate.session.officials import Officials
from clubscore.duplicate.session.slots import SlotState
from clubscore.duplicate.verdicts.history.event import BoardEvent
from clubscore.languages.spoken import told
from clubscore.members.models import Member
from scoring.words import deal_in_words


def proposed(at: SlotState, proposals: list[PlayProposal]) -> Iterator[BoardEvent]:
    """Yield an event for each other result that was proposed, and for the answer to it."""
    acts = {
        PlayProposal.Answer.ACCEPTED: _("accepted the other result"),
        PlayProposal.Answer.REFUSED: _("refused the other result"),
        PlayProposal.Answer.WITHDRAWN: _("took the other result back"),
    }
    for row in proposals:
        words = told(deal_in_words(row.facts, at.names))
        act = _("proposed another result")
        yield BoardEvent(row.made_at, row.made_by, "proposed", act, words)
        if row.answered_at and row.answered_by:
            answer = PlayProposal.Answer(row.answer)
            yield BoardEvent(
                row.answered_at, row.answered_by, answer.value, acts[answer], ""
            )


def grouped(groups: list[BoardGroup], officials: Officials) -> Iterator[BoardEvent]:
    """Yield an event for each decision of an official about the cards that the table had (Law 87)."""
    for row in groups:
        yield BoardEvent(
            row.grouped_at,
            row.grouped_by,
            "grouped",
            _("said which cards the table had"),
            row.get_group_display(),
            law="87",
            reason=row.reason,
            role=officials.role_of(row.grouped_by, row.grouped_at),
        )


def corrected(
    at: SlotState, corrections: list[Correction], officials: Officials
) -> Iterator[BoardEvent]:
    """Yield the events of each correction: asked for, answered by the other side, decided, and approved.

    An answer that was taken back stays: it is an event, and the taking back is another.
    """
    for row in corrections:
        words = told(deal_in_words(row.facts, at.names))
        act = _("asked for another result")
        yield BoardEvent(
            row.asked_at, row.asked_by, "asked", act, words, reason=row.why
        )
        for earlier in row.taken_back_answers.all():
            yield _answered(earlier.answer, earlier.answered_at, earlier.answered_by)
            act = _("took the answer to the correction back")
            yield BoardEvent(
                earlier.taken_back_at, earlier.taken_back_by, "disagreed", act, ""
            )
        if row.answered_at and row.answered_by:
            yield _answered(row.answer, row.answered_at, row.answered_by)
        yield from _decided(row, officials)


def _answered(answer: str, at: datetime, by: Member) -> BoardEvent:
    """The event of an answer of the other side, a value of Correction.Answer."""
    act = _("refused the correction")
    if answer == Correction.Answer.CONFIRMED:
        act = _("confirmed the correction")
    return BoardEvent(at, by, answer, act, "")


def _decided(row: Correction, officials: Officials) -> Iterator[BoardEvent]:
    """Yield the event of the director's decision about a correction, and of the second person's, if there are such."""
    Decision = Correction.Decision
    if row.decided_at is None or row.decided_by is None:
        return
    decision = Decision.PROPOSED if row.late else Decision(row.decision)
    acts = {
        Decision.PROPOSED: _("proposed the correction"),
        Decision.CORRECTED: _("corrected the result"),
        Decision.DECLINED: _("let the result stand"),
        Decision.WITHDRAWN: _("took the correction back"),
    }
    is_official = decision != Decision.WITHDRAWN
    role = officials.role_of(row.decided_by, row.decided_at) if is_official else ""
    yield BoardEvent(
        row.decided_at,
        row.decided_by,
        decision.value,
        acts[decision],
        "",
        law=row.clause,
        reason=row.decided_for,
        role=role,
    )
    if row.second_at and row.second_by:
        act = pgettext("a correction", "approved it")
        if row.decision == Decision.DECLINED:
            act = pgettext("a correction", "did not approve it")
        yield BoardEvent(
            row.second_at,
            row.second_by,
            "approved",
            act,
            "",
            reason=row.second_for or row.regulation,
            role=officials.role_of(row.second_by, row.second_at),
        )


def ruled_late(
    at: SlotState, proposals: list[LateChange], officials: Officials
) -> Iterator[BoardEvent]:
    """Yield the events of each proposed ruling that counts not or not yet: proposed, and declined or taken back.

    A ruling that an organiser approved is an event of its own, which names both (Law 79C2).
    """
    acts = {
        LateChange.Decision.DECLINED: _("did not approve the ruling"),
        LateChange.Decision.WITHDRAWN: _("took the proposed ruling back"),
    }
    for row in proposals:
        yield BoardEvent(
            row.proposed_at,
            row.proposed_by,
            "proposed",
            _("proposed a ruling"),
            words_of(at.state, row),
            law=row.clause,
            reason=row.why,
            role=officials.role_of(row.proposed_by, row.proposed_at),
        )
        if row.decided_at and row.decided_by:
            decision = LateChange.Decision(row.decision)
            yield BoardEvent(
                row.decided_at,
                row.decided_by,
                decision.value,
                acts[decision],
                "",
                reason=row.decided_for,
                role=officials.role_of(row.decided_by, row.decided_at),
            )


def appealed(appeals: list[Appeal]) -> Iterator[BoardEvent]:
    """Yield the events of each appeal: made, agreed to by the partner, and decided."""
    acts = {
        Appeal.Decision.UPHELD: _("heard the appeal: the ruling stands"),
        Appeal.Decision.CHANGED: _("heard the appeal: the ruling is changed"),
        Appeal.Decision.WITHDRAWN: _("took the appeal back"),
    }
    for row in appeals:
        act = _("appealed the ruling")
        yield BoardEvent(row.made_at, row.made_by, "appealed", act, "", reason=row.why)
        if row.agreed_at and row.agreed_by and row.agreed_by != row.made_by:
            act = _("agreed to the appeal")
            yield BoardEvent(row.agreed_at, row.agreed_by, "agreed", act, "")
        if row.decided_at and row.decided_by:
            decision = Appeal.Decision(row.decision)
            yield BoardEvent(
                row.decided_at,
                row.decided_by,
                decision.value,
                acts[decision],
                "",
                reason=row.decided_for,
                role=row.get_heard_as_display(),
            )
