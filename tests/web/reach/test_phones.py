"""The addresses that are shown for phones, as the club's settings determine them."""

import pytest

from clubscore.own_addresses import own_addresses
from clubscore.web.reach.phones import is_for_this_computer_alone, phone_addresses

ITSELF = ["localhost", "127.0.0.1", "[::1]"]
NUMBERS = [f"http://{number}:8000" for number in own_addresses()]


@pytest.mark.parametrize(
    ("changed", "expected"),
    [
        ({}, []),
        ({"HOST": "0.0.0.0"}, NUMBERS),
        ({"HOST": "::"}, NUMBERS),
        ({"HOST": "192.168.1.20", "PORT": 80}, ["http://192.168.1.20"]),
        ({"HOST": "fd00::2"}, ["http://[fd00::2]:8000"]),
        (
            {"HOST": "0.0.0.0", "ALLOWED_HOSTS": [*ITSELF, "club.local"]},
            ["http://club.local:8000", *NUMBERS],
        ),
        (
            {"HOST": "192.168.1.20", "ALLOWED_HOSTS": [".club.example", "*"]},
            ["http://192.168.1.20:8000"],
        ),
        ({"CSRF_TRUSTED_ORIGINS": ["https://club.example"]}, ["https://club.example"]),
        (
            {"HTTPS": True, "HOST": "0.0.0.0", "ALLOWED_HOSTS": ["club.example"]},
            ["https://club.example"],
        ),
        (
            {
                "HTTPS": True,
                "CSRF_TRUSTED_ORIGINS": ["https://*.example", "https://a.example"],
            },
            ["https://a.example"],
        ),
    ],
)
def test_names_come_before_numbers_and_what_leads_nowhere_is_left_out(
    settings, changed, expected
):
    for name, value in {
        "HOST": "127.0.0.1",
        "PORT": 8000,
        "ALLOWED_HOSTS": ITSELF,
        **changed,
    }.items():
        setattr(settings, name, value)
    assert phone_addresses() == expected


@pytest.mark.parametrize(
    "host", ["localhost", "127.0.0.1", "127.1.2.3", "[::1]", "club.localhost"]
)
def test_some_addresses_lead_every_device_to_itself(host):
    assert is_for_this_computer_alone(host)
    assert not is_for_this_computer_alone("192.168.1.20")
