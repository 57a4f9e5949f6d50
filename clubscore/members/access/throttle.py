"""Limits on tries within a sliding window, in a table that all processes share."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import Count, Min
from django.http import HttpRequest
from django.utils.crypto import salted_hmac

from clubscore.members.models import Attempt
from clubscore.refusals import Refused
from clubscore.write_lock import write_transaction

WINDOW = timedelta(minutes=15)


@dataclass(frozen=True, slots=True)
class Limit:
    """At most `most` tries with this key within WINDOW."""

    key: str
    most: int


class TooManyTries(Refused):
    """A limit is reached; the next try is possible in `minutes`."""

    def __init__(self, minutes: int) -> None:
        self.minutes = minutes
        super().__init__(f"Too many tries. Wait {minutes} minute{'' if minutes == 1 else 's'} and try again.")


def limits_for(request: HttpRequest, *, action: str, who: str = "") -> list[Limit]:
    """Ten tries for one name from one address; two hundred from one address, which a whole club may share."""
    address = request.META.get("REMOTE_ADDR", "")
    limits = [Limit(_key(action, address), 200)]
    return [Limit(_key(action, address, who.casefold()), 10), *limits] if who else limits


def _key(*parts: str) -> str:
    return salted_hmac("clubscore.members.access.throttle", "\n".join(parts), algorithm="sha256").hexdigest()


def admit(*, limits: Iterable[Limit], now: datetime) -> list[Attempt]:
    """Count a try against each limit; `forget_attempts` takes it out again if it succeeds.

    Raises TooManyTries at a limit.
    """
    limits = list(limits)
    with write_transaction():
        Attempt.objects.filter(at__lte=now - WINDOW).delete()
        made = Attempt.objects.filter(key__in=[limit.key for limit in limits])
        seen = {row["key"]: row for row in made.values("key").annotate(tries=Count("pk"), first=Min("at"))}
        full = [row for limit in limits if (row := seen.get(limit.key)) and row["tries"] >= limit.most]
        if full:
            wait = max(row["first"] for row in full) + WINDOW - now
            raise TooManyTries(max(1, -(-int(wait.total_seconds()) // 60)))
        return Attempt.objects.bulk_create(Attempt(key=limit.key, at=now) for limit in limits)


def forget_attempts(*, attempts: Iterable[Attempt]) -> None:
    """A try succeeded: forget it, and earlier tries with the same name from the same address."""
    own, *shared = attempts
    with write_transaction():
        Attempt.objects.filter(key=own.key).delete() if shared else own.delete()
        Attempt.objects.filter(pk__in=[attempt.pk for attempt in shared]).delete()
