"""How long and how many: the figures of the event stream, each with its setting."""

import resource
from dataclasses import dataclass

from django.conf import settings

_FILES_FOR_OTHERS = 200  # connections of pages and of the database, the static files, the logs


@dataclass(frozen=True)
class Limits:
    """`beat` and `lifetime` in seconds, `per_member` and `in_all` in streams."""

    beat: float
    lifetime: float
    per_member: int
    in_all: int


def limits() -> Limits:
    """The limits as the settings have them now."""
    return Limits(
        beat=getattr(settings, "LIVE_BEAT_SECONDS", 15),
        lifetime=getattr(settings, "LIVE_STREAM_SECONDS", 15 * 60),
        per_member=getattr(settings, "LIVE_STREAMS_PER_MEMBER", 16),
        in_all=getattr(settings, "LIVE_STREAMS_IN_ALL", _streams_that_fit()),
    )


def _streams_that_fit() -> int:
    """Each stream takes a file descriptor; many systems allow a process 1,024."""
    files, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    return 5000 if files == resource.RLIM_INFINITY else max(50, min(5000, files - _FILES_FOR_OTHERS))
