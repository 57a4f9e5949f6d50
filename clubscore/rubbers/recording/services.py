"""Writes about rubbers: beginning, recording a deal, undoing it, stopping. Agreement posts them (agreement.py)."""

from collections.abc import Collection
from datetime import datetime
from uuid import UUID, uuid4

from django.core.exceptions import PermissionDenied
from django.db.models import F

import scoring
from clubscore import refusals
from clubscore.members.models import Member
from clubscore.rubbers.models import Deal, House, Proposal, Rubber, RubberSeat, columns_of
from clubscore.rubbers.queries import (
    fold,
    may_keep,
    newest_row,
    next_number,
    sheet_of,
    standing_deals,
    still_seated,
)
from clubscore.tables import services as tables
from clubscore.tables.models import Table
from clubscore.tables.queries import seating_at
from clubscore.write_lock import write_transaction
from scoring import Seat, Sheet
from scoring.words import deal_in_words


class Refused(refusals.Refused):
    """The rubber cannot do that now; the message says why and what would be right."""


class Stale(Refused):
    """The sheet has moved since it was read."""


class KeyUsed(Refused):
    """The form has recorded something else already."""


def over(*, rubber: Rubber) -> str:
    """What somebody is told whose deal comes too late."""
    return f"This {rubber.called} is over: no deal can be added to it. Start the next one."


def start_rubber(*, table: Table, dealer: Seat, by: Member, now: datetime) -> Rubber:
    """Begin a rubber with the four who sit at the table; its game and rules are the table's, pinned.

    Raises Refused without four players or with a rubber in play.
    """
    with write_transaction():
        try:
            tables.hold_seats(table=table)
        except tables.SeatingRefused as refusal:
            raise Refused(str(refusal)) from refusal
        seating = seating_at(table)
        if not seating.is_full:
            free = ", ".join(seat.word for seat in seating.free_seats)
            raise Refused(f"A {table.called} needs four players. Still free: {free}.")
        house = House.current()
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
            stake=house.stake,
            table_money=house.table_money,
            agreed_after=house.agreed_after if house.agreed_by == Rubber.AgreedBy.TIME else 0,
        )
        RubberSeat.objects.bulk_create(
            RubberSeat(rubber=rubber, seat=seat, member=member, since=now) for seat, member in seating.seats.items()
        )
    return rubber


def record_deal(
    *, rubber: Rubber, facts: scoring.Deal, number: int, seen_revision: int, key: UUID, by: Member, now: datetime
) -> Deal:
    """Write deal `number`, the next of the rubber. The same facts with the same `key` give the deal recorded by them.

    Raises Stale when another deal is the next or somebody wrote since `seen_revision`, KeyUsed when the key recorded
    something else or a deal undone since, Refused when the rubber is over, scoring.ScoringError when the deal cannot
    be, PermissionDenied for who may not keep this rubber.
    """
    with write_transaction():
        refuse_a_stranger(rubber=rubber, by=by)
        refusal = _refusal_to_move(rubber, seen_revision)
        # Asked only now: the update has waited for whoever was sending the same key.
        versions = list(rubber.deals.order_by("number", "version"))
        standing = standing_deals(versions)
        if used := next((deal for deal in versions if deal.key == key), None):
            return _sent_again(used, facts, standing)
        if refusal:
            raise refusal
        if number != next_number(versions):
            raise Stale(what_happened(rubber=rubber))
        sheet = scoring.SYSTEMS[rubber.system].add(fold(rubber, standing), facts)
        recorded = Deal.objects.create(
            rubber=rubber,
            number=number,
            version=1 + sum(version.number == number for version in versions),
            recorded_at=now,
            recorded_by=by,
            key=key,
            **columns_of(facts),
        )
        if sheet.state == "complete":
            _end(rubber, Rubber.Ending.COMPLETE, by=by, now=now)
    return recorded


def _sent_again(used: Deal, facts: scoring.Deal, standing: Collection[Deal]) -> Deal:
    if used in standing and used.facts == facts:
        return used
    words = deal_in_words(used.facts, used.rubber.names)
    raise KeyUsed(f"This form was used already for deal {used.number}: {words}.")


def undo_deal(*, rubber: Rubber, number: int, by: Member, now: datetime) -> Deal:
    """Strike out what was recorded last, by whoever recorded it. Returns the striking version.

    An undoing is the last that can be done: the deal before it stays. A rubber that the deal had ended is open again.
    Raises Refused otherwise.
    """
    with write_transaction():
        rubber.refresh_from_db()
        versions = list(rubber.deals.select_related("recorded_by"))
        standing = standing_deals(versions)
        last = standing[-1] if standing else None
        if last is None or last.number != number:
            raise Refused(f"Deal {number} is not the last one any more: it cannot be undone.")
        if last != newest_row(versions):
            raise Refused(f"Only what was recorded last can be undone; something came after deal {number}.")
        if last.recorded_by_id != by.pk:
            raise Refused(f"{last.recorded_by.name} recorded deal {number}; only the one who recorded it can undo it.")
        if rubber.is_over:
            _undo_ending(rubber)
        rubber.proposals.open().filter(base=last).update(state=Proposal.State.EXPIRED, closed_at=now)
        _move(rubber, rubber.revision)
        return Deal.objects.create(
            rubber=rubber,
            number=number,
            version=last.version + 1,
            is_struck=True,
            recorded_at=now,
            recorded_by=by,
            reason="Undone",
            key=uuid4(),
            **columns_of(last.facts),
        )


def stop_rubber(*, rubber: Rubber, reason: str, seen_revision: int, by: Member, now: datetime) -> Sheet:
    """Close an unfinished rubber, by the rules of its game. `reason` is not empty. Returns the final sheet.

    Without a deal it ends as if it had not begun: nothing is posted, and it counts for nobody as a rubber played.
    Raises Stale, Refused when it is over, PermissionDenied for who may not keep this rubber.
    """
    with write_transaction():
        refuse_a_stranger(rubber=rubber, by=by)
        _move(rubber, seen_revision)
        sheet = scoring.SYSTEMS[rubber.system].close(sheet_of(rubber))
        rubber.ending_reason = reason
        rubber.agreed_at = None if sheet.deals else now  # without a deal there is no net score to agree to
        _end(rubber, Rubber.Ending.UNFINISHED, by=by, now=now)
    return sheet


def refuse_a_stranger(*, rubber: Rubber, by: Member) -> None:
    """Raises PermissionDenied for who may not keep this rubber."""
    if not may_keep(rubber, by):
        raise PermissionDenied(
            "Only the four players, whoever started the rubber, and the club’s scorers write on its sheet."
        )


def _move(rubber: Rubber, seen_revision: int) -> None:
    refusal = _refusal_to_move(rubber, seen_revision)
    if refusal:
        raise refusal


def _refusal_to_move(rubber: Rubber, seen_revision: int) -> Refused | None:
    """Take the next revision, if nobody was faster: whoever gets it writes, everyone else is told what happened."""
    open_as_seen = Rubber.objects.filter(pk=rubber.pk, revision=seen_revision, ended_at=None)
    moved = open_as_seen.update(revision=F("revision") + 1)
    rubber.refresh_from_db()
    if moved:
        tables.bump(table=rubber.table)
        return None
    if rubber.is_over:
        return Refused(over(rubber=rubber))
    return Stale(what_happened(rubber=rubber))


def what_happened(*, rubber: Rubber) -> str:
    """Who recorded or undid what last, for whoever came second."""
    newest = newest_row(rubber.deals.select_related("recorded_by"))
    if newest is None:
        return "The sheet has changed since you read it."
    deed = "undid" if newest.is_struck else "recorded"
    words = deal_in_words(newest.facts, rubber.names)
    return f"{newest.recorded_by.short_name} {deed} deal {newest.number} meanwhile: {words}."


def touch(*, rubber: Rubber) -> None:
    """Somebody signs, proposes or votes: the pages move, the sheet that a scorer has read does not become stale.

    Whoever touches a rubber has it alone until the transaction ends, and reads it as it is now.
    """
    Rubber.objects.filter(pk=rubber.pk).update(signatures=F("signatures") + 1)
    rubber.refresh_from_db()
    tables.bump(table=rubber.table)


def settle_ending(*, rubber: Rubber, sheet: Sheet, by: Member, now: datetime) -> None:
    """After a correction: end the rubber that has now two games, open the one that has not any more.

    One that cannot be opened again, because the four have gone on, is closed unfinished (Law 80).
    """
    Rubber.objects.filter(pk=rubber.pk).update(revision=F("revision") + 1)
    rubber.refresh_from_db()
    if sheet.state == "complete" and rubber.ending != Rubber.Ending.COMPLETE:
        _end(rubber, Rubber.Ending.COMPLETE, by=rubber.ended_by or by, now=rubber.ended_at or now)
    elif sheet.state != "complete" and rubber.ending == Rubber.Ending.COMPLETE:
        if not Rubber.objects.filter(table=rubber.table).begun_after(rubber).exists() and still_seated(rubber):
            _open_again(rubber)
        else:
            rubber.ending, rubber.ending_reason = Rubber.Ending.UNFINISHED, "Corrected when the four had left the table"
            rubber.save(update_fields=["ending", "ending_reason"])
    tables.bump(table=rubber.table)


def _end(rubber: Rubber, ending: Rubber.Ending, *, by: Member, now: datetime) -> None:
    was_in_play = not rubber.is_over
    rubber.ended_at, rubber.ended_by, rubber.ending = now, by, ending
    rubber.save(update_fields=["ended_at", "ended_by", "ending", "ending_reason", "agreed_at"])
    if was_in_play:
        tables.release_seats(table=rubber.table)


def _undo_ending(rubber: Rubber) -> None:
    """Take back the ending that the last deal brought."""
    if rubber.is_agreed:
        raise Refused("The net score is agreed: the last deal cannot be undone any more.")
    if rubber.ending == Rubber.Ending.UNFINISHED:
        raise Refused(f"The {rubber.called} was stopped after this deal: it cannot be undone any more.")
    if Rubber.objects.filter(table=rubber.table).begun_after(rubber).exists():
        raise Refused(f"The next {rubber.called} has begun: the last deal of this one cannot be undone any more.")
    _open_again(rubber)


def _open_again(rubber: Rubber) -> None:
    """Only while the four still sit as they did: a rubber is never in play without its players."""
    try:
        tables.hold_seats(table=rubber.table)
    except tables.SeatingRefused as refusal:
        raise Refused(str(refusal)) from refusal
    if not still_seated(rubber):
        raise Refused("The four do not sit as they did any more: the last deal cannot be undone.")
    rubber.ended_at, rubber.ended_by, rubber.ending = None, None, ""
    rubber.save(update_fields=["ended_at", "ended_by", "ending"])
