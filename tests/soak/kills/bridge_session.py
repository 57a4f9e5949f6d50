"""A player of duplicate by HTTP, whose line breaks now and then.

Each board is recorded by one of its four, and one of the other side says that it is right, or here and there that it
was something else. What was acknowledged is remembered.
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
"""The plan with all pairs, by round and table."""


class Place(NamedTuple):
    """Round, table and board."""

    round: int
    table: int
    board: int

    @property
    def line(self) -> str:
        """The result that is recorded first."""
        return LINES[(self.board + self.table * self.round) % len(LINES)]

    @property
    def other(self) -> str | None:
        """The result that the other side says it was, and that is then agreed to; mostly none."""
        return (
            LINES[LINES.index(self.line) - 1]
            if (self.table + self.board) % 6 == 0
            else None
        )

    def scorer(self, row: MovementRow) -> tuple[int, int]:
        """Number and half of the pair of who records it."""
        return (row.ns, row.ew)[self.board % 2], self.table % 2

    def checker(self, row: MovementRow) -> tuple[int, int]:
        """Number and half of the pair of who answers."""
        return (row.ew, row.ns)[self.board % 2], self.round % 2


class Acknowledged(NamedTuple):
    """A result that its sender was told is there, or is proposed."""

    place: Place
    line: str
    key: UUID


class BrokenLine(Phone):
    """A phone whose line breaks now and then, before a request is heard or before its answer is."""

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
    """One half of a pair, who does what the own page offers."""

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
        """Look at the boards of the round until something is to be done. Returns whether something was."""
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
        """Whether the page of a board asked this player for something."""
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
