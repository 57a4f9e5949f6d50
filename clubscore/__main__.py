"""The program of the launcher: `python -m clubscore run` on any computer, `clubscore run` where it is installed.

Before the environment of a checkout is installed there is only the standard library, and perhaps an old Python. So
the version of Python is checked before anything is imported.
"""

import sys

OLDEST = (3, 11)


def main() -> int:
    """Run the command that the program's arguments name. Returns the exit code: 1 under a Python older than 3.11."""
    if sys.version_info < OLDEST:
        found = f"{sys.version_info[0]}.{sys.version_info[1]}"
        sys.stderr.write(
            f"Clubscore needs Python 3.11 or newer; this is {found}: {sys.executable}\n"
        )
        return 1
    from clubscore.launcher.commands import run  # noqa: PLC0415 - an older Python could not read it

    return run(sys.argv[1:])


if __name__ == "__main__":
    sys.exit(main())
