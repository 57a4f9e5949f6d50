"""Intruders at the running server: raw requests, forged addresses, and the time that an answer takes."""

import http.client
import socket
from collections.abc import Iterator
from http import HTTPStatus
from itertools import count
from statistics import median
from time import perf_counter
from urllib.parse import urlencode

import pytest
from argon2 import PasswordHasher
from django.middleware.csrf import CSRF_SECRET_LENGTH
from django.test import Client

from clubscore.members.access.hashers import FrugalArgon2PasswordHasher
from clubscore.members.models import Member
from tests.factories import PASSWORD, member
from tests.server_process import PATIENCE, ServerProcess

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.slow,
    pytest.mark.landing,
]

FORM = {"Content-Type": "application/x-www-form-urlencoded"}
CLIMBS = (
    "/static/../db.sqlite3", "/static/../../secret_key", "/static/%2e%2e/secret_key", "/static/..%2fsecret_key",
    "/static/%2e%2e%2f%2e%2e%2fsecret_key", "/static/....//secret_key", "/static/..\\secret_key",
    "/static//etc/passwd", "/static/..%5csecret_key", "/static/%252e%252e/secret_key", "/static/css/../../secret_key",
    "/../secret_key", "/static/%00/../secret_key", "//etc/passwd", "/static/.made_from/../../club.sqlite3",
    "/export/club/../../secret_key", "/static/..;/secret_key", "/live/../secret_key",
    "/evenings/..%2f..%2fsecret_key/evening.csv", "/.git/config", "/members/1/..%2f..%2fsecret.csv",
    "/data/club.sqlite3", "/club.sqlite3", "/secret_key", "/manage.py",
)  # fmt: skip
RATIO = 1.5  # of two medians in one run


@pytest.fixture
def server() -> Iterator[ServerProcess]:
    with ServerProcess() as running:
        yield running


def raw(port: int, request: bytes) -> bytes:
    """The server's answer to these bytes, until it closes the connection."""
    with socket.create_connection(("127.0.0.1", port), timeout=PATIENCE) as connection:
        connection.sendall(request)
        said = b""
        while part := connection.recv(65_536):
            said += part
        return said


def get(port: int, path: str, *headers: str) -> tuple[int, bytes]:
    lines = [
        f"GET {path} HTTP/1.1",
        "Host: 127.0.0.1",
        "Connection: close",
        *headers,
        "",
        "",
    ]
    said = raw(port, "\r\n".join(lines).encode("latin-1"))
    return int(said.split(b" ", 2)[1]), said


def test_no_path_climbs_out_of_the_files_that_are_served(server: ServerProcess):
    member("Anna", password=PASSWORD)
    signed_in = Client()
    signed_in.login(username="anna", password=PASSWORD)
    cookie = f"Cookie: sessionid={signed_in.cookies['sessionid'].value}"
    for path in CLIMBS:
        for headers in ((), (cookie,)):
            status, said = get(server.port, path, *headers)
            assert status in {302, 400, 404}, path
            assert (
                b"root:" not in said
                and b"SQLite format" not in said
                and b"[core]" not in said
            )
    print(f"\npaths that climb: {2 * len(CLIMBS)}, 0 served", flush=True)


@pytest.mark.parametrize(
    "host",
    [
        "evil.example",
        "127.0.0.1.evil.example",
        "evil.example:80",
        "127.0.0.1@evil.example",
    ],
)
def test_another_host_gets_neither_page_nor_stream(server: ServerProcess, host: str):
    for path in ("/", "/sign-in/", "/healthz", "/live/room/1/watch"):
        said = raw(
            server.port,
            f"GET {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n".encode(),
        )
        assert b" 400 " in said.split(b"\r\n")[0]
        # Shown as what was typed, and no way there.
        assert b"//evil.example" not in said and b'="evil' not in said


def test_streams_open_for_members_alone_and_carry_their_headers(server: ServerProcess):
    for path in (
        "/live/room/1/watch",
        "/live/table/1/watch",
        "/live/rubber/1/NS",
        "/live/rubber/1/watch",
    ):
        assert get(server.port, path)[0] == HTTPStatus.FORBIDDEN
        assert (
            get(
                server.port, path, "Cookie: sessionid=planted0planted0planted0planted0"
            )[0]
            == HTTPStatus.FORBIDDEN
        )
    for path in (
        "/live/",
        "/live/rubber/1",
        "/live/rubber/1/../../x",
        "/live/members/1/watch",
        "/live/rubber/9" + "9" * 30,
    ):
        assert get(server.port, path)[0] in {HTTPStatus.NOT_FOUND, HTTPStatus.FORBIDDEN}


ADDRESSES = count(2)


class Guesser:
    """A client with an IP address of its own that tries to sign in as a browser does."""

    def __init__(self, port: int, address: str = "") -> None:
        self.port = port
        self.address = address or f"127.1.{next(ADDRESSES)}.1"
        answer = self._send("GET", "", {})
        cookie = answer[1].get("Set-Cookie", "").partition(";")[0]
        self.headers = {"Cookie": cookie, **FORM}
        # Masked by nothing.
        self.token = "a" * CSRF_SECRET_LENGTH + cookie.partition("=")[2]

    def guess(self, name: str, **headers: str) -> tuple[int, bytes, float]:
        """Try to sign in with a wrong password. Returns the status, the page and the seconds that it took."""
        body = urlencode(
            {"username": name, "password": "wrong", "csrfmiddlewaretoken": self.token}
        )
        begun = perf_counter()
        status, _, page = self._send("POST", body, self.headers | headers)
        return status, page, perf_counter() - begun

    def _send(
        self, method: str, body: str, headers: dict[str, str]
    ) -> tuple[int, http.client.HTTPMessage, bytes]:
        connection = http.client.HTTPConnection(
            "127.0.0.1", self.port, timeout=PATIENCE, source_address=(self.address, 0)
        )
        try:
            connection.request(method, "/sign-in/", body, headers)
            answer = connection.getresponse()
            return answer.status, answer.headers, answer.read()
        finally:
            connection.close()


def hashed(password: str) -> str:
    """The password's hash with the club's real cost; the cheap hashes of the tests would give the test away at once."""
    hasher = PasswordHasher(time_cost=2, memory_cost=19_456, parallelism=1)
    return f"{FrugalArgon2PasswordHasher.algorithm}{hasher.hash(password)}"


def test_neither_the_answer_nor_its_time_tells_which_names_there_are(
    server: ServerProcess, full: bool
):
    names = {
        kind: [f"{kind}{number}" for number in range(60 if full else 12)]
        for kind in ("known", "left", "unknown")
    }
    kept = hashed(PASSWORD)
    for kind in ("known", "left"):
        for name in names[kind]:
            Member.objects.create(
                username=name, name=name, password=kept, is_active=kind == "known"
            )
    warm = Guesser(server.port)
    for number in range(5):
        warm.guess(f"warm{number}")
    took: dict[str, list[float]] = {kind: [] for kind in names}
    pages = set()
    for several in zip(*names.values(), strict=True):
        # In turns, so that a busy machine slows each alike.
        guesser = Guesser(server.port)
        for kind, name in zip(names, several, strict=True):
            for _ in range(3):
                status, page, seconds = guesser.guess(name)
                took[kind].append(seconds)
                pages.add(
                    (
                        status,
                        page.count(b"errorlist"),
                        page.replace(name.encode(), b"").count(b"<"),
                    )
                )
    middle = {kind: median(each) for kind, each in took.items()}
    ratio = max(middle.values()) / min(middle.values())
    told = ", ".join(
        f"{kind} {seconds * 1000:.0f} ms" for kind, seconds in middle.items()
    )
    print(f"\nsigning in wrongly: {told}: ratio {ratio:.2f}", flush=True)
    assert len(pages) == 1
    assert ratio < RATIO


def tries_until_refused(
    guesser: Guesser, names: list[str], headers: list[dict[str, str]]
) -> int:
    """The number of sign-ins that the server checked before it refused to check more."""
    looked_at = 0
    for name, more in zip(names, headers, strict=True):
        status, _, _ = guesser.guess(name, **more)
        if status == HTTPStatus.TOO_MANY_REQUESTS:
            break
        looked_at += 1
    return looked_at


def test_no_header_and_no_way_to_write_a_name_walks_around_the_throttle(
    server: ServerProcess,
):
    member("Anna", password=PASSWORD)
    forged = (
        "X-Forwarded-For",
        "X-Real-IP",
        "Forwarded",
        "X-Client-IP",
        "CF-Connecting-IP",
        "True-Client-IP",
    )
    headers = [
        {forged[number % len(forged)]: f"198.51.100.{number}"} for number in range(20)
    ]
    ways = [
        "anna",
        "ANNA",
        " anna",
        "ａｎｎａ",
        "Anna ",
        "\u00a0anna",
        "aNNa",
        "ᵃnna",
        "anna\u2003",
        "𝒶𝓃𝓃𝒶",
    ] * 2
    by_headers = tries_until_refused(Guesser(server.port), ["anna"] * 20, headers)
    by_names = tries_until_refused(Guesser(server.port), ways, [{}] * 20)
    print(
        f"\ntries at one name before the wait: {by_headers} by forged headers, {by_names} by other spellings",
        flush=True,
    )
    assert (by_headers, by_names) == (10, 10)


def test_addresses_without_end_try_one_name_thirty_times_together(
    server: ServerProcess,
):
    member("Anna", password=PASSWORD)
    looked_at = sum(
        Guesser(server.port).guess("anna")[0] == HTTPStatus.OK for _ in range(40)
    )
    assert looked_at == 30


def test_behind_a_trusted_proxy_the_address_that_it_adds_counts_and_none_that_the_visitor_wrote(
    monkeypatch,
):
    member("Anna", password=PASSWORD)
    monkeypatch.setenv("TRUSTED_PROXIES", "127.0.0.0/8")
    with ServerProcess() as behind:
        guesser = Guesser(behind.port)
        headers = [
            {"X-Forwarded-For": f"203.0.113.{number}, 198.51.100.7"}
            for number in range(20)
        ]
        assert tries_until_refused(guesser, ["anna"] * 20, headers) == 10
        status, _, _ = guesser.guess("anna", **{"X-Forwarded-For": "198.51.100.8"})
        assert status == HTTPStatus.OK
