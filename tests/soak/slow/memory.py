"""What a server holds, as Linux counts it."""

import os
import re
from pathlib import Path


def megabytes(pid: int) -> float:
    """What of the process lies in memory."""
    kilobytes = re.search(
        r"^VmRSS:\s+(\d+)", Path(f"/proc/{pid}/status").read_text(), re.MULTILINE
    )
    assert kilobytes, f"process {pid} is gone"
    return int(kilobytes[1]) / 1024


def open_files(pid: int) -> int:
    """Connections among them."""
    return len(os.listdir(f"/proc/{pid}/fd"))
