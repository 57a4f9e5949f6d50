"""Reading the whole body of a request on the event loop, within limits of size and time, before a thread takes it.

So a client that stops in the middle of a form holds a socket but no thread, and no view gets a truncated form. WSGI
cannot tell a view that the client went away: the view would take half a form for the whole.
"""

import asyncio
import contextlib
from collections.abc import Awaitable, Callable, MutableMapping
from http import HTTPStatus
from typing import Any

Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]
Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]

FORM = 64 * 1024  # bytes: a deal is a few hundred
SECONDS, SECONDS_IF_LARGE = 10.0, 60.0
# Read and dropped, so that the sentence of a refusal arrives.
DRAINED, DRAINED_SECONDS = (
    4 * 1024 * 1024,
    5.0,
)

Application = Callable[[Scope, Receive, Send], Awaitable[None]]
Allowance = Callable[[Scope], Awaitable[int]]


class BodyRefused(Exception):
    """The refusal of a request, with a status and a sentence. The request does not reach a view."""

    def __init__(self, status: HTTPStatus, sentence: str) -> None:
        super().__init__(sentence)
        self.status = status
        self.sentence = sentence


class BodyCutOff(BodyRefused):
    """The refusal of a body that is shorter or longer than announced, mostly because the client went away.

    Then nobody waits for an answer. A request for another protocol, such as WebSocket, is refused with this exception,
    too, because its body is not read.
    """

    def __init__(self) -> None:
        super().__init__(
            HTTPStatus.BAD_REQUEST,
            "Only a part of the form arrived. Nothing was written: send it again.",
        )


async def whole_body(scope: Scope, receive: Receive, allowance: Allowance) -> bytes:
    """Read the body of a request. It is returned only if it is exactly as long as its Content-Length.

    `allowance` returns the most bytes that this request may send; it is called only for bodies above FORM. Raises
    BodyRefused if the request has no Content-Length, or if the body is too long or too slow; BodyCutOff if the body has
    another length.
    """
    length = _length(dict(scope["headers"]))
    is_large = length > FORM
    if is_large and length > await allowance(scope):
        await _drain(receive)
        raise BodyRefused(
            HTTPStatus.REQUEST_ENTITY_TOO_LARGE,
            f"That is too much at once: {length} bytes. Nothing was written.",
        )
    seconds = SECONDS_IF_LARGE if is_large else SECONDS
    try:
        async with asyncio.timeout(seconds):
            return await _read(receive, length)
    except TimeoutError:
        raise BodyRefused(
            HTTPStatus.REQUEST_TIMEOUT,
            "The form did not arrive whole in time. Nothing was written: send it again.",
        ) from None


def _length(headers: dict[bytes, bytes]) -> int:
    if b"transfer-encoding" in headers:
        raise BodyRefused(
            HTTPStatus.LENGTH_REQUIRED, "Send the length of the form (Content-Length)."
        )
    length = headers.get(b"content-length", b"0")
    if not length.isdigit() or len(length) > 15:
        raise BodyRefused(
            HTTPStatus.BAD_REQUEST,
            "The length of the form (Content-Length) is not a number.",
        )
    return int(length)


async def _read(receive: Receive, length: int) -> bytes:
    parts: list[bytes] = []
    more = True
    while more:
        message = await receive()
        if message["type"] == "http.disconnect":
            raise BodyCutOff
        parts.append(message.get("body", b""))
        more = message.get("more_body", False)
    body = b"".join(parts)
    if len(body) != length:
        raise BodyCutOff
    return body


async def _drain(receive: Receive) -> None:
    dropped, more = 0, True
    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(DRAINED_SECONDS):
            while more and dropped < DRAINED:
                message = await receive()
                dropped += len(message.get("body", b""))
                more = message.get("more_body", False)


async def answer(refusal: BodyRefused, send: Send) -> None:
    """Send the refusal as a page of one sentence, and close the connection."""
    body = refusal.sentence.encode()
    headers = [
        (b"content-type", b"text/plain; charset=utf-8"),
        (b"content-length", str(len(body)).encode()),
        (b"cache-control", b"no-store"),
        (b"x-content-type-options", b"nosniff"),
        (b"connection", b"close"),
    ]
    await send(
        {"type": "http.response.start", "status": refusal.status, "headers": headers}
    )
    await send({"type": "http.response.body", "body": body})
