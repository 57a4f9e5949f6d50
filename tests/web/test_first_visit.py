"""A browser's first visit to a table page: the requests that it makes to the real server, and the bytes
that it gets.
"""

import gzip
import re
import socket
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path

import pytest
from django.conf import settings as our_settings
from django.test import Client

from clubscore.rubbers.models import Rubber
from clubscore.web.bundles import BUNDLES
from scoring import Seat
from tests.collected import collected
from tests.factories import rubber_in_play
from tests.live_server import AsgiServer

MOST_REQUESTS, MOST_BYTES = 12, 50_000
DEALS = 29
MANIFEST = "/manifest.webmanifest"  # kept for a day
KEPT_FOR_EVER = re.compile(
    r"cache-control: max-age=\d{9}, public, immutable\r\n", re.IGNORECASE
)


class Named(HTMLParser):
    """The addresses that a browser loads by itself together with a page."""

    def __init__(self) -> None:
        super().__init__()
        self.addresses: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = dict(attrs)
        address = found.get("href") if tag == "link" else found.get("src")
        if address and found.get("rel") != "apple-touch-icon":
            # Fetched when it is put on a home screen.
            self.addresses.append(address)


@pytest.fixture
def server(transactional_db: None) -> Iterator[AsgiServer]:
    with collected(), AsgiServer() as server:
        yield server


def fetch(server: AsgiServer, path: str, cookie: str) -> tuple[str, bytes, int]:
    """The headers and the unpacked body of the answer, and the number of bytes that were transmitted."""
    with socket.create_connection(("127.0.0.1", server.port), timeout=30) as line:
        head = f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\nCookie: {cookie}\r\n"
        line.sendall(f"{head}Accept-Encoding: gzip, br\r\n\r\n".encode())
        answer = b"".join(iter(lambda: line.recv(65536), b""))
    head, _, body = answer.partition(b"\r\n\r\n")
    is_packed = b"content-encoding: gzip" in head.lower()
    return (
        head.decode() + "\r\n",
        gzip.decompress(body) if is_packed else body,
        len(answer),
    )


@pytest.mark.slow
def test_a_first_visit_to_a_table_takes_twelve_requests_and_50_kb_at_most(
    server: AsgiServer, monkeypatch: pytest.MonkeyPatch
):
    # The page has its longest padding.
    monkeypatch.setattr("secrets.randbelow", lambda bound: bound - 1)
    rubber: Rubber = rubber_in_play(lines=("2hs-1",) * DEALS)
    client = Client()
    client.force_login(rubber.players[Seat.NORTH])
    cookie = client.cookies.output(header="", attrs=[]).strip()
    head, page, size = fetch(server, f"/tables/{rubber.table_id}/", cookie)
    assert head.startswith("HTTP/1.1 200")
    assert page.count(b"deal-form") > 1
    names = Named()
    names.feed(page.decode())
    assert len(names.addresses) >= 3
    sizes = [size]
    for address in names.addresses:
        head, body, size = fetch(server, address, cookie)
        assert head.startswith("HTTP/1.1 200"), address
        assert KEPT_FOR_EVER.search(head) or address == MANIFEST, address
        assert b"url(" not in body or address.endswith(".js"), (
            "a stylesheet that has more fetched"
        )
        sizes.append(size)
    assert len(sizes) <= MOST_REQUESTS
    assert sum(sizes) <= MOST_BYTES, dict(
        zip(["the page", *names.addresses], sizes, strict=True)
    )


def test_the_bundles_hold_every_part_once():
    parts = [part for parts in BUNDLES.values() for part in parts]
    static = Path(our_settings.BASE_DIR) / "static"
    own = [
        str(path.relative_to(static))
        for folder in ("css", "js")
        for path in (static / folder).iterdir()
    ]
    vendors = [str(path.relative_to(static)) for path in static.glob("vendor/*/*.js")]
    twice = ["js/print.js"]  # public pages have no other script
    assert sorted(parts) == sorted(own + vendors + twice)
