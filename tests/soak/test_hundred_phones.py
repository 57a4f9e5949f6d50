"""A hundred phones in one session of duplicate: ten results a second, then all at once, and no result is lost.

At the same time a hundred screens follow the session by its event stream.
"""

import threading
import time
from collections.abc import Callable, Collection, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from itertools import islice
from typing import NamedTuple
from uuid import UUID

import pytest

from clubscore.duplicate.director.directing.services import start_round
from clubscore.duplicate.models import Play, Session
from clubscore.duplicate.session.loading import load
from clubscore.duplicate.session.slots import SlotState, slots_of
from clubscore.members.models import Member
from scoring import Seat
from scoring.movements.mitchell import mitchell
from tests.bench.live_clients import Crowd, percentile
from tests.duplicate.evening import seated
from tests.duplicate.sessions import opened
from tests.factories import NOON, member
from tests.server_process import ServerProcess
from tests.soak.kills.phones import Forms, Phone

pytestmark = [
    pytest.mark.slow,
    pytest.mark.usefixtures("transactional_db"),
    pytest.mark.landing,
]

LINES = ("4sn=", "3nn+1", "2hw-1", "5dxe-2", "p")
A_SECOND = 10
BOARDS = 12  # a round, and there are two rounds


class Result(NamedTuple):
    """A filled-in form on a phone, ready to be sent."""

    phone: Phone
    path: str
    fields: dict[str, str]

    def record(self) -> float:
        """Send the result. Returns the seconds until it was acknowledged."""
        began = time.perf_counter()
        answer = self.phone.send(self.path, self.fields)
        assert answer.status == 200, (answer.status, answer.body)
        return time.perf_counter() - began


@pytest.mark.thorough
def test_a_hundred_phones_record_one_after_the_other_and_all_at_once(
    full: bool,
) -> None:
    tables, seconds = ((13, 12), 30) if full else ((3,), 2)
    session = a_session(*tables)
    phones = 4 * sum(tables)
    with ServerProcess() as server:
        people = {
            seat: Phone(player, server.port)
            for seat, player in players_of(session).items()
        }
        assert len(people) == phones
        with everybody_follows(session, people.values(), server.port):
            paced = [*islice(ready(session, people, round=1), A_SECOND * seconds)]
            times = in_turn(paced)
            start_round(session=session, round=2, by=session.director, now=NOON)
            at_once = [*islice(ready(session, people, round=2), phones)]
            took, answers = all_at_once(at_once)
        for phone in people.values():
            phone.close()
    print(
        f"\n{phones} phones: {A_SECOND} results a second, p50 {percentile(times, 0.5) * 1e3:.0f} ms, "
        f"p99 {percentile(times, 0.99) * 1e3:.0f} ms; all at once in {took:.2f} s, half of them in "
        f"{percentile(answers, 0.5):.2f} s",
        flush=True,
    )
    assert_each_once([*paced, *at_once])


@contextmanager
def everybody_follows(
    session: Session, phones: Collection[Phone], port: int
) -> Iterator[None]:
    """Inside the block each phone has the session's event stream open and reads it."""
    path = f"/live/session-tables/{session.pk}/watch"
    cookies = [
        "; ".join(f"{name}={value}" for name, value in each.cookies.items())
        for each in phones
    ]
    crowd, is_over = Crowd(port), threading.Event()
    crowd.open([(path, cookie) for cookie in cookies])

    def read() -> None:
        while not is_over.is_set():
            crowd.read_for(0.2)

    reading = threading.Thread(target=read)
    reading.start()
    try:
        yield
    finally:
        is_over.set()
        reading.join()
        crowd.close()


def a_session(*tables: int) -> Session:
    """A session in its first round, with players in all seats; each number is the size of a section in tables."""
    movements = [mitchell(each, rounds=2) for each in tables]
    session = opened(member("Ruth"), *movements, boards_a_round=BOARDS)
    for section in load(session.pk).sections:
        entries = section.movement.entries
        pairs = [
            (
                member(f"{section.letter}{each} one"),
                member(f"{section.letter}{each} two"),
            )
            for each in entries
        ]
        seated(session, pairs, letter=section.letter)
    start_round(session=session, round=1, by=session.director, now=NOON)
    return session


def players_of(session: Session) -> dict[tuple[str, int, int], Member]:
    """The members of the session by section, pair number and half of the pair."""
    return {
        (section.letter, number, half): player
        for section in load(session.pk).sections
        for number, pair in section.players.items()
        for half, player in enumerate(pair)
    }


def ready(
    session: Session, people: dict[tuple[str, int, int], Phone], *, round: int
) -> Iterator[Result]:
    """Yield the forms of a round: for each table one board on each of the four phones, then the next four boards."""
    by_member = {
        player.pk: people[seat] for seat, player in players_of(session).items()
    }
    state = load(session.pk)
    slots = [(slot, row) for slot, row in slots_of(state) if slot.round == round]
    for slot, row in sorted(slots, key=lambda each: (each[0].board - 1) % BOARDS):
        at = SlotState(state, state.section(slot.letter), row, slot)
        seat = [*Seat][(slot.board - 1) % 4]
        phone = by_member[at.players[seat].pk]
        path = f"/duplicate/{session.pk}/rounds/{round}/{slot.letter}/{slot.table}/boards/{slot.board}/"
        yield Result(
            phone,
            path,
            Forms(phone.page(path)).hidden[path]
            | {"line": LINES[slot.board % len(LINES)]},
        )


def in_turn(results: Sequence[Result]) -> list[float]:
    """Record each result at its own time, even if the one before is not answered yet.

    Returns the seconds that each took.
    """
    began = time.perf_counter()

    def at_its_time(place: int) -> float:
        time.sleep(max(0.0, began + place / A_SECOND - time.perf_counter()))
        return results[place].record()

    with ThreadPoolExecutor(len(results)) as threads:
        return [*threads.map(at_its_time, range(len(results)))]


def all_at_once(results: Sequence[Result]) -> tuple[float, list[float]]:
    """Record all results at once.

    Returns the seconds until the last was acknowledged, and the seconds that each took.
    """
    gate = threading.Barrier(len(results) + 1)

    def at_the_gate(record: Callable[[], float]) -> float:
        gate.wait()
        return record()

    with ThreadPoolExecutor(len(results)) as threads:
        answers = [threads.submit(at_the_gate, result.record) for result in results]
        gate.wait()
        began = time.perf_counter()
        each = [answer.result() for answer in answers]
        return time.perf_counter() - began, each


def assert_each_once(results: Sequence[Result]) -> None:
    sent = sorted(UUID(result.fields["key"]) for result in results)
    assert sorted(Play.objects.values_list("key", flat=True)) == sent
    assert Play.objects.filter(version=1).count() == len(sent)
