"""Setting, deleting and checking PINs: four digits with which a member signs on another member's device."""

from collections.abc import Callable
from datetime import date, datetime, timedelta

from django.contrib.auth.hashers import check_password, make_password
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from clubscore.calendar import beginning_of
from clubscore.database.write_lock import write_transaction
from clubscore.members.models import AuditEvent, Member
from clubscore.members.people.services import record_event
from clubscore.refusals import Refused

DIGITS = 4
TRIES = 5
# And the time in which that many wrong tries lock it.
LOCKED_FOR = timedelta(minutes=15)


class PinRefused(Refused):
    """The refusal of a PIN or a password: wrong, locked after wrong attempts, or not fit to be a PIN."""


def choose_pin(
    *,
    member: Member,
    pin: str,
    now: datetime,
    password: str | None = None,
    device_of: Member | None = None,
) -> None:
    """Set the member's PIN, and forget wrong attempts with the old PIN.

    `device_of` is the owner of the device, or None if the member chooses the PIN in their own session. On another
    member's device, the form also asks for the member's `password`, if there is one; a wrong password counts as a wrong
    PIN. A PIN that is chosen there without a password is a table PIN, which does not prove who chose it.

    Raises PinRefused for anything but four digits, and for four equal digits; with `password`, also if the password is
    wrong or the PIN is locked.
    """
    if not _is_pin(pin):
        raise PinRefused(_("A PIN is four digits: type all four."), field="pin")
    if len(set(pin)) == 1:
        raise PinRefused(
            _("Choose four digits that are not all the same."), field="pin"
        )
    if password is not None:
        refusal = PinRefused(
            _("That is not the sign-in password: type it again."), field="password"
        )
        _try(
            member=member,
            is_right=lambda known: known.check_password(password),
            refusal=refusal,
            now=now,
        )
    with write_transaction():
        member.wrong_pins.all().delete()
        member.pin, member.pin_set_at = make_password(pin), now
        member.pin_set_on = device_of if password is None else None
        member.save(update_fields=["pin", "pin_set_at", "pin_set_on"])


def forget_pin(*, member: Member, by: Member, now: datetime) -> None:
    """Delete the member's PIN. Until the member chooses another, nobody signs with a PIN of this member."""
    with write_transaction():
        Member.objects.filter(pk=member.pk).update(
            pin="", pin_set_at=None, pin_set_on=None
        )
        record_event(what=AuditEvent.What.PIN, member=member, by=by, now=now)


def is_proof_of_a_member(member: Member, *, device_of: Member, occasion: date) -> bool:
    """True if the PIN alone proves, on the evening `occasion`, that this member types it on the device of `device_of`.

    A guest's PIN proves nothing. A PIN that the member chose in their own session or with the password is a proof. A
    table PIN, which was chosen on another member's device without a password, is a proof only if it was chosen before
    that evening and on the device of somebody else than `device_of`.
    """
    if member.is_guest:
        return False
    if member.pin_set_on_id is None or member.pin_set_at is None:
        return True
    return (
        member.pin_set_at < beginning_of(occasion)
        and member.pin_set_on_id != device_of.pk
    )


def require_right_pin(*, member: Member, pin: str, now: datetime) -> None:
    """Require the member's PIN. Raises PinRefused if the PIN is wrong or locked, or if the member has none.

    Five wrong attempts within 15 minutes, on any device, lock the PIN for 15 minutes.
    """
    if not member.has_pin:
        raise PinRefused(
            _("%(member)s has not chosen a PIN yet.") % {"member": member.short_name}
        )
    if not _is_pin(pin):
        raise PinRefused(_("A PIN is four digits: type all four."), field="pin")
    refusal = PinRefused(
        _("That is not %(member)s’s PIN.") % {"member": member.short_name}, field="pin"
    )
    _try(
        member=member,
        is_right=lambda known: check_password(pin, known.pin),
        refusal=refusal,
        now=now,
    )


def _is_pin(pin: str) -> bool:
    return len(pin) == DIGITS and pin.isascii() and pin.isdigit()


def _try(
    *,
    member: Member,
    is_right: Callable[[Member], bool],
    refusal: PinRefused,
    now: datetime,
) -> None:
    """Make one attempt with a PIN or a password, and store a wrong one. `is_right` checks it on the member's row.

    Raises `refusal` for a wrong attempt, and PinRefused while the member's PIN is locked. A right attempt deletes the
    stored wrong ones. The member's row is locked meanwhile, so that simultaneous attempts are all counted.
    """
    with write_transaction():
        known = Member.objects.select_for_update(no_key=True).get(pk=member.pk)
        _require_unlocked(known, now)
        right = is_right(known)
        if right:
            known.wrong_pins.all().delete()
        else:
            known.wrong_pins.create(at=now)
    if not right:  # after the transaction, which must keep the try
        raise refusal


def _require_unlocked(member: Member, now: datetime) -> None:
    # Not what a clock that was ahead has written.
    tries = member.wrong_pins.filter(at__lte=now + LOCKED_FOR)
    newest = list(tries.order_by("-at", "-pk").values_list("at", flat=True)[:TRIES])
    if (
        len(newest) < TRIES
        or newest[0] - newest[-1] > LOCKED_FOR
        or now >= newest[0] + LOCKED_FOR
    ):
        return
    minutes = -((now - newest[0] - LOCKED_FOR) // timedelta(minutes=1))
    raise PinRefused(
        ngettext(
            "Too many wrong tries: %(member)s’s PIN is closed for %(minutes)s more minute.",
            "Too many wrong tries: %(member)s’s PIN is closed for %(minutes)s more minutes.",
            minutes,
        )
        % {"member": member.short_name, "minutes": minutes}
    )
