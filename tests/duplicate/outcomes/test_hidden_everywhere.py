"""The embargo at every address: during play, no page shows anybody a result that `may_see` hides from them."""

import re
from collections.abc import Iterator
from itertools import islice
from uuid import uuid4

import pytest
from django.contrib.auth.models import Group
from django.test import Client
from django.urls import URLPattern, get_resolver

from clubscore.duplicate.director.directing.services import name_deputy
from clubscore.duplicate.models import Session, Tablet
from clubscore.duplicate.outcomes.desk import SessionDesk
from clubscore.duplicate.outcomes.results import results_of
from clubscore.duplicate.outcomes.sight import may_see, moment_of
from clubscore.duplicate.play.tablet.keys import key_of
from clubscore.duplicate.session.loading import load
from clubscore.duplicate.session.slots import slots_of
from clubscore.duplicate.slot import Slot
from clubscore.live.topics import TOPICS
from clubscore.members.models import Member
from clubscore.members.roles import Role
from tests.duplicate.evening import in_play
from tests.duplicate.recorded import agreed, player
from tests.duplicate.tablets import device_of, laid
from tests.factories import NOON, member
from tests.soak.silence import silence

pytestmark = pytest.mark.django_db

# Boards 1 and 2 lie at all three tables in round 1. Of 1 one table has no result yet, 2 has been played everywhere.
RESULTS = {1: "7ntxxw-3", 2: "7ntxxw-4"}
SHOWN = {
    1: re.compile(r"7NTXX W −3|7NTXXW-3|[+−]1.?000"),
    2: re.compile(r"7NTXX W −4|7NTXXW-4|[+−]1.?600"),
}
LEAVES = {"members:sign-out"}


@pytest.fixture
def session() -> Session:
    session = in_play()
    for slot, _ in slots_of(load(session.pk)):
        if slot.board in RESULTS and (slot.table, slot.board) != (3, 1):
            agreed(session, slot, RESULTS[slot.board])
    return session


def an_owner(of_the_club: Member) -> Member:
    of_the_club.groups.set([Group.objects.get(name=Role.OWNER.value)])
    of_the_club.is_staff = of_the_club.is_superuser = True
    of_the_club.save()
    return of_the_club


def readers(session: Session) -> list[Member]:
    """Return a deputy and an owner who have played both boards, a player who still has one to play, and a watcher."""
    deputy, owner, waiting = (
        player(session, Slot("A", 1, table, 1)) for table in (1, 2, 3)
    )
    name_deputy(session=session, member=deputy, by=session.director, now=NOON)
    return [deputy, an_owner(owner), waiting, member("Walter", role=Role.WATCHER)]


def addresses(session: Session) -> Iterator[tuple[str, int]]:
    """Yield every address of the site for this session, each with its table, or 0 if it has none.

    An address that asks for another row gets the number 1.
    """
    for entry in get_resolver().url_patterns:
        pages = (
            [entry]
            if isinstance(entry, URLPattern)
            else entry.url_patterns
            if entry.app_name != "admin"
            else []
        )
        for page in pages:
            route = (
                f"/{page.pattern}"
                if page is entry
                else f"/{entry.pattern}{page.pattern}"
            )
            if f"{getattr(entry, 'app_name', '')}:{page.name}" not in LEAVES:
                yield from filled(route, session.pk)


def filled(route: str, pk: int) -> Iterator[tuple[str, int]]:
    tables = range(1, 4) if "<slot:slot>" in route else (0,)
    boards = RESULTS if "<slot:slot>" in route or "<int:board>" in route else (0,)
    for table in tables:
        for board in boards:
            known = {
                "pk": pk,
                "letter": "A",
                "board": board,
                "slot": f"rounds/1/A/{table}/boards/{board}",
            }
            yield (
                re.sub(
                    r"<(?:\w+:)?(\w+)>",
                    lambda found: str(known.get(found[1], 1)),  # noqa: B023
                    route,
                ),
                table,
            )


def of(who: Member) -> Client:
    client = Client()
    client.force_login(who)
    return client


@pytest.fixture(autouse=True)
def no_lines_in_the_log() -> Iterator[None]:
    """Silence the log during each test: refused addresses would fill it."""
    with silence():
        yield


def test_a_director_who_plays_sees_at_another_table_those_of_its_boards_alone_that_they_may_see(
    session,
):
    deputy, *_ = readers(session)
    page = of(deputy).get(f"/duplicate/{session.pk}/rounds/1/A/2/boards/2/")
    assert [tab.short for tab in page.context["boards"]] == ["", "7NTXX W −4"]
    own = of(deputy).get(f"/duplicate/{session.pk}/rounds/1/A/1/boards/2/")
    assert [tab.short for tab in own.context["boards"]] == ["7NTXX W −3", "7NTXX W −4"]
    without = of(session.director).get(
        f"/duplicate/{session.pk}/rounds/1/A/2/boards/2/"
    )
    assert [tab.short for tab in without.context["boards"]] == [
        "7NTXX W −3",
        "7NTXX W −4",
    ]


def test_who_answers_for_a_table_that_is_not_theirs_reads_nothing_of_its_result(
    session,
):
    deputy, *_ = readers(session)
    there = f"/duplicate/{session.pk}/rounds/1/A/2/boards/1/"
    for end, sent in (
        ("agreement/", {"version": 9}),
        ("answer/", {"proposal": 9, "answer": "accept", "key": uuid4()}),
        ("check/", {"version": 9}),
        ("", {"line": "4sn=", "key": uuid4(), "number": 1, "revision": 0}),
    ):
        answer = of(deputy).post(there + end, sent, follow=True)
        assert "recorded board 1" not in answer.content.decode(), end


def pages_of_own_boards(session: Session) -> set[str]:
    """The pages without a table that show players the results of their own table."""
    return {f"/duplicate/{session.pk}/{page}/" for page in ("director", "results")}


@pytest.mark.slow
@pytest.mark.parametrize("each", [4, pytest.param(1, marks=pytest.mark.thorough)])
@pytest.mark.landing
def test_no_address_shows_a_result_to_who_may_not_see_it_yet(session, each: int):
    """No address shows a reader a hidden result; each reader asks for a quarter of the addresses.

    In the thorough run each reader asks for every address.
    """
    shown, kept = 0, []
    for table, reader in enumerate(readers(session), start=1):
        client = of(reader)
        state = load(session.pk)
        moment = moment_of(state, results_of(session.pk))
        hidden = [
            board
            for board in RESULTS
            if not may_see(SessionDesk(state, reader).viewer, board, moment)
        ]
        assert 1 in hidden
        for address, at in islice(addresses(session), table % each, None, each):
            answer = client.get(address)
            assert answer.status_code < 500, address
            html = b"".join(answer).decode() if answer.status_code == 200 else ""
            shown += bool(SHOWN[2].search(html))
            is_own = at == table or address in pages_of_own_boards(session)
            kept += [
                (reader.name, address, b)
                for b in hidden
                if SHOWN[b].search(html) and not is_own
            ]
    assert kept == [] and shown


@pytest.mark.slow
@pytest.mark.landing
def test_no_address_shows_the_device_on_a_table_a_result_of_another_table(session):
    """The device lies on table 3, which has not played board 1 yet; nobody is signed in on it."""
    device = device_of(laid(session, table=3))
    own = f"/duplicate/tablets/{key_of(Tablet.objects.get())}/"
    boards = [f"{own}rounds/1/boards/{board}/" for board in range(1, 11)]
    pages = [own, f"{own}moves/", *boards]
    everywhere = [address for address, _table in addresses(session)]
    shown = []
    for address in [*pages, *everywhere]:
        answer = device.get(address)
        html = b"".join(answer).decode() if answer.status_code == 200 else ""
        assert not SHOWN[1].search(html), address
        if SHOWN[2].search(html):
            shown.append(address)
    assert shown == [own, *boards[:2]]


def test_no_stream_shows_a_result_of_a_session_in_play(session):
    for topic in TOPICS.values():
        for view in topic.views:
            for key in topic.revisions([session.pk]):
                html = topic.render(key, view)
                assert not any(each.search(html) for each in SHOWN.values()), (
                    topic.name,
                    view,
                )
