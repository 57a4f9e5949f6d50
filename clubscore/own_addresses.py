"""The IP numbers of this computer in its networks, such as 192.168.1.20, by which phones of the house reach it."""

import socket
from collections.abc import Iterator
from ipaddress import IPv4Address, IPv6Address, ip_address

import ifaddr

# Networks that exist inside this computer only: containers and virtual machines.
VIRTUAL = (
    "br-",
    "docker",
    "lxc",
    "podman",
    "vboxnet",
    "veth",
    "vethernet",
    "virbr",
    "vmnet",
)
# An address of the documents (RFC 5737), to which nothing is sent.
ANYWHERE = (
    "192.0.2.1",
    9,
)


def is_own_address(host: str, arrived_at: str) -> bool:
    """True if the host of a request is this computer's own IP number in a network, at which the request arrived.

    `arrived_at` is that IP number. The result is False for a public number and for a loopback such as 127.0.0.1. A host
    that passes need not be in ALLOWED_HOSTS (decision 0031). It is a number, and DNS rebinding, by which other sites
    reach this computer, works only with a name. Links made from this number lead to this computer.
    """
    named, reached = (
        _number(host.removeprefix("[").removesuffix("]")),
        _number(arrived_at),
    )
    return (
        named is not None
        and named == reached
        and not (named.is_global or named.is_loopback)
    )


def own_addresses() -> list[str]:
    """The IPv4 numbers at which phones of the house may reach this computer, the most likely one first."""
    found = dict.fromkeys(
        number for number in (_on_the_way_out(), *_of_adapters()) if number
    )
    return [
        str(number)
        for number in found
        if not (number.is_global or number.is_loopback or number.is_link_local)
    ]


def _on_the_way_out() -> IPv4Address | None:
    """The IP number that this computer uses for connections to others; None without a network."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as way:
        try:
            way.connect(ANYWHERE)  # only looks up the route
        except OSError:
            return None
        return IPv4Address(way.getsockname()[0])


def _of_adapters() -> Iterator[IPv4Address]:
    for adapter in ifaddr.get_adapters():
        if not adapter.nice_name.lower().startswith(VIRTUAL):
            yield from (
                IPv4Address(address.ip) for address in adapter.ips if address.is_IPv4
            )


def _number(text: str) -> IPv4Address | IPv6Address | None:
    try:
        number = ip_address(text.partition("%")[0])
    except ValueError:
        return None
    return getattr(number, "ipv4_mapped", None) or number
