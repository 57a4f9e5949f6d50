"""Limits on tries within a sliding window, in a table that all processes share."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from ipaddress import IPv6Address, IPv6Network, ip_address

from django.conf import settings
from django.core import signing
from django.db.models import Count, Min, Q
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.crypto import get_random_string, salted_hmac
from django.utils.translation import ngettext

from clubscore.database.write_lock import write_transaction
from clubscore.members.models import Attempt
from clubscore.members.naming import normalised_sign_in_name
from clubscore.refusals import Refused

WINDOW = timedelta(minutes=15)
DEVICE_COOKIE = (
    "known_device"  # not "device": that one has the choices for entering deals
)
ANYBODY = 200
"""Tries from one address, or on one known device, for all names together."""


@dataclass(frozen=True, slots=True)
class TryLimit:
    """At most `most` tries with this key within WINDOW."""

    key: str
    most: int


class TooManyTries(Refused):
    """A limit is reached; the next try is possible in `minutes`."""

    def __init__(self, minutes: int) -> None:
        self.minutes = minutes
        words = ngettext(
            "Too many tries. Wait %(minutes)s minute and try again.",
            "Too many tries. Wait %(minutes)s minutes and try again.",
            minutes,
        )
        super().__init__(words % {"minutes": minutes})


def limits_for(request: HttpRequest, *, action: str, who: str = "") -> list[TryLimit]:
    """The limits on a try from this request, for one name if `who` is given.

    A device that is known, by that name or by any where none is given, has tries of its own: ten for the name, two
    hundred in all. So nobody else’s tries keep its owner out, from wherever they come.

    Else there are ten for the name from one address, thirty for the name from all addresses together, and two hundred
    from one address, which a whole club may share.
    """
    name = _counted_as(who)
    if device := _device_of(request, name):
        limits = [TryLimit(_key(action, "device", device), ANYBODY)]
        return [TryLimit(_key(action, device, name), 10), *limits] if who else limits
    address = _network(request.META.get("REMOTE_ADDR", ""))
    limits = [TryLimit(_key(action, address), ANYBODY)]
    if not who:
        return limits
    return [
        TryLimit(_key(action, address, name), 10),
        TryLimit(_key(action, "everywhere", name), 30),
        *limits,
    ]


def _counted_as(who: str) -> str:
    """The same for all ways to write a name that sign in alike: PostgreSQL compares capitals, in which ı is I."""
    return normalised_sign_in_name(who).upper().casefold()


def _network(address: str) -> str:
    """An IPv4 address as it is, an IPv6 address as its /64: whoever has one has all of those."""
    try:
        ip = ip_address(address)
    except ValueError:
        return address
    if isinstance(ip, IPv6Address):
        return str(ip.ipv4_mapped or IPv6Network((ip, 64), strict=False))
    return address


def _device_of(request: HttpRequest, name: str) -> str:
    """The number of the device, if this name has signed in on it, or any where the name is empty; empty otherwise."""
    device, names = _kept_on(request)
    return device if (_key("device", name) in names if name else names) else ""


def _kept_on(request: HttpRequest) -> tuple[str, list[str]]:
    """The number of the device and the keys of the names that have signed in on it, as its cookie proves."""
    try:
        device, names = signing.loads(
            request.COOKIES.get(DEVICE_COOKIE, ""), salt=DEVICE_COOKIE
        )
    except (signing.BadSignature, TypeError, ValueError):
        return "", []
    return str(device), list(names)


def know_device(
    request: HttpRequest, response: HttpResponse, *, names: Iterable[str]
) -> None:
    """Keep on the device, signed, that these names have signed in there; of all names the last ten."""
    new = [_key("device", _counted_as(name)) for name in names]
    device, before = _kept_on(request)
    keys = [*(each for each in before if each not in new), *new]
    kept = signing.dumps(
        [device or get_random_string(22), keys[-10:]], salt=DEVICE_COOKIE
    )
    response.set_cookie(
        DEVICE_COOKIE,
        kept,
        max_age=60 * 60 * 24 * 365,
        path=reverse("members:sign-in"),
        secure=settings.SESSION_COOKIE_SECURE,
        httponly=True,
        samesite="Lax",
    )


def _key(*parts: str) -> str:
    return salted_hmac(
        "clubscore.members.access.throttle", "\n".join(parts), algorithm="sha256"
    ).hexdigest()


def admit(*, limits: Iterable[TryLimit], now: datetime) -> list[Attempt]:
    """Count a try against each limit; `forget_attempts` takes it out again if it succeeds.

    What a clock that was ahead has written does not count: it would keep everybody out until its time has come.
    Raises TooManyTries at a limit.
    """
    limits = list(limits)
    with write_transaction():
        Attempt.objects.filter(
            Q(at__lte=now - WINDOW) | Q(at__gt=now + WINDOW)
        ).delete()
        made = Attempt.objects.filter(key__in=[limit.key for limit in limits])
        seen = {
            row["key"]: row
            for row in made.values("key").annotate(tries=Count("pk"), first=Min("at"))
        }
        full = [
            row
            for limit in limits
            if (row := seen.get(limit.key)) and row["tries"] >= limit.most
        ]
        if full:
            wait = max(row["first"] for row in full) + WINDOW - now
            raise TooManyTries(max(1, -(-int(wait.total_seconds()) // 60)))
        return Attempt.objects.bulk_create(
            Attempt(key=limit.key, at=now) for limit in limits
        )


def forget_attempts(*, attempts: Iterable[Attempt]) -> None:
    """A try succeeded: forget it, and earlier tries with the same name from the same address."""
    own, *shared = attempts
    with write_transaction():
        Attempt.objects.filter(key=own.key).delete() if shared else own.delete()
        Attempt.objects.filter(pk__in=[attempt.pk for attempt in shared]).delete()
