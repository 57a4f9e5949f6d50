"""The bytes on the wire: server-sent events."""

import random
import re
from dataclasses import dataclass

_LINE_END = re.compile(r"\r\n|\r|\n")


@dataclass
class Frame:
    """The HTML of a region as it was last rendered, ready to be sent."""

    revision: str
    """The revision that was read before rendering; the HTML may be newer, never older."""
    look: int
    """The number of the last look at the database that found this revision to be the newest."""
    event: bytes
    """The HTML as a server-sent event."""


def frame_event(revision: str, html: str) -> bytes:
    """A `frame` event, which has the HTML. Its id is the revision, which a browser sends back when it reconnects."""
    lines = "".join(f"data: {line}\n" for line in _LINE_END.split(html))
    return f"event: frame\nid: {revision}\n{lines}\n".encode()


def beat_event(seconds: float) -> bytes:
    """A `beat` event: it says that the connection is alive, and that the next event comes within `seconds`."""
    return f"event: beat\ndata: {seconds:g}\n\n".encode()


def retry_field() -> bytes:
    """The field `retry`: a random time that a browser waits before it reconnects, so that not all reconnect at once."""
    return f"retry: {random.randint(500, 3000)}\n".encode()
