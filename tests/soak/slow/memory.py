"""The memory and open files of a server, as Linux reports them."""

import os
import re
from pathlib import Path


def megabytes(pid: int) -> float:
    """The resident memory of the process, in megabytes."""
    kilobytes = re.search(
        r"^VmRSS:\s+(\d+)", Path(f"/proc/{pid}/status").read_text(), re.MULTILINE
    )
    assert kilobytes, f"process {pid} is gone"
    return int(kilobytes[1]) / 1024


def open_files(pid: int) -> int:
    """The number of open files of the process, which include its connections."""
    return len(os.listdir(f"/proc/{pid}/fd"))
