"""The name on the net to which passkeys are bound."""

from ipaddress import ip_address
from typing import NamedTuple
from urllib.parse import urlsplit

from django.conf import settings
from django.http import HttpRequest

from clubscore.web.reach.phones import is_for_this_computer_alone, phone_addresses


class PasskeySite(NamedTuple):
    """The club's name on the net, `club.example`, and the address that browsers show: `https://club.example`."""

    name: str
    origin: str


def fixed_site() -> PasskeySite | None:
    """The first HTTPS address of the settings; None where the club has none, or only a number.

    A passkey works under the very name for which it was made, so there is one, and it is the one on the poster.
    """
    if not settings.HTTPS:
        return None
    for address in phone_addresses():
        parts = urlsplit(address.lower())
        name = parts.hostname or ""
        if (
            parts.scheme == "https"
            and not is_for_this_computer_alone(name)
            and not _is_number(name)
        ):
            return PasskeySite(name, f"https://{parts.netloc}")
    return None


def site_of(request: HttpRequest) -> PasskeySite | None:
    """The site, where this page was opened under its address: under another, browsers refuse its passkeys."""
    site = fixed_site()
    return (
        site
        if site
        and request.is_secure()
        and f"https://{request.get_host().lower()}" == site.origin
        else None
    )


def _is_number(name: str) -> bool:
    try:
        ip_address(name)
    except ValueError:
        return False
    return True
