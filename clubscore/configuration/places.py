"""The folders and addresses of this installation, and the form of its commands. Standard library only."""

import os
import sys
from pathlib import Path

PACKAGE = Path(__file__).resolve().parent.parent
ROOT = PACKAGE.parent
"""The checkout, or the folder of installed packages: both can import `clubscore` and `scoring`."""

IS_INSTALLED = (PACKAGE / "templates").is_dir()
"""True if Clubscore was installed from a wheel, which has `templates` in the package; a checkout has them beside it."""

PAGES = PACKAGE if IS_INSTALLED else ROOT
"""The folder with `templates` and `static`."""


def data_folder() -> Path:
    """The data folder of this installation.

    It is CLUB_DATA_DIR if that is set, else `data` in a checkout, else this system's folder for a user's data.
    """
    if given := os.environ.get("CLUB_DATA_DIR"):
        return Path(given).expanduser()
    if not IS_INSTALLED:
        return ROOT / "data"
    from platformdirs import user_data_path  # noqa: PLC0415 - an installed Clubscore has it, a bare checkout does not

    return user_data_path("clubscore", appauthor=False)


def as_typed_here(command: str) -> str:
    """The command line that a person types here for `command`, such as `make run`, with this club's data folder.

    If the variable CLUB_DATA_DIR is set, `CLUB_DATA_DIR=…` is added at the end.
    """
    if not (given := os.environ.get("CLUB_DATA_DIR")):
        return as_typed(command)
    setting = f"CLUB_DATA_DIR={given}"
    return (
        f'{as_typed(command)} "{setting}"'
        if " " in setting
        else f"{as_typed(command)} {setting}"
    )


def restore_as_typed_here(file: Path | None) -> str:
    """The command line that restores a club from a file, as a person types it here: `make restore FILE="club.zip"`.

    If `file` is None, `…` stands for the file. If the variable CLUB_DATA_DIR is set, the command names the folder, too.
    """
    named = f'"{file}"' if file else "…"
    by_make = not (IS_INSTALLED or sys.platform == "win32")
    return f"{as_typed_here('restore')} {'FILE=' if by_make else ''}{named}"


def as_typed(command: str) -> str:
    """The command line that a person types in this installation for `command`, such as `make run`.

    It is `clubscore run` for an installed package, and `python -m clubscore run` for a checkout on Windows.
    """
    if IS_INSTALLED:
        return f"clubscore {command}"
    return (
        f"python -m clubscore {command}"
        if sys.platform == "win32"
        else f"make {command}"
    )
