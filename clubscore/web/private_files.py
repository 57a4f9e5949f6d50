"""Access rights of the club's files: at each start they are limited to the owner, with a line in the log."""

import logging
import os
from collections.abc import Iterable, Iterator
from pathlib import Path

logger = logging.getLogger(__name__)

OTHERS = 0o077
HAS_MODES = os.name == "posix"
"""True if files have their own access rights. On Windows a user's folders are closed to others anyway."""


def close_to_others(paths: Iterable[Path]) -> None:
    """Remove the rights of the group and of others from these files and folders. Missing files are ignored.

    The log names the files that were open, and the files that cannot be closed, for example because another user owns
    them. Nothing is done on a system whose files have no such rights.
    """
    if not HAS_MODES:
        return
    closed, left = [], []
    for path in paths:
        try:
            mode = path.stat().st_mode
            if mode & OTHERS:
                path.chmod(mode & ~OTHERS)
                closed.append(str(path))
        except FileNotFoundError:
            continue
        except OSError:  # somebody else's, or a disk that nobody can write on
            left.append(str(path))
    if closed:
        logger.warning(
            "Others on this computer could read the club's files; they cannot any more: %s",
            _named(closed),
        )
    if left:
        logger.error(
            "Others on this computer can read the club's files, whose owner must chmod go= %s",
            _named(left),
        )


def files_of_the_club(folder: Path, database: str | Path) -> Iterator[Path]:
    """The data folder with its files, and the SQLite database, wherever it is, with the files beside it."""
    yield folder
    if folder.is_dir():
        yield from sorted(folder.iterdir())
    for ending in ("", "-wal", "-shm", ".lock"):
        path = Path(f"{database}{ending}")
        if path.is_file() and path.parent != folder:
            yield path


def _named(paths: list[str]) -> str:
    return " ".join(paths)
