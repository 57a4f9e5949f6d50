"""Faults of an evening, which the watchers hardly notice."""

import logging
import os
import socket
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from urllib.parse import urlsplit

import pytest
from django.db import OperationalError, connection

from clubscore.live import stream as live_stream
from clubscore.live.hub import hub
from clubscore.members.models import Member
from tests.live.conftest import Names, cookie_of, rename
from tests.live.watching import PATIENCE, Stream
from tests.live_server import AsgiServer

Watch = Callable[..., Stream]


def wait_for(condition: Callable[[], bool], seconds: float = PATIENCE) -> bool:
    give_up = time.monotonic() + seconds
    while not condition() and time.monotonic() < give_up:
        time.sleep(0.02)
    return condition()


def test_a_rendering_that_fails_is_logged_and_its_watchers_stay(
    watch: Watch, names: Names, ruth: Member, caplog: pytest.LogCaptureFixture
) -> None:
    with watch() as stream:
        stream.frame()
        names.trouble = KeyError("sheet")
        rename(ruth, "Ruth Baker")
        assert wait_for(lambda: "Rendering" in caplog.text)
        assert stream.has_no_frame_within(0.4)
        assert [
            record.levelname
            for record in caplog.records
            if "Rendering" in record.getMessage()
        ] == ["ERROR"]
        names.trouble = None
        rename(ruth, "Ruth Cole")
        assert stream.frame().id == "Ruth Cole"


def test_a_rendering_that_failed_is_tried_again_without_a_change(
    watch: Watch, names: Names, ruth: Member, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("clubscore.live.hub.LOOK_AT_LEAST_EVERY", 0.2)
    with watch() as stream:
        stream.frame()
        names.trouble = KeyError("sheet")
        rename(ruth, "Ruth Baker")
        assert wait_for(lambda: len(names.renderings) > 1)
        assert stream.has_no_frame_within(0.4)
        names.trouble = None
        assert stream.frame().id == "Ruth Baker"


def test_a_topic_whose_revisions_cannot_be_read_refuses_new_watchers_and_keeps_the_old(
    watch: Watch, names: Names, ruth: Member, monkeypatch: pytest.MonkeyPatch
) -> None:
    with watch() as stream:
        stream.frame()
        with monkeypatch.context() as broken:
            broken.setattr(Member.objects, "filter", _raise_operational_error)
            with watch() as late:
                assert late.status == 503
        rename(ruth, "Ruth Baker")
        assert stream.frame().id == "Ruth Baker"


def _raise_operational_error(*_: object, **__: object) -> None:
    raise OperationalError("the disk is gone")


def test_a_database_that_goes_away_and_comes_back_is_followed_again(
    watch: Watch, ruth: Member, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO, "clubscore.live.changes")
    with watch() as stream:
        stream.frame()
        with database_away():
            assert wait_for(lambda: "cannot follow the database" in caplog.text)
        assert wait_for(lambda: "The database is back" in caplog.text)
        rename(ruth, "Ruth Baker")
        assert stream.frame().id == "Ruth Baker"


@contextmanager
def database_away() -> Iterator[None]:
    """Make the database unreachable for the block: move SQLite's file away, or cut PostgreSQL's other connections."""
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
                "WHERE datname = current_database() AND pid <> pg_backend_pid()"
            )
        yield
        return
    name = connection.settings_dict["NAME"]
    os.rename(name, f"{name}.away")
    try:
        yield
    finally:
        os.rename(f"{name}.away", name)


def test_a_client_that_never_reads_holds_one_buffer_and_not_every_frame(
    server: AsgiServer, names: Names, ruth: Member, watch: Watch
) -> None:
    names.padding = "x" * 600_000
    with deaf_client(server, ruth), watch() as stream:
        stream.frame()
        for number in range(20):
            rename(ruth, f"Ruth {number}")
            while stream.frame().id != f"Ruth {number}":
                pass
        assert hub.status().watching == 2
        assert server.unsent_bytes() < 700_000
    assert wait_for(lambda: hub.status().watching == 0)
    assert live_stream.counter.total == 0


@contextmanager
def deaf_client(server: AsgiServer, member: Member) -> Iterator[None]:
    host, _, port = urlsplit(server.url).netloc.partition(":")
    client = socket.socket()
    client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    client.connect((host, int(port)))
    with client:
        lines = [
            f"GET /live/names/{member.pk}/watch HTTP/1.1",
            f"Host: {host}",
            f"Cookie: {cookie_of(member)['Cookie']}",
        ]
        client.sendall("\r\n".join([*lines, "", ""]).encode())
        yield


def test_a_server_that_stops_ends_its_streams_without_a_word_of_complaint(
    watch: Watch, server: AsgiServer, caplog: pytest.LogCaptureFixture
) -> None:
    with watch() as first, watch() as second:
        first.frame()
        second.frame()
        server.stop()
        assert first.has_ended()
        assert second.has_ended()
    complaints = [
        record
        for record in caplog.records
        if record.exc_info or "without completing" in record.getMessage()
    ]
    assert complaints == []
    server.start()


def test_watchers_come_back_to_a_server_that_was_started_again(
    watch: Watch, server: AsgiServer, ruth: Member
) -> None:
    with watch() as stream:
        stream.frame()
        server.stop()
        rename(ruth, "Ruth Baker")
        server.start()
    with watch(**{"Last-Event-ID": "Ruth Abel"}) as again:
        assert again.frame().id == "Ruth Baker"
