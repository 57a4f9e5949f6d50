"""`python -m clubscore run`, and `clubscore run` where it is installed: the front door on any computer.

Until its environment stands there is only the standard library, and perhaps an old Python: nothing is imported before
that is known.
"""

import sys

OLDEST = (3, 11)


def main() -> int:
    """Run the command of the program's arguments. Returns the exit code."""
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
