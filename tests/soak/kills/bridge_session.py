"""A player of duplicate who plays by HTTP over a connection that breaks now and then.

One of the four at the table records each board. A player of the other side confirms the result, or sometimes reports
another one. The acknowledged results are remembered.
"""

import random
import re
import time
from collections.abc import Mapping
from typing import NamedTuple
from uuid import UUID

from clubscore.members.models import Member
from scoring.movements.plan import MovementRow
from tests.bench.scorer import Answer
from tests.soak.kills.phones import Forms, Phone

LINES = ("4sn=", "3nn+1", "2hw-1", "5dxe-2", "p", "4he+1", "1nn=", "6cs-1")
LOST_LINES = 0.04  # of the requests: half of them before they are heard, half before their answer
ADDRESS = re.compile(r"/duplicate/\d+/rounds/(\d+)/A/(\d+)/boards/(\d+)/$")
TAB = re.compile(r'class="board-tab" data-standing="(\w+)" href="([^"]+)"')

Rows = Mapping[tuple[int, int], MovementRow]
"""The row of the movement, including the late pair, by round and table."""


class Place(NamedTuple):
    """A board at one table in one round."""

    round: int
    table: int
    board: int

    @property
    def line(self) -> str:
        """The result that is recorded first, in quick notation."""
        return LINES[(self.board + self.table * self.round) % len(LINES)]

    @property
    def other(self) -> str | None:
        """The other result that the opponents report and that is then accepted; None for most boards."""
        return (
            LINES[LINES.index(self.line) - 1]
            if (self.table + self.board) % 6 == 0
            else None
        )

    def scorer(self, row: MovementRow) -> tuple[int, int]:
        """The pair number and the half of the pair (0 or 1) of the player who records the board."""
        return (row.ns, row.ew)[self.board % 2], self.table % 2

    def checker(self, row: MovementRow) -> tuple[int, int]:
        """The pair number and the half of the pair (0 or 1) of the player who confirms the result."""
        return (row.ew, row.ns)[self.board % 2], self.round % 2


class Acknowledged(NamedTuple):
    """A result that the server has confirmed to its sender, as recorded or as proposed."""

    place: Place
    line: str
    key: UUID


class BrokenLine(Phone):
    """A phone whose connection breaks now and then, before the server has the request or before the phone
    has the answer.
    """

    def open(self, path: str) -> Answer:
        return self._until_answered("GET", path, {})

    def _over_the_line(
        self, method: str, path: str, headers: Mapping[str, str], body: bytes
    ) -> Answer:
        luck = random.random() / LOST_LINES
        if luck < 0.5:
            raise ConnectionError("The line broke.")
        if luck < 1:
            self._line.request(method, path, body, dict(headers))
            time.sleep(0.01)
            raise ConnectionError("The line broke before the answer.")
        return super()._over_the_line(method, path, headers, body)


class Player:
    """One half of a pair, who follows what the member's own page offers."""

    def __init__(
        self,
        member: Member,
        who: tuple[int, int],
        own_table: str,
        rows: Rows,
        port: int,
    ) -> None:
        self.phone = BrokenLine(member, port)
        self._who = who
        self._own_table = own_table
        self._rows = rows
        self.acknowledged: list[Acknowledged] = []
        self.unexpected: list[str] = []

    def turn(self) -> bool:
        """Look at the boards of the round and do the first thing that is asked for.

        Returns True if there was something.
        """
        answer = self.phone.open(self._own_table)
        at = answer.headers.get("Location") or ""
        if not ADDRESS.search(at):
            return False
        tabs = TAB.findall(self.phone.page(at))
        return any(
            self._look(path)
            for standing, path in tabs
            if standing not in {"agreed", "ruled"}
        )

    def _look(self, path: str) -> bool:
        """Open the page of a board and answer what it asks this player. Returns True if it asked for something."""
        place = Place(*map(int, ADDRESS.search(path).groups()))  # type: ignore[union-attr]
        row = self._rows[place.round, place.table]
        page = self.phone.page(path)
        forms = Forms(page).hidden
        if self._who == place.scorer(row):
            if path in forms and 'class="board-ask"' not in page:
                return self._record(path, place, place.line, forms[path])
            if forms.get(f"{path}answer/", {}).get("answer") == "accept":
                return self._send(f"{path}answer/", forms[f"{path}answer/"])
        if self._who == place.checker(row) and f"{path}agreement/" in forms:
            if place.other:
                mine = Forms(self.phone.page(f"{path}?change")).hidden
                return path in mine and self._record(
                    path, place, place.other, mine[path]
                )
            return self._send(f"{path}agreement/", forms[f"{path}agreement/"])
        return False

    def _record(
        self, path: str, place: Place, line: str, hidden: dict[str, str]
    ) -> bool:
        answer = self.phone.send(path, hidden | {"line": line})
        if answer.status == 200:
            self.acknowledged.append(Acknowledged(place, line, UUID(hidden["key"])))
        else:
            self.unexpected.append(f"{line} for {place} was answered {answer.status}")
        return True

    def _send(self, path: str, fields: dict[str, str]) -> bool:
        answer = self.phone.send(path, fields)
        if answer.status != 302:
            self.unexpected.append(f"{path} was answered {answer.status}")
        return True
