"""The mark of a restore that has put a club into the database and not yet written its settings."""

from pathlib import Path

from django.conf import settings

MARK = "restore_unfinished"


def restore_mark() -> Path:
    """The file, in the data folder. It has the path of what was restored."""
    return Path(settings.DATA_DIR) / MARK
