"""The mark of a restore that has replaced the database and not yet written the settings."""

from pathlib import Path

from django.conf import settings

MARK = "restore_unfinished"


def restore_mark() -> Path:
    """The path of the file in the data folder that marks an unfinished restore.

    The file is there from before the restore replaces the database until the settings are written. It contains the path
    of the restored file.
    """
    return Path(settings.DATA_DIR) / MARK
