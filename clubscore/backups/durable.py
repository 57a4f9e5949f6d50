"""Files that have reached the disk, so that no power cut takes them back."""

import os
from contextlib import suppress
from pathlib import Path


def sync_file(path: Path) -> None:
    with path.open("r+b") as file:
        os.fsync(file.fileno())


def sync_folder(folder: Path) -> None:
    """Let new names reach the disk, where a folder can be asked to (not on Windows)."""
    with suppress(OSError):
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
