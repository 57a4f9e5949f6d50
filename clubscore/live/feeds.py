"""One view of one thing, and those who watch it. Nothing is queued: a watcher takes the newest frame when it can."""

import asyncio
from typing import NamedTuple

from clubscore.live.frames import Frame


class Ended(Exception):
    """There will be no more frames: the thing is gone, or the browser, or the server is going."""


class Key(NamedTuple):
    """What is watched, as in its address."""

    topic: str
    id: int
    view: str


class Feed:
    """`revision` is the newest that is known, `frame` the newest that was rendered: perhaps of an older revision."""

    def __init__(self, key: Key) -> None:
        self.key = key
        self.revision: str | None = None
        self.look = 0
        self.frame: Frame | None = None
        self.rendering: asyncio.Task[None] | None = None
        self.failed_at: str | None = None
        self.watchers: set[Watcher] = set()

    def is_owed(self) -> bool:
        """Does anyone wait for a frame that has not been rendered?"""
        if self.frame and self.frame.revision == self.revision:
            return False
        return any(watcher.seen != self.revision for watcher in self.watchers)

    def note(self, revision: str, look: int) -> None:
        """Look number `look` at the database found this revision."""
        self.revision, self.look = revision, look
        if self.frame and self.frame.revision == revision:
            self.frame.look = look

    def show(self, frame: Frame) -> None:
        self.frame = frame
        for watcher in self.watchers:
            watcher.wake()

    def end(self) -> None:
        for watcher in self.watchers:
            watcher.end()


class Watcher:
    """One stream's place at a feed. `seen` is the revision that its browser shows."""

    __slots__ = ("_alarm", "_has_ended", "feed", "placed", "seen", "since")

    def __init__(self, feed: Feed, seen: str | None) -> None:
        self.feed = feed
        self.seen = seen
        self.since = 0
        self.placed: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._alarm: asyncio.Future[None] | None = None
        self._has_ended = False

    async def next_frame(self, patience: float) -> Frame | None:
        """The newest frame that the browser lacks, or None after `patience` seconds. Raises Ended."""
        frame = self._take()
        if frame is None:
            await self._sleep(patience)
            frame = self._take()
        return frame

    def _take(self) -> Frame | None:
        if self._has_ended:
            raise Ended
        frame = self.feed.frame
        # A frame from before this watcher came may be older than the page that the browser has just been given.
        if frame is None or frame.revision == self.seen or frame.look < self.since:
            return None
        self.seen = frame.revision
        return frame

    async def _sleep(self, seconds: float) -> None:
        loop = asyncio.get_running_loop()
        self._alarm = loop.create_future()
        clock = loop.call_later(seconds, self.wake)
        try:
            await self._alarm
        finally:
            clock.cancel()
            self._alarm = None

    def wake(self) -> None:
        if self._alarm and not self._alarm.done():
            self._alarm.set_result(None)

    def end(self) -> None:
        self._has_ended = True
        self.wake()
