"""Limits on attempts within a sliding window of time, in a table that all processes share."""

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
"""The limit of the number of attempts from one address, or on one known device, for all names together."""


@dataclass(frozen=True, slots=True)
class TryLimit:
    """A limit: at most `most` attempts under this key within WINDOW.

    `key` is a keyed hash of the action and of what is limited, such as an address and a name.
    """

    key: str
    most: int


class TooManyTries(Refused):
    """The refusal of an attempt because a limit is reached. The next attempt is possible in `minutes` minutes."""

    def __init__(self, minutes: int) -> None:
        self.minutes = minutes
        words = ngettext(
            "Too many tries. Wait %(minutes)s minute and try again.",
            "Too many tries. Wait %(minutes)s minutes and try again.",
            minutes,
        )
        super().__init__(words % {"minutes": minutes})


def limits_for(request: HttpRequest, *, action: str, who: str = "") -> list[TryLimit]:
    """The limits on an attempt from this request; with `who`, also the limits on attempts for this name.

    `action` says what is attempted, such as `sign in`. Each action has its own count.

    A device on which this name (without `who`: any name) has signed in before has its own limits: ten attempts for the
    name, two hundred in all. So attempts from other devices do not keep the owner of the name out.

    On other devices the limits are ten attempts for the name from one address, thirty for the name from all addresses,
    and two hundred from one address, which a whole club may share.
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
    """The name under which attempts are counted. It is equal for all spellings with which one member can sign in.

    The name is changed to capitals first, because PostgreSQL compares names in capitals, where `ı` and `i` are equal.
    """
    return normalised_sign_in_name(who).upper().casefold()


def _network(address: str) -> str:
    """An IPv4 address unchanged, or the /64 network of an IPv6 address, because one owner has the whole network."""
    try:
        ip = ip_address(address)
    except ValueError:
        return address
    if isinstance(ip, IPv6Address):
        return str(ip.ipv4_mapped or IPv6Network((ip, 64), strict=False))
    return address


def _device_of(request: HttpRequest, name: str) -> str:
    """The number of the device, from its cookie, if this name has signed in on the device; else an empty text.

    If `name` is empty, it is enough that any name has signed in on the device.
    """
    device, names = _kept_on(request)
    return device if (_key("device", name) in names if name else names) else ""


def _kept_on(request: HttpRequest) -> tuple[str, list[str]]:
    """The number of the device, and the keys of the names that have signed in on it, from the device's signed cookie.

    Both are empty if the cookie is missing or its signature is wrong.
    """
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
    """Set a signed cookie on the response, which notes that these names have signed in on this device.

    The cookie holds the last ten names that have signed in on the device.
    """
    new = [_key("device", _counted_as(name)) for name in names]
    device, before = _kept_on(request)
    keys = [*(key for key in before if key not in new), *new]
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
    """Count an attempt against each limit. Returns the stored attempts, for `forget_attempts` if the attempt succeeds.

    Raises TooManyTries if a limit is reached. Attempts that a wrong clock has dated more than WINDOW in the future are
    deleted, because they would count until that time.
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
    """Delete the attempts that `admit` has stored for an attempt which then succeeded.

    If the attempt was for a name, the earlier attempts for this name from this address or device are deleted, too.
    """
    own, *shared = attempts
    with write_transaction():
        Attempt.objects.filter(key=own.key).delete() if shared else own.delete()
        Attempt.objects.filter(pk__in=[attempt.pk for attempt in shared]).delete()
