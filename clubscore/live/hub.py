"""The middle of the live updates: one for the process, on the server's event loop.

After a change the revisions of everything that is watched are read, one query a topic; what has moved is rendered once
for each view of it that somebody watches, and the watchers are woken.
"""

import asyncio
import logging
from collections import defaultdict
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime

from clubscore.live.changes import tell_of_changes
from clubscore.live.feeds import Ended, Feed, Key, Watcher
from clubscore.live.frames import Frame, frame_event
from clubscore.live.topics import TOPICS
from clubscore.live.workers import Workers

logger = logging.getLogger(__name__)

READERS = 4
DOORKEEPERS = 2  # threads of their own: a crowd at the door must not hold up the rendering
LOOKS_AGAIN_AFTER = 5.0  # though nobody told of a change: a trigger may be missing, a rendering may have failed
RESTS_AFTER_A_LOOK = 0.02  # so that a burst of changes is one look


class DatabaseAway(Exception):
    """The revisions cannot be read at present."""


@dataclass(frozen=True)
class Status:
    """`watching` streams are open; `looked_at` is when the hub last came round without trouble, None before it did."""

    watching: int
    looked_at: datetime | None


class Hub:
    def __init__(self) -> None:
        self._watching = 0
        self._looked_at: datetime | None = None

    def start(self) -> None:
        """Begin to look. Call it on the event loop that the streams run on."""
        self._feeds: dict[Key, Feed] = {}
        self._arrivals: list[Watcher] = []
        self._looks = 0
        self._troubled: set[str] = set()
        self._bell = asyncio.Event()
        self._readers = Workers("live-reader", READERS)
        self.door = Workers("live-door", DOORKEEPERS)
        self._tasks = [asyncio.create_task(tell_of_changes(self._bell.set)), asyncio.create_task(self._run())]

    async def stop(self) -> None:
        """End every stream, wait for the work under way, close the connections."""
        for feed in self._feeds.values():
            feed.end()
        renderings = [feed.rendering for feed in self._feeds.values() if feed.rendering]
        for task in (*self._tasks, *renderings):
            task.cancel()
        await asyncio.gather(*self._tasks, *renderings, return_exceptions=True)
        await asyncio.to_thread(self._readers.close)
        await asyncio.to_thread(self.door.close)

    def status(self) -> Status:
        """For the health page; may be asked from any thread."""
        return Status(self._watching, self._looked_at)

    async def join(self, key: Key, seen: str | None) -> Watcher:
        """Watch `key`; `seen` is the revision that the browser has. `leave` must follow.

        Raises Ended when there is no such thing, DatabaseAway when that cannot be found out.
        """
        feed = self._feeds.setdefault(key, Feed(key))
        watcher = Watcher(feed, seen)
        feed.watchers.add(watcher)
        self._watching += 1
        self._arrivals.append(watcher)
        self._bell.set()
        try:
            await watcher.placed
        except BaseException:
            self.leave(watcher)
            raise
        return watcher

    def leave(self, watcher: Watcher) -> None:
        feed = watcher.feed
        feed.watchers.discard(watcher)
        self._watching -= 1
        if not feed.watchers and self._feeds.get(feed.key) is feed:
            del self._feeds[feed.key]

    async def _run(self) -> None:
        while True:
            with suppress(TimeoutError):
                async with asyncio.timeout(LOOKS_AGAIN_AFTER):
                    await self._bell.wait()
            self._bell.clear()
            await self._look()
            await asyncio.sleep(RESTS_AFTER_A_LOOK)

    async def _look(self) -> None:
        self._looks += 1
        arrivals, self._arrivals = self._arrivals, []
        feeds = defaultdict(list)
        for feed in self._feeds.values():
            feeds[feed.key.topic].append(feed)
        answers = await asyncio.gather(*(self._look_at(topic, watched) for topic, watched in feeds.items()))
        for watcher in arrivals:
            self._place(watcher)
        if all(answers):
            self._looked_at = datetime.now(UTC)

    async def _look_at(self, topic: str, feeds: list[Feed]) -> bool:
        """Bring the feeds of a topic up to date; False, with a line in the log, when that failed."""
        look = self._looks
        try:
            revisions = await self._readers.run(TOPICS[topic].revisions, {feed.key.id for feed in feeds})
        except Exception:
            if topic not in self._troubled:
                logger.exception("The revisions of the live topic %s cannot be read; trying again.", topic)
            self._troubled.add(topic)
            return False
        self._troubled.discard(topic)
        for feed in feeds:
            self._bring_up_to_date(feed, revisions, look)
        return True

    def _bring_up_to_date(self, feed: Feed, revisions: Mapping[int, str], look: int) -> None:
        revision = revisions.get(feed.key.id)
        if revision is None:
            feed.end()
            self._feeds.pop(feed.key, None)
            return
        feed.note(revision, look)
        if feed.rendering is None and feed.is_owed():
            feed.rendering = asyncio.create_task(self._render(feed))

    def _place(self, watcher: Watcher) -> None:
        """Answer a `join`, now that its feed has been looked at."""
        feed = watcher.feed
        if watcher.placed.done():  # the browser did not wait for it
            return
        if self._feeds.get(feed.key) is not feed:
            watcher.placed.set_exception(Ended)
        elif feed.look != self._looks:
            watcher.placed.set_exception(DatabaseAway)
        else:
            watcher.since = feed.look
            watcher.placed.set_result(None)

    async def _render(self, feed: Feed) -> None:
        """Render until the newest revision is shown, unless nobody waits for it any more."""
        topic, id, view = feed.key
        try:
            while feed.is_owed():
                revision, look = feed.revision or "", feed.look
                html = await self._readers.run(TOPICS[topic].render, id, view)
                feed.show(Frame(revision, look, frame_event(revision, html)))
        except Exception:
            if feed.failed_at != feed.revision:
                logger.exception("Rendering %s %s for %s failed; its watchers keep what they have.", topic, id, view)
            feed.failed_at = feed.revision
        finally:
            feed.rendering = None


hub = Hub()
