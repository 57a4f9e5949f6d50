"""Writes about tables: opening them, sitting down, leaving. Writes about the cut are in cuts.py."""

from collections.abc import Mapping
from datetime import datetime
from itertools import count

from django.db import IntegrityError, transaction
from django.db.models import DateTimeField, F, QuerySet, Value
from django.db.models.functions import Greatest
from django.utils.translation import gettext as _

from clubscore.database.prepared.writes import PreparedIncrement
from clubscore.database.write_lock import write_transaction
from clubscore.languages.stored_sentences import TABLE
from clubscore.members.access.sessions import forget_member
from clubscore.members.models import Member
from clubscore.members.people.services import add_guest
from clubscore.tables.games import DEFAULT, differing
from clubscore.tables.locks import hold_a_move
from clubscore.tables.models import Cut, Sitting, Table
from clubscore.tables.queries import arrivals_at, first_free_seat, sitting_in
from clubscore.tables.refusals import (
    SeatingRefused,
    require_free_seats,
    require_not_in_play,
)
from clubscore.web.clock import not_before
from scoring import Seat


def open_table(
    *, by: Member, now: datetime, system: str = DEFAULT, seat: Seat | None = None
) -> Table:
    """Open a table with the lowest free number. `by` comes to it, unless `by` is in the middle of a rubber.

    `seat` is the seat of `by`; without it `by` waits to cut in. Raises SeatingRefused if the record of `by` was merged
    into another.
    """
    with write_transaction():
        table = _new_table(by=by, now=now, system=system)
        sitting = (
            Sitting.objects.present().of_person(by).select_related("table").first()
        )
        if sitting is None or not (sitting.seat and sitting.table.is_playing):
            come_to_table(table=table, member=by, seat=seat, by=by, now=now)
    return table


def choose_game(*, table: Table, system: str, rules: Mapping[str, object]) -> None:
    """Choose the game and the house rules for the next rubbers at the table; a missing rule keeps its default.

    Raises SeatingRefused while a rubber is in play or after the table was closed, and scoring.InvalidRules for rules
    that the game does not have.
    """
    with write_transaction():
        bump(table=table)
        require_not_in_play(
            table,
            _("A %(noun)s is being played here: choose another game when it is over."),
        )
        if table.closed_at:
            raise SeatingRefused(
                _("%(table)s has been closed.") % {"table": table.called}
            )
        table.system, table.rules = system, differing(system, rules)
        table.save(update_fields=["system", "rules"])


def _new_table(*, by: Member, now: datetime, system: str) -> Table:
    while True:
        taken = set(Table.objects.in_use().values_list("name", flat=True))
        names = (TABLE(number=number) for number in count(1))
        name = next(name for name in names if name not in taken)
        try:
            with transaction.atomic():
                return Table.objects.create(
                    name=name, system=system, opened_by=by, opened_at=now
                )
        except IntegrityError:
            # On PostgreSQL another member took the name in the same moment.
            if not Table.objects.in_use().filter(name=name).exists():
                raise


def come_to_table(
    *,
    table: Table,
    member: Member,
    now: datetime,
    seat: Seat | None = None,
    any_seat: bool = False,
    by: Member | None = None,
    since: datetime | None = None,
) -> Sitting:
    """Bring the member to the table, into `seat`; with None the member waits to cut in. Any other table is left.

    With `any_seat` a member in a seat here keeps it; others take the first free seat, or wait if no seat is free.
    A member who sits at this table and asks for another member's seat changes places with that member. If another
    member, `by`, brings the member, every page tells the member so until the member confirms or denies it. `since`
    keeps an earlier place in the waiting line; without it the member comes last. Raises SeatingRefused if the seat is
    taken, if a rubber holds the seats, if the member is in the middle of a rubber, or if the record was merged into
    another.
    """
    with write_transaction():
        member = _require_unmerged(hold_a_move(member=member, to=table.pk))
        bump(table=table)
        if seat:
            require_free_seats(table)
        present = _sitting_of(member, by)
        here = None
        if present and (present.table_id, present.member_id) == (table.pk, member.pk):
            here = present
        has_seat = here is not None and bool(here.seat)
        if any_seat:
            seat = first_free_seat(table)
            if here and here.seat:
                seat = Seat(here.seat)
        sitter = sitting_in(table, seat)
        if sitter and sitter != present and not has_seat:
            raise SeatingRefused(_sits_already(sitter))
        if here:
            _change_seat(here, seat, sitter)
            if by == member:
                confirm_stay(member=member, now=now)
            return here
        if present:
            _leave(present, now)
        arrived_at = since or not_before(now, *arrivals_at(table))
        return _arrive(
            table=table, member=member, seat=seat or "", by=by, at=arrived_at
        )


def _sits_already(sitter: Sitting) -> str:
    """A sentence that refuses a seat because `sitter` has it."""
    words = _("%(name)s sits %(seat)s already.")
    return words % {"name": sitter.member.name, "seat": sitter.get_seat_display()}


def _change_seat(stay: Sitting, seat: Seat | None, sitter: Sitting | None) -> None:
    """Move a member to `seat`, or out of the seats, at the same table.

    `sitter`, the member who sat in `seat`, gets the seat that becomes free.
    """
    left = stay.seat
    moving = [sitter.pk] if sitter and sitter != stay else []
    others = Sitting.objects.filter(pk__in=moving)
    others.update(seat="")
    stay.seat = seat or ""
    stay.save(update_fields=["seat"])
    others.update(seat=left)


def _arrive(
    *, table: Table, member: Member, seat: str, by: Member | None, at: datetime
) -> Sitting:
    another = by if by and by.pk != member.pk else None
    forget_member(member.pk)
    return Sitting.objects.create(
        table=table, member=member, seat=seat, arrived_at=at, seated_by=another
    )


def confirm_stay(*, member: Member, now: datetime) -> None:
    """Record the member's confirmation to be at the table where another member has seated the member."""
    with write_transaction():
        if Sitting.objects.unconfirmed().filter(member=member).update(confirmed_at=now):
            forget_member(member.pk)


def _require_unmerged(member: Member) -> Member:
    """The member unchanged. Raises SeatingRefused for a record that was merged into another."""
    if member.merged_into:
        merged = _("%(name)s and %(kept)s are one person: bring %(kept)s to the table.")
        raise SeatingRefused(merged % {"name": member, "kept": member.merged_into})
    return member


def _sitting_of(member: Member, by: Member | None) -> Sitting | None:
    """The present sitting of the person, under any record; None if there is none.

    Raises SeatingRefused if the person is in the middle of a rubber; the refusal speaks to `by`, the member who asks.
    """
    sitting = (
        Sitting.objects.present().of_person(member).select_related("table").first()
    )
    if sitting and sitting.seat and sitting.table.is_playing:
        playing = _(
            "%(name)s is in the middle of a %(noun)s at %(table)s. To go, bring in a substitute there."
        )
        if by == member:
            playing = _(
                "You are in the middle of a %(noun)s at %(table)s. To go, bring in a substitute there."
            )
        names = {
            "name": member.name,
            "noun": sitting.table.noun,
            "table": sitting.table.called,
        }
        raise SeatingRefused(playing % names)
    return sitting


def bring_guest(
    *,
    table: Table,
    name: str,
    now: datetime,
    seat: Seat | None = None,
    any_seat: bool = False,
    by: Member | None = None,
) -> Sitting:
    """Add a guest with this name to the club, and bring the guest to the table; if one fails, do neither.

    The other arguments are those of `come_to_table`. Raises GuestRefused for a name that no guest may have, and
    SeatingRefused if the guest cannot come to the table.
    """
    with write_transaction():
        guest = add_guest(name=name, now=now)
        return come_to_table(
            table=table, member=guest, seat=seat, any_seat=any_seat, by=by, now=now
        )


def leave_table(*, table: Table, member: Member, now: datetime) -> None:
    """Take the member away from the table; nothing happens if the member is not there.

    Raises SeatingRefused for a member in a seat while a rubber is in play.
    """
    with write_transaction():
        bump(table=table)
        sitting = Sitting.objects.present().filter(table=table, member=member).first()
        if sitting is None:
            return
        if sitting.seat:
            require_not_in_play(
                table,
                _(
                    "A %(noun)s is being played here: stop it first, then leave the table."
                ),
            )
        _leave(sitting, now)


def _leave(sitting: Sitting, now: datetime) -> None:
    _end(Sitting.objects.filter(pk=sitting.pk), now)
    forget_member(sitting.member_id)
    bump(table=sitting.table)


def _end(stays: QuerySet[Sitting], now: datetime) -> None:
    """End these sittings now; a sitting that began later than `now` ends at its beginning.

    A sitting can begin later than `now` if the clock was set back.
    """
    stays.update(
        left_at=Greatest("arrived_at", Value(now, output_field=DateTimeField()))
    )


def hold_seats(*, table: Table) -> None:
    """Hold the seats for a rubber that begins: until `release_seats` no player may change seats or leave.

    The open cut is closed. Raises SeatingRefused if a rubber is in play already, or if the table was closed.
    """
    if not Table.objects.filter(pk=table.pk, is_playing=False, closed_at=None).update(
        is_playing=True
    ):
        table.refresh_from_db()
        if table.closed_at:
            raise SeatingRefused(
                _("%(table)s has been closed.") % {"table": table.called}
            )
        playing = _("A %(noun)s is being played at %(table)s already.")
        raise SeatingRefused(playing % {"noun": table.noun, "table": table.called})
    close_cut(table=table)
    bump(table=table)


def seat_all(*, table: Table, seats: Mapping[Seat, Member]) -> None:
    """Put these four members, who are at the table, into these seats; others who sit there wait to cut in.

    Raises SeatingRefused if one of the four has left the table. The caller opens the transaction.
    """
    present = Sitting.objects.present().filter(table=table)
    present.update(seat="")
    for seat, member in seats.items():
        if not present.filter(member=member).update(seat=seat):
            left = _("%(name)s has left the table since the cut: cut again.")
            raise SeatingRefused(left % {"name": member.name})


def close_cut(*, table: Table) -> None:
    """Close the open cut: a rubber has used it, or a newer cut replaces it."""
    Cut.objects.filter(table=table, is_open=True).update(is_open=False)


def release_seats(*, table: Table) -> None:
    """Release the seats after a rubber: its players may change seats and leave."""
    Table.objects.filter(pk=table.pk).update(
        is_playing=False, revision=F("revision") + 1
    )


def replace_player(
    *,
    table: Table,
    seat: Seat,
    leaver: Member,
    comer: Member,
    by: Member,
    now: datetime,
) -> None:
    """Put the substitute `comer` into the seat of `leaver` in the middle of a rubber; `comer` leaves any other table.

    The stay of `leaver` at the table ends. The caller has locked the move with `hold_a_move`. `by` has asked for the
    substitute. Raises SeatingRefused if the substitute is in the middle of another rubber.
    """
    elsewhere = _sitting_of(comer, by)
    _end(Sitting.objects.of_person(leaver).filter(table=table, left_at=None), now)
    forget_member(leaver.pk)
    if elsewhere and elsewhere.table_id == table.pk:
        # Who waited here goes on with the same stay.
        Sitting.objects.filter(pk=elsewhere.pk).update(seat=seat)
    else:
        if elsewhere:
            _leave(elsewhere, now)
        _arrive(
            table=table,
            member=comer,
            seat=seat,
            by=by,
            at=not_before(now, *arrivals_at(table)),
        )
    bump(table=table)


def close_table(*, table: Table, now: datetime) -> None:
    """Close the table and end the stay of everybody there. Raises SeatingRefused while a rubber is in play."""
    with write_transaction():
        bump(table=table)
        require_not_in_play(
            table,
            _("A %(noun)s is being played here: stop it first, then close the table."),
        )
        _end(Sitting.objects.filter(table=table, left_at=None), now)
        Table.objects.filter(pk=table.pk).update(closed_at=now)


def bump(*, table: Table) -> None:
    """Increase the table's revision, because its page has changed, and read the row again."""
    move_page(table_id=table.pk)
    table.refresh_from_db()


def move_page(*, table_id: int) -> None:
    """Increase the revision of a table, because its page has changed."""
    _REVISION.increment(table_id)


_REVISION = PreparedIncrement(Table, "revision")
