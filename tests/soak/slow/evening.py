"""The traffic of an evening, faster: rubbers are played and agreed by players who look at other pages in between."""

import http.client
import random
import re
import threading
import time
from collections.abc import Mapping
from typing import NamedTuple
from urllib.parse import urlencode
from uuid import uuid4

from django.db import connections
from django.utils import timezone

from clubscore.members.models import Member
from clubscore.tables.services import close_table
from scoring import Seat
from tests.bench.scorer import Answer, Browser
from tests.factories import NINE_DEALS, member, rubber_in_play
from tests.server_process import PATIENCE

PAGES = ("/", "/room/", "/ledger/", "/evenings/", "/standings/", "/members/me/")


class Played(NamedTuple):
    """The result of a table's evening: the number of rubbers, and the seconds that each request took."""

    rubbers: int
    times: list[float]


class Table:
    """Four players of rubber after rubber; North keeps the sheet, East looks at other pages and agrees."""

    def __init__(self, number: int, port: int) -> None:
        self._port = port
        self._four: dict[Seat, Member] = {
            seat: member(f"{seat.word} of table {number}") for seat in Seat
        }
        self.browsers = {
            seat: Browser(player, self._send) for seat, player in self._four.items()
        }
        self._times: list[float] = []

    def play(self, stopped: threading.Event, pause: float) -> Played:
        """Play in this thread until a rubber ends after `stopped` is set, with about `pause` seconds
        between two deals.
        """
        rubbers = 0
        try:
            while rubbers == 0 or not stopped.is_set():
                self._play_one(stopped, pause)
                rubbers += 1
        finally:
            connections.close_all()
        return Played(rubbers, self._times)

    def _play_one(self, stopped: threading.Event, pause: float) -> None:
        rubber = rubber_in_play(self._four, now=timezone.now())
        north, east = self.browsers[Seat.NORTH], self.browsers[Seat.EAST]
        for number, line in enumerate(NINE_DEALS, start=1):
            stopped.wait(random.uniform(0.5, 1.5) * pause)
            self._look(north, f"/tables/{rubber.table_id}/")
            fields = {
                "number": number,
                "revision": number - 1,
                "key": uuid4(),
                "line": line,
            }
            self._look(
                north, f"/rubbers/{rubber.pk}/deals/preview/?{urlencode(fields)}"
            )
            answer = north.post(f"/rubbers/{rubber.pk}/deals/", fields)
            assert answer.status in (200, 204), answer.body[:500]
            self._look(east, f"/tables/{rubber.table_id}/sheet/")
            self._look(east, random.choice(PAGES))
        for player in (north, east):
            self._agree(player, rubber.pk)
        rubber.refresh_from_db()
        assert rubber.agreed_at
        close_table(table=rubber.table, now=timezone.now())

    def _look(self, browser: Browser, path: str) -> bytes:
        answer = browser.get(path)
        assert answer.status in (200, 204), (path, answer.status)
        return answer.body

    def _agree(self, player: Browser, rubber: int) -> None:
        page = self._look(player, f"/rubbers/{rubber}/").decode()
        asked = re.search(
            rf'action="/rubbers/{rubber}/agreement/".*?name="version" value="(\d+)"',
            page,
            re.DOTALL,
        )
        assert asked, "nobody is asked to agree"
        answer = player.post(f"/rubbers/{rubber}/agreement/", {"version": asked[1]})
        assert answer.status == 200, answer.body[:500]

    def _send(
        self, method: str, path: str, headers: Mapping[str, str], body: bytes
    ) -> Answer:
        began = time.monotonic()
        connection = http.client.HTTPConnection(
            "127.0.0.1", self._port, timeout=PATIENCE
        )
        try:
            connection.request(method, path, body, dict(headers))
            answer = connection.getresponse()
            return Answer(answer.status, answer.headers, answer.read())
        finally:
            connection.close()
            self._times.append(time.monotonic() - began)
