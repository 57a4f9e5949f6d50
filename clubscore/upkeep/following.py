"""The club's own settings are reread from `club.env` while the server runs, in each of its processes."""

import logging
import os
import time
from collections.abc import Callable
from pathlib import Path

from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from django.http import HttpRequest, HttpResponseBase
from django.utils import timezone

from clubscore.configuration.club_env import FILE, values_of
from clubscore.configuration.environment import (
    charge_code,
    clock,
    club_number,
    currency,
)

logger = logging.getLogger(__name__)

FOLLOWED = (
    "CLUB_NAME",
    "TIME_ZONE",
    "CLUB_CURRENCY",
    "CLUB_NUMBER",
    "CLUB_CHARGE_CODE",
)


def is_fixed(name: str) -> bool:
    """True if the environment of the server sets this name; the environment overrides `club.env`."""
    return name in os.environ and name not in settings.FROM_CLUB_ENV


class ClubEnvFollower:
    """Middleware that applies changes of `club.env` to this process. Takes one `stat` call for each request."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response
        self.seen = changed_at(Path(settings.DATA_DIR))

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        folder = Path(settings.DATA_DIR)
        if (now := changed_at(folder)) != self.seen:
            self.seen = now
            take_over(folder)
        return self.get_response(request)


def changed_at(folder: Path) -> int:
    """The time of the last change of `club.env` in nanoseconds; 0 if there is no such file."""
    try:
        return os.stat(
            f"{folder}/{FILE}"
        ).st_mtime_ns  # once a request: a Path would take longer than the question
    except OSError:
        return 0


def take_over(folder: Path) -> None:
    """Apply the settings in FOLLOWED of `club.env` to this process, unless the environment fixes them.

    A file that cannot be read, or that has a wrong value, changes nothing.
    """
    try:
        kept = values_of(folder / FILE)
        name, zone, money, number, charge = (
            kept.get(setting, "") for setting in FOLLOWED
        )
        values = {
            "CLUB_NAME": name or "Clubscore",
            "TIME_ZONE": clock(zone) if zone else settings.TIME_ZONE,
            "CLUB_CURRENCY": currency(money) if money else "",
            "CLUB_NUMBER": club_number(number) if number else "",
            "CLUB_CHARGE_CODE": charge_code(charge) if charge else "",
        }
    except ImproperlyConfigured as error:
        logger.warning("%s", error)
        return
    for setting, value in values.items():
        if is_fixed(setting):
            continue
        setattr(settings, setting, value)
        if setting in settings.FROM_CLUB_ENV:
            # For commands that this process starts: the environment has priority over the file.
            os.environ[setting] = value
    _set_clock()


def _set_clock() -> None:
    """Set the local time of Django and of Python to TIME_ZONE."""
    timezone.get_default_timezone.cache_clear()  # type: ignore[attr-defined]  # its stub knows no cache
    os.environ["TZ"] = settings.TIME_ZONE
    if hasattr(time, "tzset"):
        time.tzset()
