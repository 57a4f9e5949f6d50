"""The centre of the live updates: one hub for each process, on the event loop of the server.

After a change the hub reads the revisions of all watched things, with one query for each topic. Each changed thing is
rendered once for each watched view and language, and its watchers are woken.
"""

import asyncio
import logging
from collections import defaultdict
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime

from clubscore.database.write_lock import commit_listeners
from clubscore.live.authentication import Authentication
from clubscore.live.changes import report_changes
from clubscore.live.feeds import Feed, FeedEnded, FeedKey, Watcher
from clubscore.live.frames import Frame, frame_event
from clubscore.live.topics import TOPICS
from clubscore.live.workers import Workers

logger = logging.getLogger(__name__)

RENDERERS = 2  # threads; more would only take the interpreter from the pages
LOOK_AT_LEAST_EVERY = (
    5.0  # seconds: a trigger may be missing, or a rendering may have failed
)
REST_AFTER_LOOK = 0.02  # seconds, so that a burst of changes is one look
# A feed that changes without pause is rendered a third of the time, so that pages come first; newest frame wins.
REST_PER_RENDERING = 2.0
LONGEST_REST = 0.2  # seconds


class DatabaseAway(Exception):
    """An error: a look at the database (a reading of the revisions) has failed."""


@dataclass(frozen=True)
class HubStatus:
    watching: int
    """The number of open streams."""
    looked_at: datetime | None
    """The time of the last look at the database without an error; None before the first look."""


class Hub:
    def __init__(self) -> None:
        self._watching = 0
        self._looked_at: datetime | None = None

    def start(self) -> None:
        """Begin to follow the database. Call it on the event loop that the streams run on."""
        self._feeds: dict[FeedKey, Feed] = {}
        self._arrivals: list[Watcher] = []
        self._looks = 0
        self._troubled: set[str] = set()
        self._bell = asyncio.Event()
        self._loop = asyncio.get_running_loop()
        # Apart from the renderers, which may be busy.
        self._lookers = Workers("live-look", 1)
        self._renderers = Workers("live-render", RENDERERS)
        self.authentication = Authentication()
        self._tasks = [
            asyncio.create_task(report_changes(self._bell.set)),
            asyncio.create_task(self._run()),
        ]
        commit_listeners.add(self._ring)

    async def stop(self) -> None:
        """End every stream, wait for the work in progress, close the database connections."""
        commit_listeners.discard(self._ring)
        for feed in self._feeds.values():
            feed.end()
        renderings = [feed.rendering for feed in self._feeds.values() if feed.rendering]
        for task in (*self._tasks, *renderings):
            task.cancel()
        await asyncio.gather(*self._tasks, *renderings, return_exceptions=True)
        for workers in (self._lookers, self._renderers, self.authentication):
            await asyncio.to_thread(workers.close)

    def _ring(self) -> None:
        """Wake the hub from any thread: this process has committed."""
        self._loop.call_soon_threadsafe(self._bell.set)

    def status(self) -> HubStatus:
        """The state of the hub for the health page. Any thread may call this."""
        return HubStatus(self._watching, self._looked_at)

    async def join(self, key: FeedKey, seen: str | None) -> Watcher:
        """Let a new watcher watch the feed `key`, and return it after the first look at the database.

        `seen` is the revision that the browser shows. Call `leave` when the stream ends. Raises FeedEnded if the thing
        does not exist, DatabaseAway if the database does not answer.
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
                async with asyncio.timeout(LOOK_AT_LEAST_EVERY):
                    await self._bell.wait()
            self._bell.clear()
            await self._look()
            await asyncio.sleep(REST_AFTER_LOOK)

    async def _look(self) -> None:
        self._looks += 1
        arrivals, self._arrivals = self._arrivals, []
        feeds = defaultdict(list)
        for feed in self._feeds.values():
            feeds[feed.key.topic].append(feed)
        successes = await asyncio.gather(
            *(self._look_at(topic, watched) for topic, watched in feeds.items())
        )
        for watcher in arrivals:
            self._place(watcher)
        if all(successes):
            self._looked_at = datetime.now(UTC)

    async def _look_at(self, topic: str, feeds: list[Feed]) -> bool:
        """Bring the feeds of a topic up to date. Returns True; False, with a line in the log, if that failed."""
        look = self._looks
        try:
            revisions = await self._lookers.run(
                TOPICS[topic].revisions, {feed.key.id for feed in feeds}
            )
        except Exception:
            if topic not in self._troubled:
                logger.exception(
                    "The revisions of the live topic %s cannot be read; trying again.",
                    topic,
                )
            self._troubled.add(topic)
            return False
        self._troubled.discard(topic)
        for feed in feeds:
            self._bring_up_to_date(feed, revisions, look)
        return True

    def _bring_up_to_date(
        self, feed: Feed, revisions: Mapping[int, str], look: int
    ) -> None:
        revision = revisions.get(feed.key.id)
        if revision is None:
            feed.end()
            self._feeds.pop(feed.key, None)
            return
        feed.note(revision, look)
        if feed.rendering is None and feed.needs_rendering():
            feed.rendering = asyncio.create_task(self._render(feed))

    def _place(self, watcher: Watcher) -> None:
        """Finish the `join` of this watcher after a look at the database.

        The `join` raises FeedEnded if the feed has ended, or DatabaseAway if that look could not read the feed's
        revision.
        """
        feed = watcher.feed
        if watcher.placed.done():  # the browser has left in the meantime
            return
        if self._feeds.get(feed.key) is not feed:
            watcher.placed.set_exception(FeedEnded)
        elif feed.look != self._looks:
            watcher.placed.set_exception(DatabaseAway)
        else:
            watcher.since = feed.look
            watcher.placed.set_result(None)

    async def _render(self, feed: Feed) -> None:
        """Render the feed until its frame has the newest revision, or until no watcher waits for it."""
        topic, id, view, language = feed.key
        try:
            while feed.needs_rendering():
                revision, look, began = (
                    feed.revision or "",
                    feed.look,
                    self._loop.time(),
                )
                html = await self._renderers.run(
                    TOPICS[topic].rendered, id, view, language
                )
                feed.show(Frame(revision, look, frame_event(revision, html)))
                await asyncio.sleep(
                    min(LONGEST_REST, REST_PER_RENDERING * (self._loop.time() - began))
                )
        except Exception:
            if feed.failed_at != feed.revision:
                logger.exception(
                    "Rendering %s %s for %s failed; its watchers keep what they have.",
                    topic,
                    id,
                    view,
                )
            feed.failed_at = feed.revision
        finally:
            feed.rendering = None


hub = Hub()
