"""The folder in which the processes of one port share their figures for monitoring (decision 0032)."""

import os
from pathlib import Path
from shutil import rmtree

from clubscore.web.monitoring.metrics_page import SHARED


def share_metrics(*, data_dir: Path, port: int) -> None:
    """Empty the folder of this port, and pass its path on to the processes that this process starts."""
    folder = data_dir / "metrics" / str(port)
    rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    os.environ[SHARED] = str(folder)
