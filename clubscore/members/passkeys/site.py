"""The site to which passkeys are bound."""

from ipaddress import ip_address
from typing import NamedTuple
from urllib.parse import urlsplit

from django.conf import settings
from django.http import HttpRequest

from clubscore.web.reach.phones import is_for_this_computer_alone, phone_addresses


class PasskeySite(NamedTuple):
    """The site of passkeys: the club's host name, `club.example`, and its origin as browsers send it.

    The origin is the name with the scheme, `https://club.example`.
    """

    name: str
    origin: str


def fixed_site() -> PasskeySite | None:
    """The site of passkeys: the first HTTPS address in the settings with a host name; None if there is no such address.

    An IP number does not count. A passkey works only under the host name for which it was made. So there is one site,
    the address on the poster.
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
    """The site of passkeys if this page was opened under its address, else None.

    Elsewhere browsers refuse the passkeys of the site.
    """
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
