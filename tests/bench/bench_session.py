"""The pages of a session of duplicate with thirty tables and twenty-seven boards, all results agreed.

Measures each page through Django's test client: the median of its processor times, and its number of statements. The
same pages with nine tables are measured, too, because the statements must not grow with the tables.
"""

import gc
from datetime import timedelta
from uuid import uuid4

import pytest
import time_machine
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from clubscore.asgi import freeze_loaded_code
from clubscore.contracts.models import SignatureMethod
from clubscore.duplicate.director.directing.services import end_play, start_round
from clubscore.duplicate.director.seating.services import seat
from clubscore.duplicate.director.seating.taken import Taken
from clubscore.duplicate.models import PlaySignature, Session
from clubscore.duplicate.play.entering.entries import ResultEntry
from clubscore.duplicate.play.entering.services import write_play
from clubscore.duplicate.session.loading import load
from clubscore.duplicate.session.slots import SlotState, slots_of
from clubscore.members.access.sessions import known_sessions
from clubscore.members.models import Member
from scoring import Seat, parse_deal
from scoring.movements.mitchell import mitchell
from tests.bench.measure import in_turns, machine, table, with_room
from tests.duplicate.published import published
from tests.duplicate.sessions import opened
from tests.factories import NOON, member
from tests.unguarded import rewrite

pytestmark = pytest.mark.django_db

LINES = [
    parse_deal(line)
    for line in ("4sn=", "3nn+1", "2hw-1", "5dxe-2", "p", "4he+1", "1nn=")
]
ROUNDS, BOARDS_A_ROUND = 9, 3
# The goals of the director's page, the ranking and the wall.
MILLISECONDS, STATEMENTS = (
    60,
    12,
)
WITH_A_GOAL = ("the director’s page", "the ranking", "the wall")
PAGES = {
    "the director’s page": "/duplicate/{}/director/",
    "the ranking": "/duplicate/{}/ranking/",
    "a board at all tables": "/duplicate/{}/boards/1/",
    "who sits where": "/duplicate/{}/",
    "the wall": "/wall/",
    "the room": "/",
}
AFTERWARDS = {
    "the wall, published": "/wall/",
    "the evening, published": "/evenings/2026-11-21/",
    "the published results": "/duplicate/{}/results/",
    "the director’s page, published": "/duplicate/{}/director/",
}


def filled(by: Member, *tables: int) -> Session:
    """Return a session with a section for each number of tables and a pair at each place; no round has begun."""
    name = f"{sum(tables)} tables"
    session = opened(
        by,
        *(mitchell(each, rounds=ROUNDS) for each in tables),
        name=name,
        boards_a_round=BOARDS_A_ROUND,
    )
    taken = []
    for section in load(session.pk).sections:
        for number in section.movement.entries:
            pair = [
                member(f"{half} {section.letter}{number} of {sum(tables)}")
                for half in ("North", "South")
            ]
            taken.append(Taken(section.letter, number, pair))
    seat(session=session, taken=taken, by=by, now=NOON)
    return session


def played(by: Member, *tables: int) -> Session:
    """Return a session with a section for each number of tables, in its last round, with all results agreed."""
    session = filled(by, *tables)
    for round in range(1, ROUNDS + 1):
        start_round(session=session, round=round, by=by, now=NOON)
    _record(load(session.pk))
    return session


def _record(state) -> None:
    signatures = []
    for slot, row in slots_of(state):
        section = state.section(slot.letter)
        at = SlotState(state, section, row, slot)
        facts = LINES[(slot.board + slot.table * slot.round) % len(LINES)]
        entry = ResultEntry(facts, "", 0, uuid4())
        play = write_play(
            at=at,
            entry=entry,
            version=1,
            reason="",
            by=at.players[Seat.NORTH],
            now=NOON,
        )
        how = SignatureMethod.TAPPED
        signatures.append(
            PlaySignature(play=play, member=at.players[Seat.EAST], at=NOON, how=how)
        )
    PlaySignature.objects.bulk_create(signatures)


def read(client: Client, path: str) -> None:
    known_sessions.forget_all()
    assert client.get(path).status_code == 200


def measured(
    client: Client, session: Session, pages: dict[str, str]
) -> dict[str, tuple[float, int]]:
    """Return the median milliseconds and the number of statements of each page, by its name."""
    paths = {name: path.format(session.pk) for name, path in pages.items()}
    statements = {}
    for name, path in paths.items():
        read(client, path)
        with CaptureQueriesContext(connection) as captured:
            read(client, path)
        statements[name] = len(captured)
    freeze_loaded_code()  # as the server does before its first request,
    gc.freeze()  # which has not made the session, either
    taken = in_turns(
        {
            name: with_room(lambda path=path: read(client, path))
            for name, path in paths.items()
        },
        rounds=10,
    )
    return {name: (taken[name] / 1e6, statements[name]) for name in paths}


def both(client: Client, session: Session) -> dict[str, tuple[float, int]]:
    """Return measures of pages in the last round and of pages after publication; then date the session a day
    earlier.
    """
    in_play = measured(client, session, PAGES)
    end_play(session=session, by=session.director, now=NOON)
    published(session)
    afterwards = measured(client, session, AFTERWARDS)
    rewrite(Session.objects.filter(pk=session.pk), day=NOON.date() - timedelta(days=1))
    return in_play | afterwards


def test_the_pages_of_a_session_of_nine_and_of_thirty_tables():
    ruth, client = member("Ruth"), Client()
    client.force_login(ruth)
    with time_machine.travel(NOON, tick=True):
        small, large = (
            both(client, played(ruth, *tables)) for tables in ((9,), (15, 15))
        )
    head = (
        "page",
        "9 tables",
        "statements",
        "30 tables",
        "statements",
        f"goal {MILLISECONDS} ms, {STATEMENTS}",
    )
    rows = [
        (
            name,
            f"{small[name][0]:.0f} ms",
            str(small[name][1]),
            f"{time:.0f} ms",
            str(count),
            verdict(name, time, count),
        )
        for name, (time, count) in large.items()
    ]
    assert {name: count for name, (_, count) in small.items()} == {
        name: count for name, (_, count) in large.items()
    }
    table(
        f"A session of {BOARDS_A_ROUND * ROUNDS} boards from the database, on {machine()}",
        head,
        *rows,
    )


def verdict(name: str, time: float, count: int) -> str:
    if not name.startswith(WITH_A_GOAL):
        return ""
    return "met" if time <= MILLISECONDS and count <= STATEMENTS else "missed"
