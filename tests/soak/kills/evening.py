"""An evening at eight tables that continues whatever happens to the server; North and East of each have phones."""

import re
import threading
import time
from collections import Counter
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager
from typing import NamedTuple
from uuid import UUID

from django.utils import timezone

from clubscore.rubbers.models import Rubber
from scoring import Seat
from tests.factories import NINE_DEALS, member, rubber_in_play
from tests.soak.kills.phones import Forms, Phone

TABLES = 8
RECORDED = {200, 204}  # 204: it was the last deal of its rubber
PATIENCE = 120.0  # seconds: a busy machine is no failure
DEALS = re.compile(r"/rubbers/(\d+)/deals/$")
AGREEMENT = re.compile(r"/rubbers/(\d+)/agreement/$")


class Acknowledged(NamedTuple):
    """A deal whose recorder was told by the server that it is on the sheet."""

    rubber: int
    number: int
    line: str
    key: UUID


class Table:
    """A table that plays rubber after rubber of the same nine deals.

    North records the deals, North and East agree, and North starts the next rubber.
    """

    def __init__(self, rubber: Rubber, port: int) -> None:
        self.pk = rubber.table_id
        self.rubber = rubber
        self.north = Phone(rubber.players[Seat.NORTH], port)
        self.east = Phone(rubber.players[Seat.EAST], port)
        self.acknowledged: list[Acknowledged] = []
        self.unexpected: list[str] = []

    def turn(self) -> None:
        """Do the next thing that the page of the table offers."""
        page = self.north.page(self._page)
        if action := _action(page, DEALS):
            self._record(action, page)
        elif not self._agree(self.north, page) and not self._agree(
            self.east, self.east.page(self._page)
        ):
            self._expect(
                self.north.send(f"{self._page}rubbers/", self._dealer(page)).status,
                {302},
                "starting a rubber",
            )

    @property
    def _page(self) -> str:
        return f"/tables/{self.pk}/"

    def _dealer(self, page: str) -> dict[str, object]:
        return {"dealer": "N", **Forms(page).hidden[f"{self._page}rubbers/"]}

    def _record(self, action: str, page: str) -> None:
        hidden = Forms(page).hidden[action]
        number = int(hidden["number"])
        line = NINE_DEALS[number - 1]
        answer = self.north.send(action, hidden | {"line": line})
        self._expect(answer.status, RECORDED, f"deal {number} of {action}")
        if answer.status in RECORDED:
            rubber = re.search(DEALS, action)
            assert rubber
            self.acknowledged.append(
                Acknowledged(int(rubber[1]), number, line, UUID(hidden["key"]))
            )

    def _agree(self, phone: Phone, page: str) -> bool:
        """Agree to the net score if the page asks this player to. Returns True if it did."""
        action = _action(page, AGREEMENT)
        if not action or 'id="agree-net"' not in page:
            return False
        self._expect(
            phone.send(action, Forms(page).hidden[action]).status, {200}, action
        )
        return True

    def _expect(self, status: int, expected: Collection[int], what: str) -> None:
        if status not in expected:
            self.unexpected.append(f"{what} was answered {status}")


def _action(page: str, address: re.Pattern[str]) -> str | None:
    return next(
        (action for action in Forms(page).hidden if address.search(action)), None
    )


class Evening:
    """Tables that play in threads of their own while the block of `play` runs."""

    def __init__(self, port: int, *, tables: int = TABLES) -> None:
        cast = (
            {seat: member(f"{seat.word} {number}") for seat in Seat}
            for number in range(1, tables + 1)
        )
        self.tables = [
            Table(rubber_in_play(players, now=timezone.now()), port) for players in cast
        ]
        self._errors: list[BaseException] = []
        self._is_over = threading.Event()

    @contextmanager
    def play(self) -> Iterator[None]:
        """Inside the block all tables play."""
        self._is_over.clear()
        self._threads = [
            threading.Thread(target=self._play, args=(table,), daemon=True)
            for table in self.tables
        ]
        for thread in self._threads:
            thread.start()
        try:
            yield
        except BaseException:
            for phone in self.phones:
                phone.patience = 0
            raise
        finally:
            self.stop()
        assert not self._errors, self._errors

    def stop(self) -> None:
        """Stop playing, and wait until each table has its last answer."""
        self._is_over.set()
        for thread in self._threads:
            thread.join()

    def every_table_plays_on(self, deals: int) -> None:
        """Wait until `deals` further deals are acknowledged at each table.

        Raises TimeoutError if a table stands still.
        """
        enough = [len(table.acknowledged) + deals for table in self.tables]
        _wait_until(
            lambda: all(
                len(table.acknowledged) >= number
                for table, number in zip(self.tables, enough, strict=True)
            )
        )

    def is_answered(self, answers: int, statuses: Collection[int]) -> None:
        """Wait until `answers` further requests have one of these statuses. Raises TimeoutError."""
        enough = self._number_of(statuses) + answers
        _wait_until(lambda: self._number_of(statuses) >= enough)

    def _number_of(self, statuses: Collection[int]) -> int:
        return sum(self.statuses[status] for status in statuses)

    def _play(self, table: Table) -> None:
        try:
            while not self._is_over.is_set():
                table.turn()
        except BaseException as error:
            self._errors.append(error)
        finally:
            table.north.close()
            table.east.close()

    @property
    def acknowledged(self) -> list[Acknowledged]:
        return [deal for table in self.tables for deal in list(table.acknowledged)]

    @property
    def phones(self) -> list[Phone]:
        return [phone for table in self.tables for phone in (table.north, table.east)]

    @property
    def statuses(self) -> Counter[int]:
        return sum((phone.statuses for phone in self.phones), Counter())

    @property
    def unexpected(self) -> list[str]:
        return [sentence for table in self.tables for sentence in table.unexpected]

    def figures(self) -> str:
        """One line of text: the number of requests, of each status, and of requests without an answer."""
        lost, repeated = (
            sum(getattr(phone, name) for phone in self.phones)
            for name in ("lost", "repeated")
        )
        answers = ", ".join(
            f"{number} × {status}" for status, number in sorted(self.statuses.items())
        )
        return (
            f"{self.statuses.total() + lost} requests ({answers}, {lost} without an answer), "
            f"{repeated} sent again, {len(self.acknowledged)} deals acknowledged"
        )


def _wait_until(condition: Callable[[], bool]) -> None:
    give_up = time.monotonic() + PATIENCE
    while not condition():
        if time.monotonic() > give_up:
            raise TimeoutError(f"The evening stood still for {PATIENCE:g} seconds.")
        time.sleep(0.02)
