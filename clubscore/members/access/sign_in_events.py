"""Notes of sign-ins and failed attempts: rows for ninety days, and lines in the log."""

import logging
from datetime import datetime, timedelta
from ipaddress import IPv6Address, ip_address, ip_network

from django.http import HttpRequest
from django.utils.translation import override

from clubscore.database.write_lock import write_transaction
from clubscore.members.access.sessions import device_of
from clubscore.members.models import Member, SignInEvent
from clubscore.members.naming import normalised_sign_in_name

logger = logging.getLogger(__name__)

KEPT_FOR = timedelta(days=90)
FAILURES_AN_HOUR = (
    500  # that are kept: who guesses from many addresses must not fill the disk
)
AT_ONCE = 500  # rows swept out in one transaction

What = SignInEvent.What


def note_sign_in(
    *,
    what: SignInEvent.What,
    request: HttpRequest,
    member: Member | None,
    now: datetime,
) -> None:
    """Log a sign-in event and store it. `member` is None for a name that no member has.

    A failure is not stored if 500 failures were stored within the last hour.
    """
    network, device = (
        network_of(request.META.get("REMOTE_ADDR", "")),
        device_of(request.headers.get("User-Agent", "")),
    )
    whom = f"member {member.pk}" if member else "an unknown name"
    level = logging.WARNING if what in SignInEvent.FAILURES else logging.INFO
    with override(None):  # the log has one language
        said = what.label.capitalize()
    logger.log(level, "%s: %s, from %s, %s", said, whom, network or "nowhere", device)
    with write_transaction():
        if what in SignInEvent.FAILURES and _are_many(now):
            return
        SignInEvent.objects.create(
            what=what, member=member, network=network, device=device, at=now
        )


def _are_many(now: datetime) -> bool:
    lately = SignInEvent.objects.filter(
        what__in=SignInEvent.FAILURES, at__gt=now - timedelta(hours=1)
    )
    return lately[: FAILURES_AN_HOUR + 1].count() >= FAILURES_AN_HOUR


def member_named(typed: str) -> Member | None:
    """The member with the typed sign-in name; None if no member has it."""
    name = normalised_sign_in_name(typed)
    if not name or len(name) > 150 or "\0" in name:
        return None
    return Member.objects.filter(username__iexact=name).first()


def network_of(address: str) -> str:
    """The network of an address, too large to name a single household: 203.0.113.0/24, 2001:db8:1::/48.

    Empty for a text that is no IP address.
    """
    try:
        ip = ip_address(address)
    except ValueError:
        return ""
    if isinstance(ip, IPv6Address) and ip.ipv4_mapped:
        ip = ip.ipv4_mapped
    prefix_length = 48 if isinstance(ip, IPv6Address) else 24
    network = ip_network((ip, prefix_length), strict=False)
    return str(network)


def sweep_sign_ins(*, now: datetime) -> int:
    """Delete the sign-in events that are older than KEPT_FOR. Returns the number of deleted events.

    Events that a wrong clock has dated more than KEPT_FOR in the future are deleted, too.
    """
    swept = 0
    old = SignInEvent.objects.exclude(at__gt=now - KEPT_FOR, at__lte=now + KEPT_FOR)
    while keys := list(old.values_list("pk", flat=True)[:AT_ONCE]):
        with write_transaction():
            swept += SignInEvent.objects.filter(pk__in=keys).delete()[0]
    return swept
