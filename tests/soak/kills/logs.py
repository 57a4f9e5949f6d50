"""What a server wrote into its log."""

from pathlib import Path


def tracebacks(log: Path) -> list[str]:
    """The last line of each traceback: the error. A fault of the disk or of the database has none."""
    errors, is_inside = [], False
    for line in log.read_text(errors="replace").splitlines():
        if line.startswith("Traceback"):
            is_inside = True
        elif is_inside and line and not line.startswith(" "):
            errors.append(line)
            is_inside = False
    return errors
