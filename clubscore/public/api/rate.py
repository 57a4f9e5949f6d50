"""A limit on requests within a sliding window, kept in this process."""

import time
from collections import defaultdict, deque
from math import ceil
from threading import Lock

MOST = 60  # requests of one token
WINDOW = 60.0  # seconds


class Rate:
    """Counts the requests of each key. Each process has its own limit: it protects the processor, not a secret."""

    def __init__(self) -> None:
        self._made: defaultdict[int, deque[float]] = defaultdict(deque)
        self._lock = Lock()

    def wait(self, key: int) -> int:
        """Count a request with this key and return 0; over the limit, return the seconds to wait and count nothing."""
        now = time.monotonic()
        with self._lock:
            made = self._made[key]
            while made and made[0] <= now - WINDOW:
                made.popleft()
            if len(made) >= MOST:
                return ceil(made[0] + WINDOW - now)
            made.append(now)
        return 0

    def forget(self) -> None:
        with self._lock:
            self._made.clear()


rate = Rate()
