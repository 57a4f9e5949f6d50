"""Strangers on the club's own network try names and links, while members still sign in, with real cookies."""

import re
from collections.abc import Iterator
from http.cookiejar import CookieJar
from urllib.error import HTTPError
from urllib.request import HTTPCookieProcessor, Request, build_opener

import pytest
from django.utils import timezone

from clubscore.members.invitations.queries import token_of
from clubscore.members.invitations.services import invite
from clubscore.members.models import Member
from clubscore.members.roles import Role
from tests.factories import NOON, PASSWORD, member
from tests.forms import TOKEN, closed
from tests.server_process import ServerProcess

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.slow,
    pytest.mark.landing,
]
SIGN_IN, DEVICE = "/sign-in/", "/members/me/device/"


class Browser:
    """A browser with its own cookies. All browsers have one IP address, as on the club's network."""

    def __init__(self, server: ServerProcess) -> None:
        self._url, self.cookies = server.url, CookieJar()
        self._token = ""
        self._opener = build_opener(HTTPCookieProcessor(self.cookies))

    def get(self, path: str) -> int:
        return self._ask(Request(self._url + path))[0]

    def post(self, path: str, **fields: str) -> int:
        """Send a form with the token of the last page that had one.

        Returns the status of the page after all redirects.
        """
        if not self._token:
            self.get(SIGN_IN)
        return self._ask(
            Request(self._url + path, closed(fields, self._token).encode())
        )[0]

    def is_in(self) -> bool:
        return "sessionid" in {cookie.name for cookie in self.cookies}

    def _ask(self, request: Request) -> tuple[int, str]:
        try:
            with self._opener.open(request, timeout=60) as answer:
                status, page = answer.status, answer.read().decode()
        except HTTPError as refused:
            status, page = refused.code, refused.read().decode()
        if found := re.search(rf'name="{TOKEN}" value="(\w+)"', page):
            self._token = found[1]
        return status, page


@pytest.fixture
def server() -> Iterator[ServerProcess]:
    with ServerProcess() as running:
        yield running


def test_a_known_device_comes_in_whatever_strangers_beside_it_try(
    server: ServerProcess,
) -> None:
    member("Anna", password=PASSWORD)
    anna = Browser(server)
    assert anna.post(SIGN_IN, username="anna", password=PASSWORD) == 200
    assert anna.is_in()
    assert anna.post(DEVICE, left_handed="on", tick="on") == 200
    assert anna.post("/sign-out/") == 200
    assert not anna.is_in()

    stranger = Browser(server)
    tried = [
        stranger.post(SIGN_IN, username=f"nobody{number}", password="guess")
        for number in range(205)
    ]
    assert tried[0] == 200
    assert tried[-1] == 429, "the address is shut for those whom nobody knows"
    assert Browser(server).post(SIGN_IN, username="anna", password=PASSWORD) == 429
    assert anna.post(SIGN_IN, username="anna", password=PASSWORD) == 200
    assert anna.is_in()


def test_an_invitation_is_taken_whatever_strangers_beside_it_guess(
    server: ServerProcess,
) -> None:
    admin = member("Sam", role=Role.ADMIN)
    invited = Member.objects.create(name="Anna Weiss", joined_at=NOON)
    token = token_of(invite(member=invited, by=admin, now=timezone.now()))
    stranger = Browser(server)
    tried = [stranger.get(f"/join/{number:032}/") for number in range(205)]
    assert tried[-1] == 429
    assert Browser(server).get(f"/join/{token}/") == 200
