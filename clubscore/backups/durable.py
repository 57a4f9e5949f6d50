"""Writing files through to the disk, so that a power cut does not lose them."""

import os
from contextlib import suppress
from pathlib import Path


def sync_file(path: Path) -> None:
    with path.open("r+b") as file:
        os.fsync(file.fileno())


def sync_folder(folder: Path) -> None:
    """Write the names of new files in the folder through to the disk. Does nothing on Windows, which cannot do it."""
    with suppress(OSError):
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
