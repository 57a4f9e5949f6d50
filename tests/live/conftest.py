"""Fixtures of the live tests: a server, a small club, and a topic "names" whose regions are members' names."""

import threading
from collections.abc import Callable, Collection, Iterator

import pytest
from django.conf import settings
from django.db import connection
from django.test import Client

from clubscore.live.notify import notify_on_change
from clubscore.live.topics import TOPICS, Topic
from clubscore.members.models import Member
from tests.live.watching import PATIENCE, Stream
from tests.live_server import AsgiServer


class Names:
    """The topic "names". The revision of a member is the name itself, so that a test sees at once what arrives."""

    def __init__(self) -> None:
        self.renderings: list[tuple[int, str]] = []
        self.trouble: Exception | None = None
        self.padding = ""
        self.may_render = threading.Event()
        self.may_render.set()

    def revisions(self, ids: Collection[int]) -> dict[int, str]:
        return dict(Member.objects.filter(pk__in=ids).values_list("pk", "name"))

    def render(self, pk: int, view: str) -> str:
        self.renderings.append((pk, view))
        self.may_render.wait(PATIENCE)
        if self.trouble:
            raise self.trouble
        return f"<p>\n{Member.objects.get(pk=pk).name} as {view}</p>{self.padding}"


@pytest.fixture
def names(monkeypatch: pytest.MonkeyPatch) -> Names:
    names = Names()
    views = frozenset({"watch", "NS"})
    monkeypatch.setitem(
        TOPICS, "names", Topic("names", names.revisions, names.render, views)
    )
    return names


@pytest.fixture
def ruth(transactional_db: None) -> Member:
    with connection.schema_editor() as editor:
        notify_on_change(editor, Member._meta.db_table)
    return Member.objects.create_user("ruth", "Ruth Abel", "seven no trumps")


@pytest.fixture
def ben(transactional_db: None) -> Member:
    return Member.objects.create_user("ben", "Ben Cole", "seven no trumps")


@pytest.fixture
def server(transactional_db: None) -> Iterator[AsgiServer]:
    server = AsgiServer()
    server.start()
    yield server
    server.stop()


def cookie_of(member: Member) -> dict[str, str]:
    """Sign this member in, and return the Cookie header."""
    client = Client()
    client.force_login(member)
    return {
        "Cookie": f"{settings.SESSION_COOKIE_NAME}={client.cookies[settings.SESSION_COOKIE_NAME].value}"
    }


def rename(member: Member, name: str) -> None:
    Member.objects.filter(pk=member.pk).update(name=name)


@pytest.fixture
def watch(server: AsgiServer, names: Names, ruth: Member) -> Callable[..., Stream]:
    """Return a function that opens a stream as Ruth, by default of Ruth's own name."""

    def open_stream(
        path: str = f"/live/names/{ruth.pk}/watch", **headers: str
    ) -> Stream:
        return Stream(server.url, path, cookie_of(ruth) | headers)

    return open_stream
