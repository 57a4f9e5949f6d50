"""Writes to the books: book and reverse transactions, open and close seasons."""

from collections.abc import Mapping, Sequence
from datetime import date, datetime
from typing import Any

from django.db.models import Max
from django.utils import timezone
from django.utils.translation import gettext as _

from clubscore.calendar import evening_of
from clubscore.database.write_lock import write_transaction
from clubscore.languages.stored_sentences import SEASON
from clubscore.ledger.carry_forward import carry_forward
from clubscore.ledger.models import ClubAccount, Posting, Season, Transaction, Unit
from clubscore.ledger.placing import season_for
from clubscore.members.models import Member
from clubscore.refusals import Refused

Party = Member | ClubAccount  # whom a posting belongs to


class NotBalanced(ValueError):
    """The error that postings do not sum to zero."""


class AlreadyPosted(ValueError):
    """The error that a source is booked already. It must be reversed before it can be booked again."""


class SeasonRefused(Refused):
    """The refusal to open, close or change a season. The message says why, and what would be right."""


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
    day: date | None = None,
) -> Transaction:
    """Book these points of members and of accounts of the club, and return the transaction.

    `source` and `source_id` say what is booked, such as the rubber 17. `points` are plus for a gain and minus for a
    loss; money is in the smallest unit of the currency. `game` is empty if nothing was played for the points.

    The booking goes into the season of `day` (by default the evening of `now`), or if this season is closed, into the
    next open season. If the source was booked before and reversed, the new booking goes into the season and day of the
    last earlier booking while that season is open. Raises NotBalanced unless the points sum to zero, AlreadyPosted if
    the source is booked and not reversed.
    """
    _require_balance(points, description)
    day = day or evening_of(now)
    with write_transaction():
        seasons = _open_seasons(day)
        booked_before = Transaction.objects.filter(source=source, source_id=source_id)
        earlier = booked_before.filter(reverses=None)
        if earlier.filter(reversal=None).exists():
            raise AlreadyPosted(f"{description} stands in the books already.")
        season, day = _place(seasons, day, earlier.order_by("-edition").first())
        booked = Transaction.objects.create(
            source=source,
            source_id=source_id,
            edition=earlier.count() + 1,
            unit=unit,
            game=game,
            season=season,
            day=day,
            description=description,
            reason=reason,
            posted_at=now,
            posted_by=by,
        )
        Posting.objects.bulk_create(
            Posting(transaction=booked, points=value, **_column(party))
            for party, value in sorted(points.items(), key=_members_first)
        )
    return booked


def _require_balance(points: Mapping[Any, int], description: str) -> None:
    """Require that the points of a booking sum to zero. Raises NotBalanced, which names the booking."""
    total = sum(points.values())
    if total != 0:
        raise NotBalanced(f"The postings of {description} sum to {total}, not to 0.")


def _members_first(posting: tuple[Party, int]) -> tuple[bool, int]:
    """The sort key of a posting: members come first, then accounts of the club, each in the order of their ids."""
    party, _points = posting
    return isinstance(party, ClubAccount), party.pk


def _column(party: Party) -> dict[str, Any]:
    return {"account": party} if isinstance(party, ClubAccount) else {"member": party}


def club_account(*, name: str) -> ClubAccount:
    """The club's account of that name, opened at its first use."""
    account, _ = ClubAccount.objects.get_or_create(name=name)
    return account


def reverse(
    *,
    source: Transaction.Source,
    source_id: int,
    by: Member,
    now: datetime,
    reason: str = "",
    day: date | None = None,
) -> Transaction | None:
    """Book the opposite of this source's present booking, so that the source counts nothing.

    Returns the reversal; None if the source has no present booking.

    The reversal goes into the season of the booking. If this season is closed, the reversal goes into the season of
    `day` (by default the evening of `now`), or if that season is closed, too, into the next open season.
    """
    with write_transaction():
        seasons = _open_seasons(day or evening_of(now))
        current = Transaction.objects.filter(
            source=source, source_id=source_id, reverses=None, reversal=None
        ).first()
        if current is None:
            return None
        season, day = _place(seasons, day or evening_of(now), current)
        reversal = Transaction.objects.create(
            source=source,
            source_id=source_id,
            edition=current.edition,
            unit=current.unit,
            game=current.game,
            season=season,
            day=day,
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
    """Open a season that begins on that day. Bookings of its days move to it from the season where they are.

    Raises SeasonRefused if a closed season has days of the new season, or if a later season is closed.
    """
    with write_transaction():
        divided = Season.objects.on(begins_on).select_for_update(no_key=True).first()
        if divided and divided.is_closed:
            raise SeasonRefused(
                _("%(season)s is closed and reaches beyond that day.")
                % {"season": divided.name}
            )
        if (
            Season.objects.filter(begins_on__gte=begins_on)
            .exclude(closed_at=None)
            .exists()
        ):
            raise SeasonRefused(_("A later season is closed already."))
        season = Season.objects.create(name=name, slug=slug, begins_on=begins_on)
        if divided:
            Transaction.objects.filter(season=divided, day__gte=begins_on).update(
                season=season
            )
        elif following := Season.objects.after(
            season
        ).first():  # the first one took what was played before it
            Transaction.objects.filter(
                season=following, day__lt=following.begins_on
            ).update(season=season)
    return season


def close_season(*, season: Season, by: Member, now: datetime) -> Season:
    """Close a season: nothing more is booked into it, and its balances are carried forward.

    Raises SeasonRefused if the season is closed already or has not reached its last day, if no season comes after it,
    or if an earlier season is open.
    """
    with write_transaction():
        season = Season.objects.select_for_update(no_key=True).get(pk=season.pk)
        words = {"season": season.called}
        if season.is_closed:
            raise SeasonRefused(_("%(season)s is closed already.") % words)
        following = (
            Season.objects.filter(begins_on__gt=season.begins_on)
            .order_by("begins_on")
            .first()
        )
        if following is None:
            raise SeasonRefused(
                _(
                    "Open the season after %(season)s first: what is played later belongs there."
                )
                % words
            )
        if (following.begins_on - timezone.localdate(now)).days > 1:
            raise SeasonRefused(
                _("%(season)s is still on: it can be closed on its last day or later.")
                % words
            )
        if Season.objects.open().filter(begins_on__lt=season.begins_on).exists():
            raise SeasonRefused(_("Close the seasons before it first."))
        season.closed_at, season.closed_by = now, by
        season.closed_after = Transaction.objects.aggregate(
            newest=Max("pk", default=0)
        )["newest"]
        season.save(update_fields=["closed_at", "closed_by", "closed_after"])
        carry_forward(season=season)
    return season


def _open_seasons(day: date) -> list[Season]:
    """The open seasons, oldest first, locked until the transaction ends.

    If no season is open, the year of `day` becomes a season.

    The lock puts bookings one after the other, so that no booking slips into a season that is being closed.
    """
    seasons = list(
        Season.objects.open().select_for_update(no_key=True).order_by("begins_on")
    )
    if seasons:
        return seasons
    season, _ = Season.objects.get_or_create(
        begins_on=date(day.year, 1, 1),
        defaults={"name": SEASON(year=day.year), "slug": str(day.year)},
    )
    return [season]


def _place(
    seasons: Sequence[Season], day: date, earlier: Transaction | None
) -> tuple[Season, date]:
    """The season and the day for a new booking.

    If the season of the booking `earlier` is one of the open `seasons`, the season and the day of `earlier` are
    returned. Otherwise the function returns the open season for `day`, and `day` itself.
    """
    for season in seasons:
        if earlier and season.pk == earlier.season_id:
            return season, earlier.day
    return season_for(seasons, day), day
