"""Writes to the books."""

from collections.abc import Mapping
from datetime import date, datetime
from typing import Any

from django.db.models import Max
from django.utils import timezone

from clubscore.ledger.carry_forward import carry_forward
from clubscore.ledger.models import ClubAccount, Posting, Season, Transaction, Unit
from clubscore.members.models import Member
from clubscore.refusals import Refused
from clubscore.write_lock import write_transaction

Party = Member | ClubAccount  # whom a posting belongs to


class NotBalanced(ValueError):
    """The postings do not sum to zero."""


class AlreadyPosted(ValueError):
    """The source stands in the books already; reverse that first."""


class SeasonRefused(Refused):
    """The season cannot be opened or closed so; the message says why and what would be right."""


def post(
    *,
    source: Transaction.Source,
    source_id: int,
    game: str,
    description: str,
    points: Mapping[Member, int] | Mapping[Party, int],
    by: Member,
    now: datetime,
    unit: Unit = Unit.POINTS,
    reason: str = "",
) -> Transaction:
    """Book points (integers, plus won, minus lost) for these members and accounts of the club.

    `game` is empty for what is no result; of money, `points` are the smallest unit of the currency.

    It goes into the season of its day, or into the next that is open; what is booked again, into the season of its
    first edition while that is open. Raises NotBalanced unless the points sum to zero, AlreadyPosted when the source is
    booked and not reversed.
    """
    if sum(points.values()) != 0:
        raise NotBalanced(f"The postings of {description} sum to {sum(points.values())}, not to 0.")
    with write_transaction():
        seasons = _open_seasons(now)
        earlier = Transaction.objects.filter(source=source, source_id=source_id, reverses=None)
        if earlier.filter(reversal=None).exists():
            raise AlreadyPosted(f"{description} stands in the books already.")
        booked = Transaction.objects.create(
            source=source,
            source_id=source_id,
            edition=earlier.count() + 1,
            unit=unit,
            game=game,
            season=_season_for(seasons, now, earlier.order_by("-edition").first()),
            description=description,
            reason=reason,
            posted_at=now,
            posted_by=by,
        )
        Posting.objects.bulk_create(
            Posting(transaction=booked, points=value, **_column(party))
            for party, value in sorted(points.items(), key=lambda pair: (isinstance(pair[0], ClubAccount), pair[0].pk))
        )
    return booked


def _column(party: Party) -> dict[str, Any]:
    return {"account": party} if isinstance(party, ClubAccount) else {"member": party}


def club_account(*, name: str) -> ClubAccount:
    """The club's account of that name, opened at its first use."""
    account, _ = ClubAccount.objects.get_or_create(name=name)
    return account


def reverse(
    *, source: Transaction.Source, source_id: int, by: Member, now: datetime, reason: str = ""
) -> Transaction | None:
    """Book the opposite of what stands for this source, so that it counts nothing; None when nothing stands.

    It goes into the season of what it reverses; when that is closed, into the open season of its own day.
    """
    with write_transaction():
        seasons = _open_seasons(now)
        current = Transaction.objects.filter(source=source, source_id=source_id, reverses=None, reversal=None).first()
        if current is None:
            return None
        reversal = Transaction.objects.create(
            source=source,
            source_id=source_id,
            edition=current.edition,
            unit=current.unit,
            game=current.game,
            season=_season_for(seasons, now, current),
            description=current.description,
            reason=reason,
            posted_at=now,
            posted_by=by,
            reverses=current,
        )
        Posting.objects.bulk_create(
            Posting(
                transaction=reversal,
                member_id=posting.member_id,
                account_id=posting.account_id,
                points=-posting.points,
            )
            for posting in current.postings.order_by("pk")
        )
    return reversal


def open_season(*, name: str, slug: str, begins_on: date) -> Season:
    """A season from that day on. It takes what is booked in the season that it divides, from its first day.

    Raises SeasonRefused when a season that is closed reaches beyond that day.
    """
    with write_transaction():
        divided = Season.objects.on(begins_on).select_for_update(no_key=True).first()
        if divided and divided.is_closed:
            raise SeasonRefused(f"{divided.name} is closed and reaches beyond that day.")
        if Season.objects.filter(begins_on__gte=begins_on).exclude(closed_at=None).exists():
            raise SeasonRefused("A later season is closed already.")
        season = Season.objects.create(name=name, slug=slug, begins_on=begins_on)
        _take_over(season, divided)
    return season


def _take_over(season: Season, divided: Season | None) -> None:
    """Move rows to the season of their day; nothing else in a row changes."""
    following = Season.objects.after(season).first()
    rows = Transaction.objects.filter(season=divided or following, posted_at__gte=_midnight(season.begins_on))
    if following:
        rows = rows.filter(posted_at__lt=_midnight(following.begins_on))
    rows.update(season=season)
    Transaction.objects.filter(reverses__season=season).exclude(season__closed_at__isnull=False).update(season=season)


def close_season(*, season: Season, by: Member, now: datetime) -> Season:
    """Book nothing more into this season, and carry its balances forward.

    Raises SeasonRefused before its last day, and when it is closed already.
    """
    with write_transaction():
        season = Season.objects.select_for_update(no_key=True).get(pk=season.pk)
        if season.is_closed:
            raise SeasonRefused(f"{season.name} is closed already.")
        following = Season.objects.filter(begins_on__gt=season.begins_on).order_by("begins_on").first()
        if following is None:
            raise SeasonRefused(f"Open the season after {season.name} first: what is played later belongs there.")
        if (following.begins_on - _day_of(now)).days > 1:
            raise SeasonRefused(f"{season.name} is still on: it can be closed on its last day or later.")
        if Season.objects.open().filter(begins_on__lt=season.begins_on).exists():
            raise SeasonRefused("Close the seasons before it first.")
        season.closed_at, season.closed_by = now, by
        season.closed_after = Transaction.objects.aggregate(newest=Max("pk", default=0))["newest"]
        season.save(update_fields=["closed_at", "closed_by", "closed_after"])
        carry_forward(season=season)
    return season


def _day_of(moment: datetime) -> date:
    """The club's day of that moment."""
    return moment.astimezone(timezone.get_current_timezone()).date()


def _midnight(day: date) -> datetime:
    """When the club's day begins."""
    return datetime(day.year, day.month, day.day, tzinfo=timezone.get_current_timezone())


def _open_seasons(now: datetime) -> list[Season]:
    """The seasons that may be booked into, oldest first. The year makes a season where nobody made one.

    They are held until the transaction ends: bookings come one after the other, and none slips into a closing season.
    """
    seasons = list(Season.objects.open().select_for_update(no_key=True).order_by("begins_on"))
    if seasons:
        return seasons
    year = _day_of(now).year
    season, _ = Season.objects.get_or_create(
        begins_on=date(year, 1, 1), defaults={"name": f"Season {year}", "slug": str(year)}
    )
    return [season]


def _season_for(seasons: list[Season], now: datetime, earlier: Transaction | None) -> Season:
    """Of the open seasons that of `earlier`, else that of today, else the first after it."""
    for season in seasons:
        if earlier and season.pk == earlier.season_id:
            return season
    begun = [season for season in seasons if season.begins_on <= _day_of(now)]
    return begun[-1] if begun else seasons[0]
