"""The club's server with a clock that is wrong by the number of seconds in the file WRONG_BY."""

import os
import time
from datetime import datetime, timedelta
from pathlib import Path

from django.utils import timezone

WRONG_BY = Path(os.environ["WRONG_BY"])
right_now, right_time = timezone.now, time.time


def wrong_by() -> float:
    return float(WRONG_BY.read_text())


def now() -> datetime:
    return right_now() + timedelta(seconds=wrong_by())


timezone.now = now
time.time = lambda: right_time() + wrong_by()

from clubscore.asgi import application  # noqa: E402, F401 - the clock goes wrong first
