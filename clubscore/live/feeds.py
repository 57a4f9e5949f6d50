"""A feed: one view of one thing, and its watchers. Nothing is queued: a watcher takes the newest frame when it can."""

import asyncio
from typing import NamedTuple

from clubscore.live.frames import Frame


class FeedEnded(Exception):
    """An error for a watcher whose feed has ended: the thing was deleted, the browser has left, or the server stops."""


class FeedKey(NamedTuple):
    """The key of a feed, as in the address of the stream: topic, id, view, and the language of the page."""

    topic: str
    id: int
    view: str
    language: str


class Feed:
    def __init__(self, key: FeedKey) -> None:
        self.key = key
        self.revision: str | None = None
        """The newest known revision; None before the first look at the database."""
        self.look = 0
        """The number of the look at the database (a reading of the revisions) that found `revision`."""
        self.frame: Frame | None = None
        """The newest rendered frame; its revision may be older than `revision`."""
        self.rendering: asyncio.Task[None] | None = None
        self.failed_at: str | None = None
        """The last revision whose rendering failed."""
        self.watchers: set[Watcher] = set()

    def needs_rendering(self) -> bool:
        """True if a watcher lacks the newest revision and no frame of it exists."""
        if self.frame and self.frame.revision == self.revision:
            return False
        return any(watcher.seen != self.revision for watcher in self.watchers)

    def note(self, revision: str, look: int) -> None:
        """Store `revision` as the newest revision, and `look`, the number of the look at the database that found it."""
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
    """One open stream, which waits for the frames of a feed."""

    __slots__ = (
        "_beat_is_due",
        "_has_ended",
        "_waking",
        "feed",
        "placed",
        "seen",
        "since",
    )

    def __init__(self, feed: Feed, seen: str | None) -> None:
        self.feed = feed
        self.seen = seen
        """The revision that the browser shows; None if it shows none yet."""
        self.since = 0
        """The number of the first look at the database (a reading of the revisions) after this watcher came."""
        self.placed: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        """A future that is resolved after the first look at the database since this watcher came."""
        self._waking: asyncio.Future[None] | None = None
        self._beat_is_due = False
        self._has_ended = False

    async def next_frame(self) -> Frame | None:
        """Wait until there is a frame that the browser lacks, and return the newest; None when a beat is due.

        A beat is an event without HTML, by which the browser knows that the connection is alive. Raises FeedEnded when
        the feed has ended.
        """
        while True:
            if self._has_ended:
                raise FeedEnded
            frame = self.feed.frame
            # A frame from before this watcher came may be older than the page that the browser has just loaded.
            if (
                frame is not None
                and frame.revision != self.seen
                and frame.look >= self.since
            ):
                self.seen = frame.revision
                return frame
            if self._beat_is_due:
                self._beat_is_due = False
                return None
            self._waking = asyncio.get_running_loop().create_future()
            await self._waking

    def wake(self) -> None:
        if self._waking and not self._waking.done():
            self._waking.set_result(None)

    def beat(self) -> None:
        """Let `next_frame` return None, because it is time to send a beat."""
        self._beat_is_due = True
        self.wake()

    def end(self) -> None:
        self._has_ended = True
        self.wake()
