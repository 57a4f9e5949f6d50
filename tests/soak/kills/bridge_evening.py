"""An evening of duplicate by HTTP clients: a phone for every player, and one for the director.

A pair comes late in the first round. The director rules on a board, ends play and publishes.
"""

import random
import re
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager

from clubscore.duplicate.models import Session
from clubscore.members.models import Member
from scoring.movements.plan import MovementRow, boards_of
from tests.soak.kills.bridge_session import Acknowledged, BrokenLine, Place, Player
from tests.soak.kills.phones import Forms, Phone

RULING = "60% 4SN=, 40% 4SN-1"
IDLE = (0.3, 1.2)  # seconds between two looks at a page on which nothing is to be done
CELL = re.compile(r'class="direct-cell" data-standing="(\w+)"')


class BridgeEvening:
    """The players, each in a thread, and the director's phone. `rows` is the movement that includes the late pair."""

    def __init__(
        self,
        session: Session,
        pairs: Mapping[int, tuple[Member, Member]],
        rows: tuple[MovementRow, ...],
        ruled: Place,
        port: int,
    ) -> None:
        self.session = session
        self.rows = {(row.round, row.table): row for row in rows}
        self.ruled = ruled
        self.round = 0
        self._pairs = pairs
        self._director = BrokenLine(session.director, port)
        own_table = f"/duplicate/{session.pk}/table/"
        self.players = [
            Player(member, (number, half), own_table, self.rows, port)
            for number, pair in pairs.items()
            for half, member in enumerate(pair)
        ]
        self._is_over = threading.Event()
        self._errors: list[BaseException] = []

    @contextmanager
    def play(self) -> Iterator[None]:
        """Inside the block all players play and the director directs."""
        tasks = [lambda player=player: self._play(player) for player in self.players]
        self._direction = threading.Thread(
            target=self._guard, args=(self._direct,), daemon=True
        )
        self._threads = [
            threading.Thread(target=self._guard, args=(task,), daemon=True)
            for task in tasks
        ]
        for thread in (self._direction, *self._threads):
            thread.start()
        try:
            yield
        except BaseException:
            for phone in self.phones:
                phone.patience = 0
            raise
        finally:
            self._stop()
        assert not self._errors, self._errors

    def wait_for_round(self, number: int) -> None:
        while self.round < number and self._direction.is_alive():
            time.sleep(0.02)

    def wait_for_results(self, number: int) -> None:
        """Wait until `number` further results are acknowledged, or the evening is over."""
        enough = len(self.acknowledged) + number
        while len(self.acknowledged) < enough and self._direction.is_alive():
            time.sleep(0.02)

    def wait_for_the_end(self) -> None:
        """Wait until the session is published and every phone has its last answer."""
        self._direction.join()
        self._stop()

    def _stop(self) -> None:
        self._is_over.set()
        for thread in self._threads:
            thread.join()

    def _guard(self, task: Callable[[], None]) -> None:
        try:
            task()
        except BaseException as error:
            self._errors.append(error)
            self._is_over.set()

    def _play(self, player: Player) -> None:
        while not self._is_over.is_set():
            if not player.turn():
                time.sleep(random.uniform(*IDLE))
        player.phone.close()

    def _direct(self) -> None:
        site = f"/duplicate/{self.session.pk}/director/"
        last = max(round for round, _ in self.rows)
        for number in range(1, last + 1):
            self._director.page(site)
            self._director.send(f"{site}rounds/", {"round": number})
            self.round = number
            if number == 1:
                self._let_the_late_pair_in(site)
            self._wait_for_results(site)
            if number == self.ruled.round:
                self._rule()
        self._director.send(f"{site}ending/", {"round": last})
        hidden = Forms(self._director.page(f"{site}publication/")).hidden[""]
        self._director.send(f"{site}publication/", hidden | {"minutes": 30})
        self._director.close()

    def _wait_for_results(self, site: str) -> None:
        while not self._is_over.is_set():
            cells = CELL.findall(self._director.page(site))
            if cells and {*cells} <= {"agreed", "ruled"}:
                return
            time.sleep(0.3)

    def _let_the_late_pair_in(self, site: str) -> None:
        """Send the form that lets the late pair in.

        A second sending after a lost answer is refused, as the pair plays already.
        """
        hidden = Forms(self._director.page(f"{site}late-pair/")).hidden[""]
        first, second = self._pairs[max(self._pairs)]
        self._director.send(
            f"{site}late-pair/",
            hidden | {"way": "A0", "first": first.pk, "partner": second.pk},
        )

    def _rule(self) -> None:
        at = "/duplicate/{}/rounds/{}/A/{}/boards/{}/ruling/".format(
            self.session.pk, *self.ruled
        )
        fields = {"kind": "weighted", "line": RULING, "text": "A slow pass"}
        seen = Forms(self._director.page(at)).hidden[""] | fields
        shown = self._director.send(at, seen).body.decode()
        self._director.send(at, Forms(shown).hidden[""] | fields | {"step": "record"})

    @property
    def phones(self) -> list[Phone]:
        return [self._director, *(player.phone for player in self.players)]

    @property
    def acknowledged(self) -> list[Acknowledged]:
        return [each for player in self.players for each in list(player.acknowledged)]

    @property
    def unexpected(self) -> list[str]:
        return [sentence for player in self.players for sentence in player.unexpected]

    @property
    def final(self) -> dict[Place, str]:
        """The final result of each board at each table: the other side's result where one was proposed and
        acknowledged.
        """
        by_place: dict[Place, str] = {}
        for each in self.acknowledged:
            if each.line == each.place.other or each.place not in by_place:
                by_place[each.place] = each.line
        return by_place

    def places(self, *, late: int) -> set[Place]:
        """Every round, table and board that is played, without those of the late pair's table in round 1."""
        return {
            Place(row.round, row.table, board)
            for row in self.rows.values()
            if not (row.round == 1 and late in row.seated)
            for board in boards_of(row.set, self.session.boards_a_round)
        }

    def figures(self) -> str:
        lost, repeated = (
            sum(getattr(phone, name) for phone in self.phones)
            for name in ("lost", "repeated")
        )
        statuses = sum((phone.statuses for phone in self.phones), Counter())
        answers = ", ".join(
            f"{number} × {status}" for status, number in sorted(statuses.items())
        )
        return (
            f"{statuses.total() + lost} requests ({answers}, {lost} without an answer), "
            f"{repeated} sent again, {len(self.acknowledged)} results acknowledged"
        )
