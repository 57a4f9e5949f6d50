"""What goes over the wire: server-sent events."""

import random
import re
from dataclasses import dataclass

_LINE_END = re.compile(r"\r\n|\r|\n")


@dataclass
class Frame:
    """The HTML of a region as bytes to send, and the revision it was rendered for.

    `look` numbers the last look at the database that found this revision to be the newest.
    """

    revision: str
    look: int
    event: bytes


def frame_event(revision: str, html: str) -> bytes:
    """`revision` becomes the event's id: what the browser has seen, should it come back."""
    lines = "".join(f"data: {line}\n" for line in _LINE_END.split(html))
    return f"event: frame\nid: {revision}\n{lines}\n".encode()


def beat_event(seconds: float) -> bytes:
    """Says that the line is alive, and in how many seconds to expect to hear from it again."""
    return f"event: beat\ndata: {seconds:g}\n\n".encode()


def retry_field() -> bytes:
    """When to come back after the line broke: different for each watcher, so that they do not all come at once."""
    return f"retry: {random.randint(500, 3000)}\n".encode()
