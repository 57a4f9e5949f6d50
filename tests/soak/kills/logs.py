"""Read the log of a server."""

from pathlib import Path


def tracebacks(log: Path) -> list[str]:
    """The last line, which is the error, of each traceback in the log.

    Faults of the disk or database must leave none.
    """
    errors, is_inside = [], False
    for line in log.read_text(errors="replace").splitlines():
        if line.startswith("Traceback"):
            is_inside = True
        elif is_inside and line and not line.startswith(" "):
            errors.append(line)
            is_inside = False
    return errors
