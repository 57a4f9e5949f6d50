"""The bookings of an agreed rubber: its margin and, where the club plays for money, stake and table money."""

from collections.abc import Hashable, Mapping
from datetime import date, datetime
from typing import TypeVar

from clubscore.calendar import evening_of
from clubscore.languages.stored_sentences import RUBBER_AT, STAKE, TABLE_MONEY
from clubscore.ledger import services as ledger
from clubscore.ledger.models import ClubAccount, Season, Transaction, Unit
from clubscore.ledger.queries import season_of_source
from clubscore.ledger.stakes import stake_on
from clubscore.members.models import Member
from clubscore.rubbers.books.margins import exact_margins_of, margins_of
from clubscore.rubbers.books.remainders import keep_remainders, reverse_remainders
from clubscore.rubbers.models import Rubber
from clubscore.rubbers.rubber.state import RubberState

Source = Transaction.Source

P = TypeVar("P", bound=Hashable)  # a member, or a member's id


def stakes_of(rubber: Rubber, margins: Mapping[P, int]) -> dict[P, int]:
    """The stake that each player pays (minus) or gets (plus) for these margins, in cents; {} without a stake."""
    if not rubber.stake:
        return {}
    return {
        member: stake_on(points, rubber.stake) for member, points in margins.items()
    }


def table_money_of(rubber: Rubber, margins: Mapping[P, int]) -> dict[P, int]:
    """The table money that each player pays to the club, as a minus, in cents; {} without table money."""
    if not rubber.table_money:
        return {}
    return dict.fromkeys(margins, -rubber.table_money)


def day_of(rubber: Rubber) -> date | None:
    """The date of the rubber's bookings, which decides their season: the evening on which the rubber was played.

    None if the rules of the rubber say that the day of posting decides.
    """
    if rubber.season_by != Rubber.SeasonBy.PLAY:
        return None
    return evening_of(rubber.started_at)


def closed_season_of(rubber: Rubber) -> Season | None:
    """The season in which the rubber was booked, or to which its day belongs, if that season is closed; else None.

    Runs one statement, or two.
    """
    season = season_of_source(Source.RUBBER, rubber.pk)
    day = day_of(rubber)
    if season is None and day:
        season = Season.objects.on(day).first()
    return season if season and season.is_closed else None


def book(*, state: RubberState, by: Member, now: datetime) -> None:
    """Post the rubber's margin, stakes and table money to the ledger, in the caller's transaction.

    A rubber in which no deal was played is not posted. Raises `ledger.services.AlreadyPosted` if the rubber is booked
    and not reversed.
    """
    rubber = state.rubber
    margins = margins_of(rubber, state.sheet, state.records)
    if not margins:
        return
    stakes = stakes_of(rubber, margins)
    table_money = table_money_of(rubber, margins)
    played = RUBBER_AT[rubber.system](table=rubber.table.name)
    booked = ledger.post(
        source=Source.RUBBER,
        source_id=rubber.pk,
        game=rubber.system,
        description=played,
        points=margins,
        by=by,
        now=now,
        day=day_of(rubber),
    )
    keep_remainders(
        booked=booked,
        posted=margins,
        exact=exact_margins_of(state.sheet, state.records),
    )
    if stakes:
        _book_money(Source.STAKE, rubber, STAKE(rubber=played), stakes, by, now)
    if table_money:
        club = ledger.club_account(name=ClubAccount.TABLE_MONEY)
        parties: dict[ledger.Party, int] = dict(table_money.items())
        parties[club] = -sum(table_money.values())
        _book_money(
            Source.TABLE_MONEY, rubber, TABLE_MONEY(rubber=played), parties, by, now
        )


def _book_money(
    source: Transaction.Source,
    rubber: Rubber,
    description: str,
    points: Mapping[Member, int] | Mapping[ledger.Party, int],
    by: Member,
    now: datetime,
) -> None:
    ledger.post(
        source=source,
        source_id=rubber.pk,
        game="",
        unit=Unit.MONEY,
        description=description,
        points=points,
        by=by,
        now=now,
        day=day_of(rubber),
    )


def reverse_rubber(*, rubber: Rubber, reason: str, by: Member, now: datetime) -> None:
    """Reverse all bookings of the rubber, in the caller's transaction."""
    for source in (Source.RUBBER, Source.STAKE, Source.TABLE_MONEY):
        reversal = ledger.reverse(
            source=source,
            source_id=rubber.pk,
            by=by,
            now=now,
            reason=reason,
            day=day_of(rubber),
        )
        if reversal:
            reverse_remainders(reversal=reversal)
