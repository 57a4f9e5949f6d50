from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client

from clubscore.members.access.sessions import BEGUN
from clubscore.members.models import Member
from tests.factories import PASSWORD, member
from tests.members.passkeys.device import Device


class ClubClient(Client):
    """A test client that opens every page under https://club.example."""

    def request(self, **request: Any) -> Any:
        return super().request(
            **request
            | {
                "SERVER_NAME": "club.example",
                "SERVER_PORT": "443",
                "wsgi.url_scheme": "https",
            }
        )


@pytest.fixture(autouse=True)
def fixed_name(settings: Any) -> None:
    """Set up HTTPS and the host name club.example in the settings."""
    settings.HTTPS = settings.SESSION_COOKIE_SECURE = settings.CSRF_COOKIE_SECURE = True
    settings.ALLOWED_HOSTS = ["club.example", "testserver"]


@pytest.fixture
def at_club() -> Callable[..., Client]:
    """A function that returns a client at https://club.example, signed in as the given member if there is one."""

    def at_club(who: Member | None = None) -> Client:
        client = ClubClient()
        if who:
            client.force_login(who)
        return client

    return at_club


@pytest.fixture
def stranger(at_club: Callable[..., Client]) -> Client:
    return at_club()


@pytest.fixture
def anna() -> Member:
    return member("Anna Weiss", password=PASSWORD, email="anna@club.example")


@pytest.fixture
def phone(anna: Member, at_club: Callable[..., Client]) -> Device:
    """Anna's phone, which holds one passkey of hers."""
    client, device = at_club(anna), Device()
    add(client, device)
    return device


def add(client: Client, device: Device) -> Any:
    """Make a passkey on the device for the client's signed-in member. Returns the response of the club."""
    options = asked(client, "/members/me/passkeys/challenge/", password=PASSWORD)[
        "options"
    ]
    return client.post("/members/me/passkeys/", {"credential": device.make(options)})


def asked(client: Client, path: str, **form: Any) -> dict[str, Any]:
    return client.post(path, form).json()


def sign_in(client: Client, device: Device, **form: Any) -> Any:
    options = asked(client, "/sign-in/passkey/challenge/")["options"]
    return client.post("/sign-in/passkey/", {"credential": device.use(options), **form})


def is_in(client: Client) -> bool:
    return client.get("/members/me/").status_code == 200


def begin_now(client: Client, moment: Any) -> None:
    """Set the time at which this client's session began to `moment`."""
    session = client.session
    session[BEGUN] = moment.isoformat()
    session.save()
