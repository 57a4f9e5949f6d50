"""Entries that an admin makes: adjustments, opening balances, and their reversals."""

from collections.abc import Mapping
from datetime import datetime

from django.core.exceptions import PermissionDenied
from django.utils.translation import gettext as _

from clubscore import refusals
from clubscore.database.write_lock import write_transaction
from clubscore.languages.stored_sentences import (
    ADJUSTMENT,
    OPENING_BALANCE,
    stored_told,
)
from clubscore.ledger import services
from clubscore.ledger.models import BY_HAND, ClubAccount, Transaction, Unit
from clubscore.ledger.queries import next_number
from clubscore.members.models import Member
from clubscore.members.permissions import may_administer

Source = Transaction.Source
DESCRIPTIONS = {Source.ADJUSTMENT: ADJUSTMENT, Source.OPENING: OPENING_BALANCE}


class ManualEntryRefused(refusals.Refused):
    """The refusal to book a manual entry. The message says why, and what would be right."""


def book_adjustment(
    *,
    number: int,
    member: Member,
    points: int,
    against: str,
    unit: Unit,
    reason: str,
    by: Member,
    now: datetime,
) -> Transaction:
    """Book points for a member, and the opposite points for the club's account named `against`. Returns the booking.

    Amounts of money are in the smallest unit of the currency. `number` is the number in the form, so that a form that
    is sent twice books once. Raises ManualEntryRefused if `number` is not the next free number, if `points` is 0,
    or if the reason is empty; PermissionDenied unless `by` administers the club.
    """
    if points == 0:
        raise ManualEntryRefused(
            _("An adjustment of 0 changes nothing: write how many points it is.")
        )
    if not reason.strip():
        raise ManualEntryRefused(
            _("Write down why: the member reads it on the statement.")
        )
    return _book(
        source=Source.ADJUSTMENT,
        number=number,
        points={member: points},
        against=against,
        unit=unit,
        reason=reason,
        by=by,
        now=now,
    )


def book_opening_balances(
    *,
    number: int,
    points: Mapping[Member, int],
    unit: Unit,
    reason: str,
    by: Member,
    now: datetime,
) -> Transaction:
    """Book the balances that these members bring from the club's earlier books. Returns the booking.

    The reason may be empty. Raises ManualEntryRefused if `number`, the number in the form, is not the next free number,
    or if all balances are 0; PermissionDenied unless `by` administers the club.
    """
    if not any(points.values()):
        raise ManualEntryRefused(_("Write a balance for one member at least."))
    against = ClubAccount.OPENING_BALANCES
    return _book(
        source=Source.OPENING,
        number=number,
        points=points,
        against=against,
        unit=unit,
        reason=reason,
        by=by,
        now=now,
    )


def _book(
    *,
    source: Transaction.Source,
    number: int,
    points: Mapping[Member, int],
    against: str,
    unit: Unit,
    reason: str,
    by: Member,
    now: datetime,
) -> Transaction:
    _require_administrator(by)
    with write_transaction():
        parties = _balanced(points, against)
        try:
            if number != next_number(source):
                raise services.AlreadyPosted
            return services.post(
                source=source,
                source_id=number,
                game="",
                unit=unit,
                description=DESCRIPTIONS[source](number=number),
                reason=reason.strip(),
                points=parties,
                by=by,
                now=now,
            )
        except services.AlreadyPosted as refusal:
            raise ManualEntryRefused(
                _(
                    "Something was booked since this page was opened, perhaps this very form, sent twice: "
                    "look at what is booked, then send it again if it is not there."
                )
            ) from refusal


def _balanced(points: Mapping[Member, int], against: str) -> dict[services.Party, int]:
    """The given points, with the opposite of their sum for the club's account `against`."""
    parties: dict[services.Party, int] = {
        member: value for member, value in points.items() if value
    }
    if rest := -sum(points.values()):
        parties[services.club_account(name=against)] = rest
    return parties


def reverse_entry(
    *, booked: Transaction, reason: str, by: Member, now: datetime
) -> Transaction:
    """Reverse an adjustment or opening balances, and return the reversal. The entry and its reversal stay in the books.

    Raises ManualEntryRefused without a reason, if the entry is reversed already, or if `booked` is neither an
    adjustment nor opening balances; PermissionDenied unless `by` administers the club.
    """
    _require_administrator(by)
    if booked.source not in BY_HAND or booked.reverses_id:
        raise ManualEntryRefused(
            _("Only adjustments and opening balances are taken back here.")
        )
    if not reason.strip():
        raise ManualEntryRefused(
            _("Write down why: the member reads it on the statement.")
        )
    reversal = services.reverse(
        source=Source(booked.source),
        source_id=booked.source_id,
        by=by,
        now=now,
        reason=reason.strip(),
    )
    if reversal is None:
        raise ManualEntryRefused(
            _("%(entry)s was taken back already.")
            % {"entry": stored_told(booked.description)}
        )
    return reversal


def _require_administrator(by: Member) -> None:
    if not may_administer(by):
        raise PermissionDenied(_("Only the club’s admins book by hand."))
