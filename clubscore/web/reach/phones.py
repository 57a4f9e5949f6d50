"""The addresses by which phones find the club."""

from ipaddress import ip_address

from django.conf import settings

from clubscore.own_addresses import own_addresses

EVERYWHERE = ("0.0.0.0", "::")
ITSELF = ("localhost", "127.0.0.1", "[::1]", "::1", "*")


def phone_addresses() -> list[str]:
    """Full addresses such as `http://…`: CSRF_TRUSTED_ORIGINS, then ALLOWED_HOSTS, then this computer's IP numbers.

    With HTTPS, the list is CSRF_TRUSTED_ORIGINS; if that is empty, the hosts of ALLOWED_HOSTS with `https://`.
    Without HTTPS, if the server listens for this computer only, phones can reach it only through a proxy: the list is
    CSRF_TRUSTED_ORIGINS, even if that is empty. Origins with `*` are left out.
    """
    behind_a_proxy = [
        origin.rstrip("/")
        for origin in settings.CSRF_TRUSTED_ORIGINS
        if "*" not in origin
    ]
    if settings.HTTPS:
        return behind_a_proxy or [f"https://{name}" for name in _names()]
    if is_for_this_computer_alone(settings.HOST):
        return behind_a_proxy
    numbers = own_addresses() if settings.HOST in EVERYWHERE else [settings.HOST]
    return [
        *behind_a_proxy,
        *(_address_of(host) for host in dict.fromkeys([*_names(), *numbers])),
    ]


def is_for_this_computer_alone(host: str) -> bool:
    """True if this host, such as localhost, is the name or number by which every device reaches only itself."""
    host = host.removeprefix("[").removesuffix("]")
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost" or host.endswith(".localhost")


def _names() -> list[str]:
    """The hosts of ALLOWED_HOSTS, without names of this computer and without patterns for whole domains."""
    return [
        host
        for host in settings.ALLOWED_HOSTS
        if host not in ITSELF and not host.startswith(".")
    ]


def _address_of(host: str) -> str:
    named = f"[{host}]" if ":" in host and not host.startswith("[") else host
    return (
        f"http://{named}" if settings.PORT == 80 else f"http://{named}:{settings.PORT}"
    )
