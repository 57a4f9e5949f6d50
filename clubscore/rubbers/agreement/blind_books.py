"""Blind books (Laws 75, 78): each side writes a deal in its book before it sees what the other side has written.

The first entry waits in a row of its own. The second is compared with it at once: equal entries are one deal that both
writers have signed; of different ones the first is recorded, and the second becomes a proposal.
"""

from dataclasses import dataclass, replace
from datetime import datetime
from uuid import UUID

from django.core.exceptions import PermissionDenied
from django.utils.translation import gettext as _

import scoring
from clubscore.contracts.models import SignatureMethod, columns_of
from clubscore.database.write_lock import write_transaction
from clubscore.languages.spoken import told
from clubscore.members.models import Member
from clubscore.once import once
from clubscore.refusals import Refused
from clubscore.rubbers.agreement.services import enter_deal
from clubscore.rubbers.agreement.two_books import DealEntered, keep_second_book
from clubscore.rubbers.models import BookEntry
from clubscore.rubbers.recording.queries import (
    already_recorded,
    recording_refusal,
    require_keeper,
    what_happened,
)
from clubscore.rubbers.recording.refusals import Stale
from clubscore.rubbers.recording.services import RecordedDeal, write_deal
from clubscore.rubbers.rubber.book_entries import close_book_entry
from clubscore.rubbers.rubber.desk import RubberDesk
from clubscore.rubbers.rubber.holding import hold, move_signatures
from clubscore.rubbers.rubber.motions import expire_motions
from clubscore.rubbers.rubber.numbers import called
from clubscore.rubbers.rubber.state import RubberState
from scoring import Side
from scoring.words import deal_in_words


@dataclass(frozen=True, slots=True)
class InBook:
    """The result when a deal waits in the book of one side: the entry, and the rubber with it."""

    entry: BookEntry
    state: RubberState


@dataclass(frozen=True, slots=True)
class Written:
    """The entry of one player: the facts, the key of the form, the writer, and how the writer signs.

    `device_of` is the owner of the device on which the writer typed a PIN, else None.
    """

    facts: scoring.Deal
    key: UUID
    by: Member
    how: SignatureMethod
    device_of: Member | None


def enter_blind(
    *,
    state: RubberState,
    facts: scoring.Deal,
    number: int,
    seen_revision: int,
    key: UUID,
    by: Member,
    now: datetime,
    how: SignatureMethod = SignatureMethod.RECORDED,
    device_of: Member | None = None,
) -> DealEntered | InBook:
    """Write deal `number` of a rubber with blind books: in the book of the writer's side, or beside the other side's.

    A deal that was passed out, a deal that was undone, and the entry of a member who does not play are recorded as in
    any other rubber. `how` is the method by which `by` signs, `device_of` the owner of the device on which `by` typed a
    PIN, else None. Raises what `enter_deal` raises, and Refused if the partner has written other facts, or if the
    sheet has changed and the writer typed a PIN.
    """
    written = Written(facts, key, by, how, device_of)
    with write_transaction():
        state, now = hold(state, now)
        require_keeper(RubberDesk(state, by))
        if recorded := already_recorded(state, facts, key):
            return DealEntered(recorded, state)
        if entry := _already_in_book(state, written):
            return InBook(entry, state)
        refusal = recording_refusal(state, number, seen_revision)
        if refusal and device_of:
            raise refusal
        if refusal is None and state.newest_version(number) is None:
            if entry := _alike_in_own_book(state, written):
                return InBook(entry, state)
            if compared := _beside(state, written, now):
                return compared
            state = close_book_entry(state=state, to=BookEntry.State.REPLACED, now=now)
            if _waits(state, written):
                return _write(state, written, now)
        return enter_deal(
            state=state,
            facts=facts,
            number=number,
            seen_revision=seen_revision,
            key=key,
            by=by,
            now=now,
        )


def take_back(
    *, state: RubberState, entry: BookEntry, by: Member, now: datetime
) -> None:
    """Take the open entry out of the book of the side of `by`. Raises Refused if it is not open any more.

    Raises PermissionDenied for everybody but the two players of that side.
    """
    with write_transaction():
        state, now = hold(state, now)
        _require_own(state, entry, by)
        close_book_entry(state=state, to=BookEntry.State.WITHDRAWN, now=now)
        move_signatures(state=state)


def record_with_one_book(
    *, state: RubberState, entry: BookEntry, by: Member, now: datetime
) -> RecordedDeal:
    """Record the open entry of the side of `by` without the entry of the other side, which is then asked to agree.

    Raises Refused if the entry is not open any more, PermissionDenied for everybody but the two players of that side.
    """
    with write_transaction():
        state, now = hold(state, now)
        _require_own(state, entry, by)
        return _record(state, _written_in(entry), now)


def _require_own(state: RubberState, entry: BookEntry, by: Member) -> None:
    seat = state.seat_by_member.get(by.pk)
    if seat is None or seat.side != entry.side:
        raise PermissionDenied(_("Only the two players of a side open their book."))
    if state.book_entry != entry:
        raise Refused(_("This deal does not wait in your book any more: look again."))


def _already_in_book(state: RubberState, written: Written) -> BookEntry | None:
    """The open entry that the form has written before; None for a form that is sent for the first time.

    Raises KeySpent if the form has written other facts, or an entry that is not open any more.
    """
    entries = BookEntry.objects.filter(rubber=state.rubber)

    def other_refusal(entry: BookEntry) -> str | None:
        if entry.is_open and entry.facts == written.facts:
            return None
        words = _("This form was used already for deal %(number)s: %(deal)s.")
        return words % {
            "number": called(state, entry.number),
            "deal": _in_words(state, entry),
        }

    return once(written.key, entries, other_refusal)


def _alike_in_own_book(state: RubberState, written: Written) -> BookEntry | None:
    """The open entry of the writer's side, if it has the same facts; else None.

    Raises Refused if the partner has written other facts.
    """
    entry = state.book_entry
    if entry is None or _side_of(state, written.by) != entry.side:
        return None
    if entry.facts == written.facts:
        return entry
    if entry.member_id not in RubberDesk(state, written.by).own_records:
        words = _(
            "%(name)s has another deal in your book: %(deal)s. Take it back first."
        )
        raise Refused(
            words % {"name": entry.member.short_name, "deal": _in_words(state, entry)}
        )
    return None


def _beside(state: RubberState, written: Written, now: datetime) -> DealEntered | None:
    """Record the entry that waits in the other side's book, and compare `written` with it; None if none waits.

    The entry of a member who does not play is recorded, and the entry that waits is compared with it.
    """
    entry = state.book_entry
    if entry is None or _side_of(state, written.by) == entry.side:
        return None
    first, second = _written_in(entry), written
    if _side_of(state, written.by) is None:
        first, second = written, first
    recorded, after = _record(state, first, now)
    if second.by.pk not in state.seat_by_member:
        return DealEntered(recorded, after)
    how = second.how
    if how == SignatureMethod.RECORDED:
        how = SignatureMethod.KEPT
    return keep_second_book(
        state=after,
        recorded=recorded,
        facts=second.facts,
        key=second.key,
        by=second.by,
        now=now,
        refusal=Stale(what_happened(after)),
        how=how,
        device_of=second.device_of,
    )


def _record(state: RubberState, written: Written, now: datetime) -> RecordedDeal:
    state = close_book_entry(state=state, to=BookEntry.State.RECORDED, now=now)
    return write_deal(
        state=state,
        facts=written.facts,
        key=written.key,
        by=written.by,
        now=now,
        signed=True,
        how=written.how,
        device_of=written.device_of,
    )


def _waits(state: RubberState, written: Written) -> bool:
    """True if a deal goes into a book: it was played, and its writer plays."""
    was_played = not written.facts.is_passed_out
    return was_played and _side_of(state, written.by) is not None


def _write(state: RubberState, written: Written, now: datetime) -> InBook:
    """Write the deal in the book of the writer's side. Raises ScoringError if it cannot be scored."""
    state.system.add(state.sheet, written.facts)
    if state.motions:
        state = expire_motions(state=state, now=now)
    entry = BookEntry.objects.create(
        rubber=state.rubber,
        number=state.next_number,
        side=state.seat_by_member[written.by.pk].side,
        member=written.by,
        at=now,
        how=written.how,
        device_of=written.device_of,
        key=written.key,
        **columns_of(written.facts),
    )
    move_signatures(state=state)
    after = state.with_row(signatures=state.rubber.signatures + 1)
    return InBook(entry, replace(after, book_entry=entry))


def _written_in(entry: BookEntry) -> Written:
    how = SignatureMethod(entry.how)
    return Written(entry.facts, entry.key, entry.member, how, entry.device_of)


def _side_of(state: RubberState, member: Member) -> Side | None:
    seat = state.seat_by_member.get(member.pk)
    return seat.side if seat else None


def _in_words(state: RubberState, entry: BookEntry) -> str:
    return told(deal_in_words(entry.facts, state.names))
