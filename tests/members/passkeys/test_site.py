"""Passkeys are bound to one name: the first HTTPS address of the settings."""

from typing import Any

import pytest

from clubscore.members.passkeys.site import fixed_site

HTTPS = {"HTTPS": True, "ALLOWED_HOSTS": ["localhost"], "CSRF_TRUSTED_ORIGINS": []}


@pytest.mark.parametrize(
    ("changed", "expected"),
    [
        (
            {"ALLOWED_HOSTS": ["localhost", "club.example", "old.example"]},
            ("club.example", "https://club.example"),
        ),
        (
            {"CSRF_TRUSTED_ORIGINS": ["https://Club.example:8443"]},
            ("club.example", "https://club.example:8443"),
        ),
        ({"ALLOWED_HOSTS": ["club.example"], "HTTPS": False}, None),
        ({"ALLOWED_HOSTS": ["192.168.1.20"]}, None),
        ({"ALLOWED_HOSTS": [".club.example", "*"]}, None),
        ({"CSRF_TRUSTED_ORIGINS": ["http://club.example"]}, None),
        ({}, None),
    ],
)
def test_the_name_of_the_passkeys(
    settings: Any, changed: dict[str, Any], expected: tuple[str, str] | None
):
    for name, value in (HTTPS | changed).items():
        setattr(settings, name, value)
    assert fixed_site() == expected
