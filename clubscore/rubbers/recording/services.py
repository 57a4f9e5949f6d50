"""The writes that begin a rubber, record a deal, undo a deal, and stop a rubber.

The package `agreement` posts rubbers.
"""

import re
from datetime import datetime
from typing import NamedTuple
from uuid import UUID, uuid4

from django.db import transaction
from django.db.models import F
from django.utils.translation import gettext as _

import scoring
from clubscore.contracts.models import SignatureMethod, columns_of
from clubscore.database.prepared.writes import PreparedInsert
from clubscore.database.write_lock import write_transaction
from clubscore.languages.spoken import told
from clubscore.languages.stored_sentences import NOT_OVER_BEFORE, UNDONE
from clubscore.members.models import Member
from clubscore.members.queries import canonical_ids
from clubscore.metrics import recordings
from clubscore.refusals import Refused
from clubscore.rubbers.models import (
    BookEntry,
    Deal,
    DealAgreement,
    HouseRules,
    Proposal,
    Rubber,
    RubberSeat,
)
from clubscore.rubbers.recording import queries
from clubscore.rubbers.recording.queries import (
    already_recorded,
    recording_refusal,
    require_keeper,
    undo_refusal,
)
from clubscore.rubbers.rubber.book_entries import close_book_entry
from clubscore.rubbers.rubber.desk import RubberDesk
from clubscore.rubbers.rubber.holding import hold, move_sheet
from clubscore.rubbers.rubber.motions import expire_motions
from clubscore.rubbers.rubber.queries import newest_times_at, still_seated
from clubscore.rubbers.rubber.signed import Signed
from clubscore.rubbers.rubber.state import RubberState
from clubscore.tables import services as tables
from clubscore.tables.games import noun_in_records
from clubscore.tables.models import Table
from clubscore.tables.queries import Seating, arrivals_at, seating_at
from clubscore.tables.refusals import SeatingRefused
from clubscore.web.clock import near, not_before
from scoring import Seat, Sheet

_DEAL = PreparedInsert(Deal)
_SIGNATURE = PreparedInsert(DealAgreement)


class RecordedDeal(NamedTuple):
    """The version of a deal that an entry has written, and the rubber as it is afterwards."""

    deal: Deal
    state: RubberState


def start_rubber(
    *,
    table: Table,
    dealer: Seat,
    by: Member,
    now: datetime,
    seen_seats: str | None = None,
) -> Rubber:
    """Begin a rubber with the four players who sit at the table. It keeps the game and the rules of the table.

    `seen_seats` is the seating (`Seating.who_sits_where`) that the member `by` read; None for a caller that has just
    seated the four. Raises Refused if they sit otherwise now, if a seat is free, if the record of a player was merged
    into another record, if a rubber is in play at the table, or if the table has been closed. Raises
    scoring.InvalidRules if the rules of the table are not valid.
    """
    with write_transaction():
        try:
            tables.hold_seats(table=table)
        except SeatingRefused as refusal:
            raise Refused(str(refusal)) from refusal
        seating = seating_at(table)
        _require_full_table(table, seating)
        _require_seats_as_seen(seating, seen_seats)
        _require_no_merged_record(seating)
        now = not_before(now, *near(now, *newest_times_at(table), *arrivals_at(table)))
        house = HouseRules.current()
        agreed_after = (
            house.agreed_after if house.agreed_by == Rubber.AgreedBy.TIME else 0
        )
        rubber = Rubber.objects.create(
            table=table,
            system=table.system,
            rules=scoring.SYSTEMS[table.system].rules(table.rules).as_json(),
            first_dealer=dealer,
            started_at=now,
            started_by=by,
            agreed_by=house.agreed_by,
            rounding=house.rounding,
            wash_out_below=house.wash_out_below,
            season_by=house.season_by,
            stake=house.stake,
            table_money=house.table_money,
            agreed_after=agreed_after,
            has_blind_books=house.has_blind_books,
        )
        RubberSeat.objects.bulk_create(
            RubberSeat(rubber=rubber, seat=seat, member=member, since=now)
            for seat, member in seating.seats.items()
        )
    return rubber


def _require_full_table(table: Table, seating: Seating) -> None:
    """Raise Refused if a seat at the table is free."""
    if seating.is_full:
        return
    words = _("A %(noun)s needs four players. Still free: %(free)s.")
    free = ", ".join(told(seat.word) for seat in seating.free_seats)
    raise Refused(words % {"noun": table.noun, "free": free})


def _require_seats_as_seen(seating: Seating, seen_seats: str | None) -> None:
    """Raise Refused if the four do not sit as `seen_seats` says; nothing is checked if it is None.

    A record that was merged since `seen_seats` was read is the same person: the one that was kept took its seat.
    """
    if seen_seats is None or _with_kept_records(seen_seats) == seating.who_sits_where:
        return
    now_sits = _("%(seat)s %(name)s")
    places = [
        now_sits % {"seat": told(seat.word), "name": seating.seats[seat].short_name}
        for seat in Seat
    ]
    words = _("Nothing has begun: the seats have changed. Now: %(places)s.")
    raise Refused(words % {"places": ", ".join(places)})


def _with_kept_records(who_sits_where: str) -> str:
    """The same seats, with the id of the record that was kept for each record that was merged into another."""
    kept_ids = {str(merged): str(kept) for merged, kept in canonical_ids().items()}
    return re.sub("[0-9]+", lambda pk: kept_ids.get(pk[0], pk[0]), who_sits_where)


def _require_no_merged_record(seating: Seating) -> None:
    """Raise Refused if a seated record was merged into another record: four persons must sit at the table (Law 76)."""
    for member in seating.seats.values():
        if member.merged_into:
            words = _(
                "%(name)s and %(kept)s are one person: %(kept)s takes the seat, then the rubber begins."
            )
            raise Refused(
                words % {"name": member.name, "kept": member.merged_into.name}
            )


def record_deal(
    *,
    state: RubberState,
    facts: scoring.Deal,
    number: int,
    seen_revision: int,
    key: UUID,
    by: Member,
    now: datetime,
) -> RecordedDeal:
    """Record deal `number`, the next of the rubber. A second call with the same `key` returns the same deal.

    Raises Stale if deal `number` is not the next or the sheet has changed since `seen_revision`, KeySpent if the key
    has recorded other facts or a version that is not on the sheet any more, Refused if the rubber is over,
    scoring.ScoringError if the deal cannot be scored, PermissionDenied if the member may not write on the sheet.
    """
    with write_transaction():
        state, now = hold(state, now)
        require_keeper(RubberDesk(state, by))
        if sent := already_recorded(state, facts, key):
            return RecordedDeal(sent, state)
        if refusal := recording_refusal(state, number, seen_revision):
            raise refusal
        return write_deal(state=state, facts=facts, key=key, by=by, now=now)


def write_deal(
    *,
    state: RubberState,
    facts: scoring.Deal,
    key: UUID,
    by: Member,
    now: datetime,
    signed: bool = False,
    how: SignatureMethod = SignatureMethod.RECORDED,
    device_of: Member | None = None,
    reason: str = "",
) -> RecordedDeal:
    """Write the next deal of a rubber, and end the rubber if the deal completes it. Returns the deal and the rubber.

    The caller has opened the transaction and locked the table. If `signed` is true and the recorder is a player, the
    recorder also signs the deal, by the method `how`, on the device of `device_of`. `key` is the key of the entry form,
    which is stored with the deal. `reason` says where the deal comes from if it was not played just now. Raises
    scoring.ScoringError if the deal cannot be scored.
    """
    state = _without_what_waited(state, now)
    sheet = state.system.add(state.sheet, facts)
    newest = state.newest_version(state.next_number)
    version = newest.version + 1 if newest else 1
    deal = _DEAL.insert(
        Deal(
            rubber=state.rubber,
            number=state.next_number,
            version=version,
            recorded_at=now,
            recorded_by=by,
            reason=reason,
            key=key,
            **columns_of(facts),
        )
    )
    signatures: list[Signed] = []
    if signed and by.pk in state.seat_by_member:
        _SIGNATURE.insert(
            DealAgreement(deal=deal, member=by, at=now, how=how, device_of=device_of)
        )
        signatures.append(Signed(deal.pk, by.pk, how))
    transaction.on_commit(recordings.inc, robust=True)
    after = state.with_deal(deal, sheet, signed=signatures)
    if sheet.state == "complete":
        after = end_rubber(state=after, ending=Rubber.Ending.COMPLETE, by=by, now=now)
    else:
        move_sheet(state=after)
    return RecordedDeal(deal, after)


def _without_what_waited(state: RubberState, now: datetime) -> RubberState:
    """Close the motions about the sheet, and the open entry in a book, as expired. Returns the state without them."""
    if state.motions:
        state = expire_motions(state=state, now=now)
    return _without_book_entry(state, now)


def _without_book_entry(state: RubberState, now: datetime) -> RubberState:
    if state.book_entry:
        state = close_book_entry(state=state, to=BookEntry.State.EXPIRED, now=now)
    return state


def next_version(
    *,
    state: RubberState,
    base: Deal,
    facts: scoring.Deal | None,
    by: Member,
    now: datetime,
    reason: str,
) -> Deal:
    """Write and return the next version of the deal `base`, with these facts; None as `facts` strikes the deal out.

    The caller opens the transaction and moves the sheet.
    """
    newest = state.newest_version(base.number)
    version = newest.version if newest else 0
    return Deal.objects.create(
        rubber=state.rubber,
        number=base.number,
        version=version + 1,
        is_struck=facts is None,
        recorded_at=now,
        recorded_by=by,
        reason=reason,
        key=uuid4(),
        **columns_of(facts or base.facts),
    )


def undo_deal(*, state: RubberState, number: int, by: Member, now: datetime) -> Deal:
    """Strike out the last deal; only the member who recorded it may do so. Returns the version that strikes it out.

    The next entry gets the number of this deal. A rubber that the deal had ended is in play again. An open proposal
    about the deal expires. A player undoes by `correction.undoing.undo_last_deal`, which also counts the votes on the
    deal before. Raises Refused with the sentence of `undo_refusal` if the deal cannot be undone.
    """
    with write_transaction():
        state, now = hold(state, now)
        if refusal := undo_refusal(RubberDesk(state, by), number):
            raise Refused(refusal)
        last = state.deals[-1]
        state = expire_motions(state=state, now=now)
        if state.rubber.is_over:
            state = _open_again(state)
        state.rubber.proposals.open().filter(base=last).update(
            state=Proposal.State.EXPIRED, closed_at=now
        )
        move_sheet(state=state)
        return Deal.objects.create(
            rubber=state.rubber,
            number=number,
            version=last.version + 1,
            is_struck=True,
            is_undone=True,
            recorded_at=now,
            recorded_by=by,
            reason=UNDONE(),
            key=uuid4(),
            **columns_of(last.facts),
        )


def stop_rubber(
    *, state: RubberState, reason: str, seen_revision: int, by: Member, now: datetime
) -> None:
    """Close a rubber without a deal, as if it had not begun: nothing is posted, and it counts for nobody as played.

    `reason` must not be empty. Raises Stale if the sheet has changed since `seen_revision`, Refused if the rubber is
    over or has a deal, which takes a motion (decision 0076), PermissionDenied if the member may not write on the sheet.
    """
    with write_transaction():
        state, now = hold(state, now)
        require_keeper(RubberDesk(state, by))
        if refusal := recording_refusal(state, state.next_number, seen_revision):
            raise refusal
        if state.deals:
            raise Refused(
                _("A deal is recorded: one player of each side agrees to end it early.")
            )
        # Without a deal there is no net score to agree to.
        close_unfinished(state=state, reason=reason, by=by, now=now, agreed_at=now)


def close_unfinished(
    *,
    state: RubberState,
    reason: str,
    by: Member,
    now: datetime,
    **columns: object,
) -> RubberState:
    """Close a rubber in play by the rules of its game (Law 80), in the caller's transaction. Returns the new state.

    `columns` are further values for the row of the rubber.
    """
    return end_rubber(
        state=state,
        ending=Rubber.Ending.UNFINISHED,
        by=by,
        now=now,
        ending_reason=reason,
        **columns,
    )


def play_on(*, state: RubberState) -> RubberState:
    """Take back the end of a rubber that was ended early, in the caller's transaction. Returns the new state.

    Raises Refused if one of the players has left the table, if another rubber is in play there, or if the table has
    been closed.
    """
    state = _open_again(state)
    Rubber.objects.filter(pk=state.rubber.pk).update(ending_reason="")
    move_sheet(state=state)
    return state.with_row(ending_reason="")


def end_rubber(
    *,
    state: RubberState,
    ending: Rubber.Ending,
    by: Member,
    now: datetime,
    **columns: object,
) -> RubberState:
    """Write the end of a rubber in play, or the new end of a corrected rubber, in the caller's transaction.

    `columns` are further values for the row of the rubber. Returns the state with the written values."""
    ended = {"ending": ending, "ended_at": now, "ended_by": by} | columns
    Rubber.objects.filter(pk=state.rubber.pk).update(
        revision=F("revision") + 1, **ended
    )
    if not state.rubber.is_over:
        tables.release_seats(table=state.rubber.table)
    return _without_book_entry(state, now).with_row(**ended)


def _open_again(state: RubberState) -> RubberState:
    """Take back the end of the rubber, so that it is in play again and its seats are held, in the caller's transaction.

    The four players, who are at the table, sit again as in the rubber: a cut for partners is taken back. Raises Refused
    if one of them has left the table, if another rubber is in play at the table, or if the table has been closed.
    """
    try:
        tables.hold_seats(table=state.rubber.table)
    except SeatingRefused as refusal:
        raise Refused(str(refusal)) from refusal
    seat_the_four(state=state)
    columns: dict[str, object] = {"ended_at": None, "ended_by": None, "ending": ""}
    Rubber.objects.filter(pk=state.rubber.pk).update(**columns)
    return state.with_row(**columns)


def seat_the_four(*, state: RubberState) -> None:
    """Let the four players sit at the table as they sit in the rubber, which holds the seats or is about to.

    The caller opens the transaction. Raises Refused if one of them has left the table.
    """
    if still_seated(state):
        return
    try:
        tables.seat_all(table=state.rubber.table, seats=state.players)
    except SeatingRefused as refusal:
        raise Refused(str(refusal)) from refusal


def settle_ending(
    *, state: RubberState, sheet: Sheet, by: Member, now: datetime
) -> RubberState:
    """End the rubber, open it again or close it unfinished, as `sheet`, the corrected sheet, requires.

    A rubber that the correction completes is ended. A rubber that is not complete any more is opened again; but it is
    closed unfinished (Law 80) if the players had stopped it, if one of them has left the table, or if another rubber
    has begun there. A rubber that the players had stopped keeps the reason for the stop, even if it is complete now.
    Returns the state after the change. The caller opens the transaction.
    """
    rubber = state.rubber
    state = expire_motions(state=state, now=now)
    if sheet.state == "complete" and rubber.ending != Rubber.Ending.COMPLETE:
        reason = rubber.ending_reason
        if reason.startswith(queries.BY_CORRECTION):
            reason = ""
        return end_rubber(
            state=state,
            ending=Rubber.Ending.COMPLETE,
            by=rubber.ended_by or by,
            now=rubber.ended_at or now,
            ending_reason=reason,
        )
    if sheet.state != "complete" and rubber.ending == Rubber.Ending.COMPLETE:
        state = _open_or_close_unfinished(state, by, now)
    move_sheet(state=state)
    return state


def _open_or_close_unfinished(
    state: RubberState, by: Member, now: datetime
) -> RubberState:
    reason = state.rubber.ending_reason or queries.hindrance_to_open_again(state)
    if not reason:
        if empty := queries.empty_rubber_of_the_four(state):
            empty, now = hold(empty, now)
            why = NOT_OVER_BEFORE[noun_in_records(state.rubber.system)]()
            close_unfinished(state=empty, reason=why, by=by, now=now, agreed_at=now)
        return _open_again(state)
    columns = {"ending": Rubber.Ending.UNFINISHED, "ending_reason": reason}
    Rubber.objects.filter(pk=state.rubber.pk).update(**columns)
    return state.with_row(**columns)
