"""Files that a command replaces: moved aside first, never deleted."""

from collections.abc import Iterable
from datetime import datetime
from pathlib import Path

FOLDER = "aside"
BESIDE_SQLITE = ("", "-wal", "-shm")


def move_aside(files: Iterable[Path], *, folder: Path, now: datetime) -> Path:
    """Move those of the files that are there into a new folder of `folder`/aside, named for the moment. Returns it."""
    name = f"{now:%Y-%m-%dT%H-%M-%S}"
    number, there = 1, folder / FOLDER / name
    while there.exists():
        number += 1
        there = folder / FOLDER / f"{name}-{number}"
    there.mkdir(parents=True)
    for path in files:
        if path.exists():
            path.rename(there / path.name)
    return there


def sqlite_files(database: Path) -> list[Path]:
    """The database with the files that SQLite keeps beside it, which belong to it."""
    return [Path(f"{database}{ending}") for ending in BESIDE_SQLITE]
