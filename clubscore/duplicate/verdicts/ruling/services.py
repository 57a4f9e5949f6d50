"""The write of a ruling. A withdrawal is written as a ruling too: the result stands."""

from datetime import datetime
from functools import partial
from typing import NamedTuple
from uuid import UUID

from django.utils.translation import gettext as _

from clubscore.database.write_lock import write_transaction
from clubscore.duplicate.models import NOBODY, Ruling, RulingPart
from clubscore.duplicate.outcomes.desk import BoardDesk, SessionDesk, desk_to_rule
from clubscore.duplicate.outcomes.results import Results
from clubscore.duplicate.outcomes.rulings import (
    columns_of_outcome,
    outcome_of,
    parts_of,
)
from clubscore.duplicate.session.holding import move_as_read
from clubscore.duplicate.session.loading import load
from clubscore.duplicate.session.slots import SlotState, hold_slot, times_at_table
from clubscore.duplicate.slot import Slot
from clubscore.duplicate.verdicts.ruling import refusals
from clubscore.duplicate.verdicts.ruling.tricks import (
    TricksRuling,
    require_law_of_tricks,
)
from clubscore.members.models import Member
from clubscore.once import once
from clubscore.refusals import Refused
from clubscore.web.clock import near, not_before
from scoring.duplicate.law79 import Conviction
from scoring.duplicate.outcomes import Outcome


class Given(NamedTuple):
    """The content of a form: the outcome for a slot, its law and reason, and the versions that the sender saw."""

    outcome: Outcome | None
    """The outcome; None withdraws the ruling in force, so that the recorded result stands."""
    law: str
    text: str
    seen_ruling: int
    """The number of the newest version of the ruling, withdrawals included; 0 before the first ruling."""
    seen_play: int
    """The number of the version of the result; 0 if there is no result."""
    key: UUID
    claim: str = ""
    """A value of Claim if the ruling is about the number of tricks (Law 79B1), else empty."""
    conviction: Conviction = Conviction.NONE
    """The degree to which the director is convinced of the number of tricks."""

    @property
    def tricks(self) -> TricksRuling:
        """The part of the content by which Law 79B judges the ruling."""
        return TricksRuling(self.outcome, self.claim, self.law, self.conviction)


def rule(
    *, session_id: int, slot: Slot, given: Given, by: Member, now: datetime
) -> Ruling:
    """Rule on a slot of a round that has begun, and return the ruling.

    The slot may have a result, have no result, or be no longer planned. A form that is sent twice with one key makes
    one ruling.

    Raises PermissionDenied for a member who does not direct. Raises Refused for a director who is concerned, in a
    session that was cancelled, for a slot that cannot be ruled on, for a board that nobody has lost, for a ruling that
    cannot be scored or that Law 79B does not allow, and for a ruling that an organiser has to approve. Raises
    RulingChanged if the sender has not seen the newest versions, KeySpent if the key has made another ruling, Overtaken
    if the plan has changed since it was read.
    """
    with write_transaction():
        desk = desk_to_rule(SessionDesk(load(session_id), by), slot)
        refusals.require_ruler(desk)
        at = desk.at
        hold_slot(at)
        times = times_at_table(at)
        rulings = Ruling.objects.filter(session=session_id)
        sent = once(given.key, rulings, partial(_other_ruling_refusal, at, given))
        if sent:
            return sent
        require_law_of_tricks(desk, given.tricks, now)
        refusals.require_no_approval_needed(desk, now)
        ruling = _write(desk, given, None, now, times)
        move_as_read(state=at.state)
    return ruling


def write_approved_ruling(
    *, desk: BoardDesk, given: Given, approved_by: Member | None, now: datetime
) -> None:
    """Save a ruling after the correction period, in a locked session and in the caller's transaction.

    The desk is that of the director who rules. `approved_by` is the organiser; None while the ruling is only tried.
    Raises Refused as `rule` does.
    """
    refusals.require_ruler(desk)
    hold_slot(desk.at)
    require_law_of_tricks(desk, given.tricks, now)
    _write(desk, given, approved_by, now, times_at_table(desk.at))


def _write(
    desk: BoardDesk,
    given: Given,
    approved_by: Member | None,
    now: datetime,
    times: list[datetime],
) -> Ruling:
    """Save a ruling and its parts, and return the ruling. `times` are the times of the results of its table.

    Raises RulingChanged if the sender has not seen the newest versions. Raises Refused for a ruling that cannot be
    scored, and for a board that nobody has lost.
    """
    at, results = desk.at, desk.whole.results
    version = _version_to_write(at, results, given)
    ruling = unwritten(at, given, results, version=version)
    ruled = results.ruled(at.slot, ruling, given.outcome)
    refusals.require_valid_outcome(at, results, given.outcome)
    refusals.require_scorable(at, ruled)
    began_at = at.state.starts[at.slot.round].at
    if approved_by:
        ruling.period, ruling.approved_by = Ruling.Period.AFTER, approved_by
    ruling.ruled_by = desk.by
    ruling.ruled_at = not_before(now, *near(now, began_at, *times))
    ruling.save()
    RulingPart.objects.bulk_create(
        RulingPart(ruling=ruling, **columns) for columns in parts_of(given.outcome)
    )
    return ruling


def unwritten(
    at: SlotState, given: Given, results: Results, *, version: int = 1
) -> Ruling:
    """A Ruling with the content `given` for a slot, as a model that is not saved yet.

    The columns `north`, `south`, `east` and `west` are copied from the result. If there is no result, they are copied
    from the plan, with NOBODY for an empty seat.
    """
    slot = at.slot
    result = results.get(slot)
    four = result.play if result else at.row
    numbers = {}
    for seat in ("north", "south", "east", "west"):
        numbers[seat] = getattr(four, seat) or NOBODY
    return Ruling(
        session=at.state.session,
        section=at.section.section,
        round=slot.round,
        table=slot.table,
        board=slot.board,
        version=version,
        law=given.law,
        text=given.text,
        claim=given.claim,
        conviction=given.conviction.value,
        key=given.key,
        **numbers,
        **columns_of_outcome(given.outcome),
    )


def versions(at: SlotState) -> int:
    """The number of versions of the ruling on a slot."""
    slot = at.slot
    rulings = Ruling.objects.filter(
        section=at.section.section, round=slot.round, table=slot.table, board=slot.board
    )
    return rulings.count()


def _other_ruling_refusal(at: SlotState, given: Given, sent: Ruling) -> str | None:
    """The sentence that refuses a form whose key has made a ruling with other content; None if the content is equal.

    `given` is the content of the form, `sent` is the ruling that was made with the same key.
    """
    slot = (sent.section_id, sent.round, sent.table, sent.board)
    is_here = slot == (at.section.section.pk, *at.slot[1:])
    content = (sent.law, sent.text, parts_of(outcome_of(sent)))
    has_content = content == (given.law, given.text, parts_of(given.outcome))
    columns = columns_of_outcome(given.outcome)
    has_columns = all(getattr(sent, name) == columns[name] for name in columns)
    if is_here and has_content and has_columns:
        return None
    return _("This form has made another ruling already. Look, and rule again.")


def _version_to_write(at: SlotState, results: Results, given: Given) -> int:
    """The version number that a new ruling on the slot gets.

    Raises RulingChanged if the sender has not seen the newest versions of the ruling and of the result. Raises Refused
    if the sender withdraws a ruling and none is in force.
    """
    result = results.get(at.slot)
    newest = versions(at)
    if given.seen_ruling != newest:
        raise refusals.RulingChanged(
            _(
                "Another director has ruled on this board meanwhile. Look, and rule again."
            )
        )
    version = result.play.version if result else 0
    if given.seen_play != version:
        raise refusals.RulingChanged(
            _("The result was changed meanwhile. Look, and rule again.")
        )
    if given.outcome is None and at.slot not in results.rulings:
        raise Refused(
            _("No ruling is in force on this board: there is nothing to withdraw."),
            field="kind",
        )
    return newest + 1
