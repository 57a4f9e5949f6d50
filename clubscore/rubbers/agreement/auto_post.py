"""A thread that, once a minute, posts to the books each rubber whose time for objections is over.

`manage.py post_due` posts the same rubbers on demand.
"""

import logging
from datetime import datetime

from clubscore.rubbers.agreement.due import post_due
from clubscore.upkeep.repeating import RepeatingThread
from clubscore.web.clock_watch import clock_watch

logger = logging.getLogger(__name__)
EVERY = 60.0  # seconds


def due_thread(every: float = EVERY) -> RepeatingThread:
    return RepeatingThread("Posting what is due", _post, every=every)


def _post(now: datetime) -> None:
    for rubber in post_due(now=now, jumped_at=clock_watch.unsteady_since(now)):
        logger.info("%s was posted: its time was up.", rubber)
