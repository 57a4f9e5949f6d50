"""Health check for load balancers, monitors, and people after an update."""

import logging
import shutil
from collections.abc import Callable
from datetime import datetime
from http import HTTPStatus
from pathlib import Path

from django.conf import settings
from django.contrib.auth.decorators import login_not_required
from django.db import DatabaseError, connection
from django.http import HttpRequest, JsonResponse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET

from clubscore import __version__
from clubscore.database.served_file import require_served_file
from clubscore.live.hub import hub
from clubscore.web.clock_watch import clock_watch

logger = logging.getLogger(__name__)

told_by: dict[str, Callable[[datetime], str]] = {}
"""Functions of other apps that add lines to the health page, by the name of the line in its JSON.

Each gets the present time and returns the text of its line. Everybody on the network can read the lines.
"""


LEAST_FREE = 5_000_000
"""The least free bytes on the disk; with less, the health page reports a full disk."""


@require_GET
@never_cache
@login_not_required
def healthz(request: HttpRequest) -> JsonResponse:
    """The health of the server as JSON: 200 if the database answers and the disk has room.

    The JSON has faults of the clock and the lines of other apps. The status is 503 if the database does not answer or
    another file has replaced it, and 507 if its disk is full. Only the log has the error.
    """
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
        require_served_file()
        now = timezone.now()
        clock = clock_watch.warnings(now)
    except DatabaseError as error:
        logger.error("The database does not answer: %s", " ".join(str(error).split()))
        return JsonResponse({"status": "database does not answer"}, status=503)
    if (free := _bytes_free()) < LEAST_FREE:
        logger.error("The disk of the club is full: %s bytes are free.", f"{free:,}")
        return JsonResponse(
            {"status": "disk is full"}, status=HTTPStatus.INSUFFICIENT_STORAGE
        )
    live = hub.status()
    return JsonResponse(
        {
            "status": "ok",
            "version": __version__,
            "database": connection.vendor,
            "watching": live.watching,
            "clock": clock.words or "ok",
            **{name: tell(now) for name, tell in told_by.items()},
        }
    )


def _bytes_free() -> int:
    """The free bytes on the disk of the SQLite database; with PostgreSQL, on the disk of the data folder."""
    folder = (
        Path(connection.settings_dict["NAME"]).parent
        if connection.vendor == "sqlite"
        else settings.DATA_DIR
    )
    return shutil.disk_usage(folder).free
