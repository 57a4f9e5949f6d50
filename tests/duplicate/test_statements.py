"""The pages about results need as many statements for one board as for three, and for three tables as for nine."""

from datetime import timedelta

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from clubscore.duplicate.director.directing.services import start_round
from clubscore.duplicate.director.seating.services import seat
from clubscore.duplicate.director.seating.taken import Taken
from clubscore.duplicate.models import Session
from clubscore.duplicate.session.loading import load
from clubscore.duplicate.slot import Slot
from clubscore.members.models import Member
from scoring.movements.mitchell import mitchell
from tests.duplicate.evening import in_play
from tests.duplicate.recorded import agreed, recorded
from tests.duplicate.sessions import opened
from tests.factories import NOON, member
from tests.unguarded import rewrite

pytestmark = [pytest.mark.django_db, pytest.mark.slow]
PAGES = ["director/", "ranking/", "boards/1/", ""]
AT_MOST_ON_THE_WALL = 13
AT_MOST = {"director/": 11, "ranking/": 7, "boards/1/": 8, "": 6}
"""The most statements for each page, without those that begin and end the reading: a test has its own transaction."""


def statements(client: Client, page: str) -> int:
    """Return the number of statements that a page takes, including those for the web session and the member."""
    client.get(page)
    with CaptureQueriesContext(
        connection,
    ) as captured:
        assert client.get(page).status_code == 200
    return len(captured)


def of_director(session: Session) -> Client:
    client = Client()
    client.force_login(session.director)
    return client


@pytest.mark.parametrize("page", PAGES)
def test_one_board_or_three(page):
    session = in_play()
    client, path = of_director(session), f"/duplicate/{session.pk}/{page}"
    slots = [
        Slot("A", 1, row.table, board)
        for row in load(session.pk).sections[0].movement.by_round[1]
        for board in load(session.pk).boards_in(row)
    ]
    agreed(session, slots[0], "4sn=")
    first = statements(client, path)
    agreed(session, slots[1], "3ns=")
    recorded(session, slots[2], "2hw=")
    assert statements(client, path) == first <= AT_MOST[page]


def session_of(tables: int, director: Member) -> Session:
    """Return a session of so many tables in its first round, with one agreed result at each table."""
    session = opened(
        director, mitchell(tables), name=f"{tables} tables", boards_a_round=1
    )
    pairs = [
        [member(f"{name} {tables}.{number}") for name in ("A", "B")]
        for number in range(2 * tables)
    ]
    taken = [Taken("A", number, pair) for number, pair in enumerate(pairs, start=1)]
    seat(session=session, taken=taken, by=director, now=NOON)
    start_round(session=session, round=1, by=director, now=NOON)
    for table in range(1, tables + 1):
        agreed(session, Slot("A", 1, table, table), "1nn=")
    return session


@pytest.mark.parametrize("page", PAGES)
def test_three_tables_or_nine(page):
    sessions = [
        session_of(tables, ruth) for ruth in [member("Ruth")] for tables in (3, 9)
    ]
    counts = [
        statements(of_director(session), f"/duplicate/{session.pk}/{page}")
        for session in sessions
    ]
    assert counts[0] == counts[1] <= AT_MOST[page]


def test_the_wall_of_three_tables_or_nine():
    ruth, counts = member("Ruth"), []
    for tables in (3, 9):
        session = session_of(tables, ruth)
        counts.append(statements(of_director(session), "/wall/"))
        rewrite(
            Session.objects.filter(pk=session.pk), day=NOON.date() - timedelta(days=1)
        )
    assert counts[0] == counts[1] <= AT_MOST_ON_THE_WALL
