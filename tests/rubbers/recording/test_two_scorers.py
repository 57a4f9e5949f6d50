"""Many phones record at one rubber at the same moment: one deal is written, and the others are refused with
the reason.
"""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from uuid import UUID, uuid4

import pytest
from django.db import connection

from clubscore.ledger.books import books
from clubscore.refusals import Refused
from clubscore.rubbers.agreement.services import agree_net
from clubscore.rubbers.books.audit import differences
from clubscore.rubbers.models import Deal, Rubber
from clubscore.rubbers.recording import services
from clubscore.rubbers.recording.refusals import Stale
from clubscore.rubbers.rubber.loading import load
from scoring import Seat, parse_deal
from tests.factories import NINE_DEALS, NOON, record, rubber_in_play

pytestmark = pytest.mark.django_db(transaction=True)

PHONES = 12


def together(act: Callable[[int], object]) -> list[object]:
    """Run `act(number)` in PHONES threads at once. Returns what each call returned, or the Refused that it raised."""
    start = Barrier(PHONES)

    def run(number: int) -> object:
        start.wait()
        try:
            return act(number)
        except Refused as refusal:
            return refusal
        finally:
            connection.close()

    with ThreadPoolExecutor(PHONES) as threads:
        return list(threads.map(run, range(PHONES)))


def send(rubber: Rubber, line: str, key: UUID, seat: Seat) -> Deal:
    own = Rubber.objects.get(pk=rubber.pk)
    recorded, _ = services.record_deal(
        state=load(own.pk),
        facts=parse_deal(line),
        number=load(rubber.pk).next_number,
        seen_revision=rubber.revision,
        key=key,
        by=own.players[seat],
        now=NOON,
    )
    return recorded


def test_of_many_different_entries_one_is_recorded_and_the_others_are_told():
    rubber = rubber_in_play()
    answers = together(
        lambda number: send(rubber, "4sn=", uuid4(), list(Seat)[number % 4])
    )
    assert sum(isinstance(answer, Stale) for answer in answers) == PHONES - 1
    assert Deal.objects.count() == 1


def test_one_entry_sent_many_times_is_one_deal_and_one_answer():
    rubber, key = rubber_in_play(), uuid4()
    answers = together(lambda number: send(rubber, "4sn=", key, Seat.NORTH))
    assert set(answers) == {Deal.objects.get()}


def test_a_rubber_that_many_finish_and_agree_at_once_is_posted_once():
    rubber = rubber_in_play(lines=NINE_DEALS[:-1])
    together(
        lambda number: send(rubber, NINE_DEALS[-1], uuid4(), list(Seat)[number % 4])
    )
    rubber.refresh_from_db()

    def sign(number: int) -> object:
        own = Rubber.objects.get(pk=rubber.pk)
        return agree_net(
            state=load(own.pk),
            newest=own.deals.latest("pk"),
            by=own.players[list(Seat)[number % 4]],
            now=NOON,
        )

    together(sign)
    assert sorted(account.net for account in books().accounts) == [-810, -810, 810, 810]
    assert list(differences()) == []


def test_undoing_and_recording_at_once_leaves_one_of_the_two():
    rubber = rubber_in_play(lines=("2hn=",))

    def act(number: int) -> object:
        own = Rubber.objects.get(pk=rubber.pk)
        if number % 2:
            return send(rubber, "4sn=", uuid4(), Seat.EAST)
        return services.undo_deal(
            state=load(own.pk), number=1, by=own.players[Seat.NORTH], now=NOON
        )

    together(act)
    rubber.refresh_from_db()
    assert rubber.revision == 2
    record(rubber, "1cn=")
