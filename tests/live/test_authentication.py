"""The rules for who may open a stream, and how many streams."""

import http.client
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager, ExitStack
from datetime import timedelta
from urllib.parse import urlsplit

import pytest
from django.utils import timezone

from clubscore.live.authentication import members_of
from clubscore.members.models import Member, OpenSession
from tests.live.conftest import Names, cookie_of
from tests.live.watching import Stream
from tests.live_server import AsgiServer

Watch = Callable[..., Stream]


def status_of(
    server: AsgiServer, path: str, headers: dict[str, str], method: str = "GET"
) -> int:
    connection = http.client.HTTPConnection(urlsplit(server.url).netloc, timeout=30)
    try:
        connection.request(method, path, headers=headers)
        answer = connection.getresponse()
        if answer.status != 200:
            answer.read()
        return answer.status
    finally:
        connection.close()


@pytest.fixture
def path(names: Names, ruth: Member) -> str:
    return f"/live/names/{ruth.pk}/watch"


def test_a_signed_in_member_may_watch(
    server: AsgiServer, path: str, ruth: Member
) -> None:
    assert status_of(server, path, cookie_of(ruth)) == 200


@pytest.mark.parametrize(
    "cookie",
    ["", "sessionid=", "sessionid=nosuchsessioninthisclub1234567890", "sessionid=../x"],
)
def test_without_a_session_nobody_may_watch(
    server: AsgiServer, path: str, cookie: str
) -> None:
    assert status_of(server, path, {"Cookie": cookie} if cookie else {}) == 403


def test_a_member_who_has_left_may_not_watch(
    server: AsgiServer, path: str, ruth: Member
) -> None:
    cookie = cookie_of(ruth)
    Member.objects.filter(pk=ruth.pk).update(is_active=False)
    assert status_of(server, path, cookie) == 403


def test_a_session_from_before_a_new_password_may_not_watch(
    server: AsgiServer, path: str, ruth: Member
) -> None:
    cookie = cookie_of(ruth)
    ruth.set_password("grand slam in hearts")
    ruth.save()
    assert status_of(server, path, cookie) == 403


def test_an_expired_session_may_not_watch(
    server: AsgiServer, path: str, ruth: Member
) -> None:
    cookie = cookie_of(ruth)
    OpenSession.objects.update(expire_date=timezone.now() - timedelta(seconds=1))
    assert status_of(server, path, cookie) == 403


def test_asking_to_watch_leaves_the_session_as_it_is(
    server: AsgiServer, path: str, ruth: Member
) -> None:
    cookie = cookie_of(ruth)
    before = list(OpenSession.objects.values())
    assert status_of(server, path, cookie) == 200
    assert list(OpenSession.objects.values()) == before


@pytest.mark.parametrize("count", [1, 3])
def test_sessions_are_looked_up_with_two_queries_however_many_streams_open(
    db: None,
    count: int,
    django_assert_num_queries: Callable[..., AbstractContextManager[None]],
) -> None:
    members = [
        Member.objects.create_user(f"member-{number}", f"Member {number}")
        for number in range(count)
    ]
    keys = {
        cookie_of(member)["Cookie"].partition("=")[2]: member.pk for member in members
    }
    with django_assert_num_queries(2):
        assert members_of([*keys, "nosuchsession"]) == keys


def test_streams_that_open_together_each_get_their_own_answer(
    server: AsgiServer, names: Names, ruth: Member, ben: Member
) -> None:
    path = f"/live/names/{ruth.pk}/watch"
    cookies = [
        cookie_of(ruth),
        {"Cookie": "sessionid=nosuchsession"},
        cookie_of(ben),
        {},
    ] * 5
    with ThreadPoolExecutor(len(cookies)) as threads:
        statuses = list(
            threads.map(lambda cookie: status_of(server, path, cookie), cookies)
        )
    assert statuses == [200, 403, 200, 403] * 5


def test_another_host_is_refused(server: AsgiServer, path: str, ruth: Member) -> None:
    assert (
        status_of(server, path, cookie_of(ruth) | {"Host": "elsewhere.example"}) == 400
    )


def test_a_stream_is_only_read(server: AsgiServer, path: str, ruth: Member) -> None:
    assert status_of(server, path, cookie_of(ruth), method="POST") == 405


@pytest.mark.parametrize(
    "path",
    [
        "/live/",
        "/live/names/1",
        "/live/names/x/watch",
        "/live/nothing/1/watch",
        "/live/names/1/backwards",
    ],
)
def test_an_address_that_is_none_is_not_found(
    server: AsgiServer, names: Names, ruth: Member, path: str
) -> None:
    assert status_of(server, path, cookie_of(ruth)) == 404


def test_a_thing_that_does_not_exist_is_not_found(
    server: AsgiServer, names: Names, ruth: Member
) -> None:
    assert (
        status_of(server, f"/live/names/{ruth.pk + 1000}/watch", cookie_of(ruth)) == 404
    )


def test_a_member_may_have_so_many_streams_and_no_more(
    watch: Watch, server: AsgiServer, ben: Member, settings
) -> None:
    settings.LIVE_STREAMS_PER_MEMBER = 2
    with ExitStack() as stack:
        assert [stack.enter_context(watch()).status for _ in range(3)] == [
            200,
            200,
            503,
        ]
        path = f"/live/names/{ben.pk}/watch"
        assert status_of(server, path, cookie_of(ben)) == 200


def test_all_together_may_have_so_many_streams_and_no_more(
    watch: Watch, settings
) -> None:
    settings.LIVE_STREAMS_IN_ALL = 2
    with ExitStack() as stack:
        assert [stack.enter_context(watch()).status for _ in range(3)] == [
            200,
            200,
            503,
        ]


def test_a_stream_that_is_closed_makes_room(watch: Watch, settings) -> None:
    settings.LIVE_STREAMS_PER_MEMBER = 1
    with watch() as first:
        first.frame()
    statuses = []
    for _ in range(50):
        with watch() as again:
            statuses.append(again.status)
        if again.status == 200:
            break
    assert statuses[-1] == 200
