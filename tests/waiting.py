"""Waiting for something that another process, thread or page does."""

import time
from collections.abc import Callable
from typing import TypeVar

Answer = TypeVar("Answer")


def until(answer: Callable[[], Answer], seconds: float = 60) -> Answer:
    """Call `answer` until it returns something true, and return that. Fails after so many seconds without it."""
    ends_at = time.monotonic() + seconds
    while not (found := answer()):
        assert time.monotonic() < ends_at
        time.sleep(0.05)
    return found
