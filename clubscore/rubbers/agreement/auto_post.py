"""A thread that posts rubbers agreed by time when their time is up, once a minute (also `manage.py post_due`)."""

import logging
from threading import Event, Thread

from django.db import connections
from django.utils import timezone

from clubscore.rubbers.agreement.due import post_due
from clubscore.web.clock_watch import clock_watch

logger = logging.getLogger(__name__)
EVERY = 60.0  # seconds


class DueThread:
    """A background thread, so that neither pages nor streams wait. Each of many processes may have one.

    `every` is in seconds.
    """

    def __init__(self, every: float = EVERY) -> None:
        self._every = every
        self._stopped = Event()
        self._thread: Thread | None = None

    def start(self) -> None:
        self._stopped.clear()
        self._thread = Thread(target=self._run, name="post-due", daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """Stop the thread. Returns when it has ended and closed its connection to the database."""
        self._stopped.set()
        if self._thread:
            self._thread.join()

    def _run(self) -> None:
        while not self._stopped.wait(self._every):
            try:
                now = timezone.now()
                for rubber in post_due(now=now, jumped_at=clock_watch.unsteady_since(now)):
                    logger.info("%s was posted: its time was up.", rubber)
            except Exception:
                logger.exception("Posting what is due failed; it is tried again in %s seconds.", self._every)
            finally:
                connections.close_all()
