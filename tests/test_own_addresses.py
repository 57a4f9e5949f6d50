"""The IP addresses of this computer, and which of them need no permission."""

from ipaddress import ip_address

import pytest

from clubscore.own_addresses import is_own_address, own_addresses


@pytest.mark.parametrize(
    ("host", "arrived_at"),
    [
        ("192.168.1.20", "192.168.1.20"),
        ("10.0.0.5", "::ffff:10.0.0.5"),
        ("169.254.7.1", "169.254.7.1"),
        ("[fd00::2]", "fd00::2"),
        ("[fe80::1]", "fe80::1%eth0"),
    ],
)
def test_a_house_reaches_its_computer_by_number(host, arrived_at):
    assert is_own_address(host, arrived_at)


@pytest.mark.parametrize(
    ("host", "arrived_at"),
    [
        # A name of somebody else's, which may lead here.
        (
            "club.example",
            "192.168.1.20",
        ),
        # Another computer, to which a link would lead.
        (
            "192.168.1.21",
            "192.168.1.20",
        ),
        ("8.8.8.8", "8.8.8.8"),  # not of a house
        ("192.168.1.20", "localhost"),
        ("192.168.1.20", ""),
        ("", ""),
        ("127.0.0.1", "127.0.0.1"),  # where a proxy of this computer arrives
    ],
)
def test_everything_else_needs_leave(host, arrived_at):
    assert not is_own_address(host, arrived_at)


def test_the_numbers_are_of_the_network_and_each_is_there_once():
    numbers = own_addresses()
    assert len(numbers) == len(set(numbers))
    assert [
        number
        for number in numbers
        if ip_address(number).is_loopback or ip_address(number).is_global
    ] == []
