"""Pages run in threads: the way of a response from the thread to the client."""

import asyncio
import threading
from collections.abc import Callable, Iterable, Iterator
from typing import Any

import pytest

from clubscore.server import page_threads
from clubscore.server.bodies import FORM
from clubscore.server.page_threads import IN_MEMORY, PART, PageThreads

Page = Callable[..., Iterable[bytes]]
SCOPE = {
    "type": "http",
    "method": "GET",
    "path": "/",
    "query_string": b"",
    "http_version": "1.1",
    "headers": [],
}


async def _form_only(scope: object) -> int:
    return FORM


def exchange(
    page: Page,
    *received: dict[str, Any],
    taken: int = 10**9,
    scope: dict[str, Any] = SCOPE,
) -> Any:
    """The messages of the response to one request; the client disconnects after it has taken `taken` messages."""

    async def run() -> list[dict[str, Any]]:
        gone = asyncio.Event()
        messages: list[dict[str, Any]] = []
        incoming = iter(received or [{"type": "http.request", "body": b""}])

        async def receive() -> dict[str, Any]:
            message = next(incoming, None)
            if message is None:
                await gone.wait()
                return {"type": "http.disconnect"}
            return message

        async def send(message: dict[str, Any]) -> None:
            messages.append(message)
            if len(messages) >= taken:
                gone.set()
                await asyncio.sleep(0)

        pages = PageThreads(page, threads=1, allowance=_form_only)
        try:
            await pages(scope, receive, send)
        finally:
            pages.executor.shutdown()
        return messages

    return asyncio.run(run())


@pytest.mark.parametrize(
    "parts",
    [
        [],
        [b"a"],
        [b"a", b"", b"bc"],
        [b"x" * PART, b"y"],
        map(b"%06d".__mod__, range(99_999)),
        map(b"%07d".__mod__, range(999_999)),
        [b"z" * (IN_MEMORY * 3 + 5)],
        [b"z" * IN_MEMORY, b"y" * IN_MEMORY, b"x" * PART],
    ],
)
def test_a_response_of_any_length_arrives_whole_and_in_order(
    parts: Iterable[bytes],
) -> None:
    parts = [*parts]

    def page(
        environ: dict[str, object], start_response: Callable[..., object]
    ) -> list[bytes]:
        start_response("200 OK", [("X-Page", "short or long")])
        return parts

    start, *rest = exchange(page)
    assert start == {
        "type": "http.response.start",
        "status": 200,
        "headers": [(b"x-page", b"short or long")],
    }
    assert b"".join(message["body"] for message in rest) == b"".join(parts)
    assert [message["more_body"] for message in rest] == [True] * (len(rest) - 1) + [
        False
    ]


def test_a_client_that_goes_ends_the_making_of_what_it_asked_for() -> None:
    closed: list[bool] = []

    class Endless:
        def __iter__(self) -> Iterator[bytes]:
            while True:
                yield b"x" * PART

        def close(self) -> None:
            closed.append(True)

    def page(
        environ: dict[str, object], start_response: Callable[..., object]
    ) -> Endless:
        start_response("200 OK", [])
        return Endless()

    messages = exchange(page, taken=3)
    assert closed == [True]
    assert all(message.get("more_body", True) for message in messages)


def test_what_waits_for_a_thread_when_its_client_goes_is_never_begun(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(page_threads, "WAITS", 0.01)
    busy, begun = threading.Event(), []

    def page(
        environ: dict[str, Any], start_response: Callable[..., Any]
    ) -> Iterator[bytes]:
        begun.append(environ["PATH_INFO"])
        if environ["PATH_INFO"] == "/slow":
            busy.wait()
        start_response("200 OK", [])
        yield b"here"

    async def run() -> None:
        pages = PageThreads(page, threads=1, allowance=_form_only)

        async def ask(path: str, goes: asyncio.Event) -> list[dict[str, Any]]:
            sent: list[dict[str, Any]] = []
            body = iter([{"type": "http.request", "body": b""}])

            async def receive() -> dict[str, Any]:
                if message := next(body, None):
                    return message
                await goes.wait()
                return {"type": "http.disconnect"}

            async def send(message: dict[str, Any]) -> None:
                sent.append(message)

            await pages(SCOPE | {"path": path}, receive, send)
            return sent

        stays, goes = asyncio.Event(), asyncio.Event()
        slow, left, after = (
            asyncio.create_task(ask(path, leaving))
            for path, leaving in (("/slow", stays), ("/left", goes), ("/after", stays))
        )
        await asyncio.sleep(0.05)
        goes.set()
        await asyncio.sleep(0.05)
        busy.set()
        assert (await left, len(await slow), len(await after)) == ([], 2, 2)
        pages.executor.shutdown()

    asyncio.run(run())
    assert begun == ["/slow", "/after"]


def test_a_response_that_fails_half_way_is_never_said_to_be_whole() -> None:
    def page(
        environ: dict[str, object], start_response: Callable[..., object]
    ) -> Iterator[bytes]:
        start_response("200 OK", [])
        yield b"x" * PART
        raise OSError("the disk is gone")

    sent: list[dict[str, Any]] = []

    def remembering(
        environ: dict[str, object], start_response: Callable[..., object]
    ) -> Iterator[bytes]:
        return page(environ, start_response)

    with pytest.raises(OSError, match="the disk is gone"):
        sent += exchange(remembering)
    assert sent == []


@pytest.mark.parametrize("length", [b"", b"-1", b"1e3", b"99999999999999999", b"7, 7"])
def test_a_length_that_is_no_number_is_refused(length: bytes) -> None:
    start, body = exchange(
        _never, scope=SCOPE | {"headers": [(b"content-length", length)]}
    )
    assert start["status"] == 400
    assert b"Content-Length" in body["body"]


def _never(
    environ: dict[str, object], start_response: Callable[..., object]
) -> list[bytes]:
    raise AssertionError("This request must not reach a view.")


def test_a_body_without_a_length_is_refused() -> None:
    headers = [(b"transfer-encoding", b"chunked")]
    start, _ = exchange(_never, scope=SCOPE | {"method": "POST", "headers": headers})
    assert start["status"] == 411


def test_a_body_shorter_or_longer_than_it_says_reaches_no_view() -> None:
    ten = SCOPE | {"method": "POST", "headers": [(b"content-length", b"10")]}
    cut_off = {"type": "http.request", "body": b"line=4s", "more_body": True}
    assert (
        exchange(_never, cut_off, {"type": "http.disconnect"}, scope=ten)[0]["status"]
        == 400
    )
    for body in (b"line=4sn", b"line=4sn=%20h4"):
        whole = {"type": "http.request", "body": body, "more_body": False}
        assert exchange(_never, whole, scope=ten)[0]["status"] == 400


def test_a_body_in_pieces_reaches_the_view_whole() -> None:
    def page(
        environ: dict[str, Any], start_response: Callable[..., object]
    ) -> list[bytes]:
        start_response("200 OK", [])
        return [environ["wsgi.input"].read(int(environ["CONTENT_LENGTH"]))]

    pieces = [
        {"type": "http.request", "body": part, "more_body": part != b"90"}
        for part in (b"1234", b"5678", b"90")
    ]
    ten = SCOPE | {"method": "POST", "headers": [(b"content-length", b"10")]}
    assert exchange(page, *pieces, scope=ten)[1]["body"] == b"1234567890"
