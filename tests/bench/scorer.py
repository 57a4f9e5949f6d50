"""A browser for benches in which one player keeps the sheet: it opens the table and records deals."""

import re
from collections.abc import Callable, Mapping
from email.message import Message
from http.cookies import SimpleCookie
from itertools import count
from typing import NamedTuple
from uuid import uuid4
from wsgiref.headers import Headers

from django.test import Client

from clubscore.members.models import Member
from clubscore.rubbers.models import Rubber
from scoring import Seat
from tests.factories import member, rubber_in_play
from tests.forms import closed

# Contract, declarer, result, risk. After two partscores nobody makes anything, so that the rubber never ends.
TAPS = [("2H", "S", "0", ""), ("1NT", "W", "0", "")]
TAPS_AFTER = [
    ("4S", "E", "-1", ""),
    ("3NT", "N", "-2", ""),
    ("4H", "S", "-1", "X"),
    ("1D", "W", "-3", ""),
]
LINES_AFTER = ("4se-1", "3nn-2", "4hxs-1", "1dw-3")  # the same as typed
FORM = "application/x-www-form-urlencoded"


class Played(NamedTuple):
    """A rubber in play and its North, who keeps the sheet."""

    rubber: Rubber
    north: Member


class Answer(NamedTuple):
    status: int
    headers: Message | Headers
    body: bytes


Send = Callable[[str, str, Mapping[str, str], bytes], Answer]


class Browser:
    """A signed-in member with one connection. `send` takes method, path, headers and body."""

    def __init__(self, member: Member, send: Send) -> None:
        client = Client()
        client.force_login(member)
        self.cookies = {name: cookie.value for name, cookie in client.cookies.items()}
        self._send = send

    def get(self, path: str, **headers: str) -> Answer:
        return self._request("GET", path, headers)

    def post(self, path: str, fields: Mapping[str, object], **headers: str) -> Answer:
        """Send a form as htmx does, and return the answer. The browser must have read a page with a form before."""
        body = closed(fields, self.token).encode()
        return self._request(
            "POST", path, {"Content-Type": FORM, "HX-Request": "true"} | headers, body
        )

    def _request(
        self, method: str, path: str, headers: Mapping[str, str], body: bytes = b""
    ) -> Answer:
        cookie = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        answer = self._send(
            method,
            path,
            {"Cookie": cookie, "Content-Length": str(len(body))} | dict(headers),
            body,
        )
        for name, value in answer.headers.items():
            if name.lower() == "set-cookie":
                self.cookies |= {
                    key: morsel.value for key, morsel in SimpleCookie(value).items()
                }
        if token := re.search(
            rb'name="csrfmiddlewaretoken" value="(\w+)"', answer.body
        ):
            self.token = token[1].decode()
        return answer


class Scorer(Browser):
    """The browser of North, who records one deal after the other at North's table; a refused deal fails the bench."""

    def __init__(self, played: Played, send: Send) -> None:
        super().__init__(played.north, send)
        self.table = f"/tables/{played.rubber.table_id}/"
        self.deals = f"/rubbers/{played.rubber.pk}/deals/"

    def open(self, **headers: str) -> Answer:
        """Load the page of the table, and return the answer."""
        return self._seen(self.get(self.table, **headers))

    def record(self, **headers: str) -> Answer:
        """Record the next deal, and return the answer."""
        taps = (
            TAPS[self.number - 1]
            if self.number <= len(TAPS)
            else TAPS_AFTER[self.number % len(TAPS_AFTER)]
        )
        tapped = dict(
            zip(("contract", "declarer", "result", "risk"), taps, strict=True)
        )
        untouched = dict.fromkeys(
            ("honours", "transferred_side", "transferred_tricks", "note", "line"), ""
        )
        hidden = {"number": self.number, "revision": self.revision, "key": uuid4()}
        expected = self.number + 1
        answer = self._seen(
            self.post(self.deals, tapped | untouched | hidden, **headers)
        )
        assert self.number == expected, f"deal {expected - 1} was not recorded"
        return answer

    def _seen(self, answer: Answer) -> Answer:
        assert answer.status == 200, answer.headers
        self.number = int(re.search(rb'data-next="(\d+)"', answer.body)[1])
        self.revision = int(
            re.search(rb'name="revision" value="(\d+)"', answer.body)[1]
        )
        return answer


NUMBERS = count(1)


def tables_in_play(number: int, *, deals: int = 0) -> list[Played]:
    """Start so many rubbers, each at its own table with its own four players and `deals` deals recorded."""
    return [_table_in_play(next(NUMBERS), deals) for _ in range(number)]


def _table_in_play(number: int, deals: int) -> Played:
    lines = tuple(LINES_AFTER[deal % len(LINES_AFTER)] for deal in range(deals))
    four = {seat: member(f"{seat.word} of bench {number}") for seat in Seat}
    return Played(rubber_in_play(four, lines=lines), four[Seat.NORTH])
