"""Template context of the pages of settlements."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.utils.translation import gettext as _

from clubscore.calendar import evening_of
from clubscore.evenings.queries import newest_evening
from clubscore.ledger.models import OF_A_RUBBER, ClubAccount, Posting, Season
from clubscore.members.models import Member
from clubscore.members.permissions import may_administer
from clubscore.settlements import queries
from clubscore.settlements.models import Settlement, Transfer
from clubscore.settlements.period import SettlementPeriod


@dataclass(frozen=True, slots=True)
class TransferLine:
    """A payment as one reader sees it: whether the reader pays or receives, and the statements open to the reader."""

    transfer: Transfer
    is_own_debt: bool
    is_own_credit: bool
    may_mark: bool
    may_withdraw: bool
    may_confirm: bool
    asks_reason: bool
    """True if the reader would confirm as an admin although the receiver can confirm: then a reason is required."""

    @property
    def is_own(self) -> bool:
        return self.is_own_debt or self.is_own_credit


def lines_of(transfers: Iterable[Transfer], reader: Member) -> list[TransferLine]:
    is_admin = may_administer(reader)
    return [_line(transfer, reader, is_admin=is_admin) for transfer in transfers]


def _line(transfer: Transfer, reader: Member, *, is_admin: bool) -> TransferLine:
    pays, receives = transfer.is_paid_by(reader), transfer.is_received_by(reader)
    is_open = not transfer.is_received and not transfer.settlement.is_cancelled
    return TransferLine(
        transfer,
        is_own_debt=pays,
        is_own_credit=receives,
        may_mark=is_open and (pays or is_admin) and not transfer.is_marked_paid,
        may_withdraw=is_open and (pays or is_admin) and transfer.is_marked_paid,
        may_confirm=is_open and (receives or is_admin),
        asks_reason=is_admin
        and not receives
        and transfer.can_be_confirmed_by_its_receiver,
    )


def can_be_cancelled(settlement: Settlement, lines: Iterable[TransferLine]) -> bool:
    return not settlement.is_cancelled and not any(
        line.transfer.is_received for line in lines
    )


@dataclass(frozen=True, slots=True)
class SettledBooking:
    """One booking of a party in a settlement, as the page of a payment shows it."""

    posting: Posting
    is_of_a_rubber: bool


@dataclass(frozen=True, slots=True)
class PartyBookings:
    """The bookings behind a balance in a settlement, oldest first."""

    party: Member | ClubAccount
    lines: list[SettledBooking]

    @property
    def balance(self) -> int:
        return sum(line.posting.points for line in self.lines)


def account_in(settlement: Settlement, party: Member | ClubAccount) -> PartyBookings:
    postings = queries.postings_in(settlement, party)
    return PartyBookings(
        party,
        [
            SettledBooking(posting, posting.transaction.source in OF_A_RUBBER)
            for posting in postings
        ],
    )


@dataclass(frozen=True, slots=True)
class PeriodChoice:
    """A period that the form offers by its name, such as a season."""

    label: str
    period: SettlementPeriod


def choices_of_periods(seasons: Iterable[Season], now: datetime) -> list[PeriodChoice]:
    """The periods that the form offers: the newest evening, then the seasons that have begun, newest first.

    The period of the current season ends today.
    """
    newest, today = newest_evening(now), evening_of(now)
    choices = (
        [PeriodChoice(_("The newest evening"), SettlementPeriod(newest, newest))]
        if newest
        else []
    )
    last = today
    for season in seasons:
        if season.begins_on <= today:
            choices.append(
                PeriodChoice(
                    season.called, SettlementPeriod(season.begins_on, min(last, today))
                )
            )
        last = season.begins_on - timedelta(days=1)
    return choices
