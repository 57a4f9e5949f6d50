"""Run `manage.py` commands, each in a process of its own, for a club in a data folder of its own."""

import os
import subprocess
import sys
from pathlib import Path

from tests.source_code import ROOT

NOT_OURS = {"DATABASE_URL", "BACKUP_AT", "CLUB_NAME", "TIME_ZONE", "CLUB_CURRENCY"}


def manage(
    folder: Path, *words: str, **environment: str
) -> subprocess.CompletedProcess[str]:
    """Run this command of `manage.py` to its end.

    The database is SQLite in `folder`, unless DATABASE_URL names another.
    """
    command = [sys.executable, "manage.py", *words]
    return subprocess.run(
        command,
        env=surroundings(folder, **environment),
        cwd=ROOT,
        capture_output=True,
        text=True,
    )


def surroundings(folder: Path, **environment: str) -> dict[str, str]:
    """The environment variables with which a command works on the club in that folder."""
    kept = {name: value for name, value in os.environ.items() if name not in NOT_OURS}
    return (
        kept
        | {"CLUB_DATA_DIR": str(folder), "DJANGO_SETTINGS_MODULE": "clubscore.settings"}
        | environment
    )
