"""Requests over a socket as no browser sends them: cut off, too long, out of order, or with lines that are not HTTP."""

import socket
from collections.abc import Callable
from random import Random
from typing import NamedTuple

from tests.server_process import PATIENCE, request_of
from tests.soak.noise.sending import Sent

TIMED_OUT = 999
STATIC = "/static/css/base.css"
PATHS = (
    "/live/rubber/1/NS", "/live/rubber/1/", "/live/", "/live/rubber/99999999999999999999/NS", "/live/room/0/x",
    "/live/%00", "/live/rubber/-1/%ff", STATIC, "/static/%2e%2e/%2e%2e/manage.py", "/static/", "/healthz",
    "/static/\\..\\x", "/favicon.ico",
)  # fmt: skip


class Raw(NamedTuple):
    """The bytes of a request to send over a socket, and what is to be expected of it."""

    content: bytes
    leaves: bool = True
    """True if the client closes its sending side after these bytes."""
    must_not_write: bool = False
    """True if the request is incomplete, so that it must not write anything."""


def plain(sent: Sent, cookie: str, **headers: str) -> bytes:
    """The bytes of the correct request, on a connection that closes after the answer."""
    named = {
        "host": "127.0.0.1",
        "cookie": cookie,
        "connection": "close",
        "content-length": str(len(sent.body)),
    }
    lines = [f"{sent.method} {sent.path} HTTP/1.1"]
    lines += [
        f"{name}: {value}" for name, value in (named | sent.headers | headers).items()
    ]
    return "\r\n".join(lines).encode("latin-1", "replace") + b"\r\n\r\n" + sent.body


def spoiled(sent: Sent, cookie: str, rng: Random) -> Raw:
    """The request with one random fault that may happen between a browser and a page."""
    if rng.random() < 0.15:
        sent = sent._replace(method="GET", path=rng.choice(PATHS), body=b"")
    length = len(sent.body)
    whole, longer = (
        plain(sent, cookie),
        {"content-length": str(length + rng.randrange(1, 500))},
    )
    no_length = {
        "content-length": rng.choice(("-1", "abc", "9" * 30, "1, 2", "+5", ""))
    }
    overlong = sent._replace(
        body=sent.body + b"&x=" + b"x" * rng.choice((66_000, 300_000))
    )
    wrong: tuple[Callable[[], Raw], ...] = (
        lambda: Raw(whole, leaves=False),
        lambda: Raw(plain(sent, cookie, **longer), must_not_write=True),
        lambda: Raw(
            whole[: -rng.randrange(1, length)] if length > 1 else b"G",
            must_not_write=True,
        ),
        lambda: Raw(
            plain(sent, cookie, **{"content-length": str(rng.randrange(length + 1))}),
            leaves=False,
        ),
        lambda: Raw(plain(sent, cookie, **no_length), must_not_write=bool(length)),
        lambda: _chunked(sent, cookie, rng),
        lambda: _in_the_head(whole, rng),
        lambda: Raw(whole[: rng.randrange(1, 100)], must_not_write=True),
        lambda: Raw(plain(overlong, cookie), leaves=False),
        lambda: Raw(
            rng.randbytes(rng.randrange(1, 3_000)) + b"\r\n\r\n", must_not_write=True
        ),
        lambda: Raw(
            whole.replace(b"connection: close\r\n", b"", 1) + whole, leaves=False
        ),
    )
    return rng.choice(wrong)()


def _chunked(sent: Sent, cookie: str, rng: Random) -> Raw:
    size = rng.choice((f"{len(sent.body):x}", "zz", "-1", "f" * 20, "5;ext=1"))
    body = (
        size.encode()
        + b"\r\n"
        + sent.body
        + rng.choice((b"\r\n0\r\n\r\n", b"", b"\r\n"))
    )
    content = plain(
        sent._replace(body=b""),
        cookie,
        **{"transfer-encoding": rng.choice(("chunked", "gzip, chunked", "x"))},
    )
    return Raw(
        content.replace(
            b"content-length: 0\r\n", rng.choice((b"", b"content-length: 3\r\n"))
        )
        + body
    )


def _in_the_head(content: bytes, rng: Random) -> Raw:
    """The request with something that is not HTTP in its first line or among its headers."""
    first, _, rest = content.partition(b"\r\n")
    method, _, target = first.partition(b" ")
    odd = rng.randrange(9)
    if odd == 0:
        first = rng.choice(
            (
                b"",
                b"GET",
                first.replace(b"1.1", b"9.9"),
                b"PRI * HTTP/2.0",
                b"\0" + first,
                first + b" x",
            )
        )
    elif odd == 1:
        first = method + b" http://club.example" + target
    elif odd == 2:
        first = first.replace(
            b" HTTP",
            rng.choice(
                (b"?\xff=\xed\xa0\x80", b"?\xf0\x9f", b"\xc3\xa4", b"#a", b"?a b")
            )
            + b" HTTP",
        )
    elif odd == 3:
        first = method + b" /" + b"a" * rng.choice((9_000, 70_000)) + b" HTTP/1.1"
    else:
        extra = (
            b"no colon", b"x:\0", b"x: " + b"y" * 90_000, b" folded", b"\xff: \xff", b"host: other", b"cookie: a=b",
            b"expect: 100-continue", b"upgrade: websocket\r\nconnection: upgrade", b"x: y\n\nGET / HTTP/1.1",
            b": empty", b"range: bytes=0-1", b"\r\n".join(b"x%d: y" % number for number in range(300)),
        )  # fmt: skip
        first += b"\r\n" + rng.choice(extra)
    return Raw(first + b"\r\n" + rest)


def exchange(port: int, raw: Raw) -> int | None:
    """Send the bytes and return the status of the answer; None if the server closes without an answer."""
    with socket.create_connection(("127.0.0.1", port), timeout=PATIENCE) as opened:
        try:
            opened.sendall(raw.content)
            if raw.leaves:
                opened.shutdown(socket.SHUT_WR)
            head = _head(opened)
        except TimeoutError:
            return TIMED_OUT
        except OSError:
            # Of several kinds: it may have closed while this was still being sent.
            return None
    words = head.split(b" ", 2)
    return int(words[1]) if len(words) == 3 and words[1].isdigit() else None


def is_well(port: int) -> bool:
    """True if the server answers the next request; its threads are free once the earlier requests are done."""
    try:
        return request_of(port, "GET", "/healthz") == 200
    except OSError:
        return False


def _head(opened: socket.socket) -> bytes:
    """The first line of the answer. Reads the whole answer, except for a stream, which has no end."""
    content = b""
    while part := opened.recv(65_536):
        content += part
        if b"text/event-stream" in content[:2_000]:
            break
    return content.split(b"\r\n", 1)[0]
