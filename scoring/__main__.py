"""The command line: ``python -m scoring`` and a command, such as ``sheet``, ``session`` or ``movement``."""

import argparse
import os
import sys
from collections.abc import Sequence

from scoring.commands import boards, contests, movement, rubbers, scales
from scoring.errors import InvalidRules


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return the exit code: 0, 1 or 2.

    The code is 1 if a movement breaks a rule, or if the output cannot be written. The code is 2 if the input or an
    option is refused; if the parser refuses an option, SystemExit is raised with 2 instead.
    """
    parser = _parser()
    options = parser.parse_args(arguments)
    try:
        return int(options.run(options))
    except InvalidRules as refusal:
        parser.error(refusal.message)
    except BrokenPipeError:
        # The reader has gone. Python would fail once more when it flushes at the end.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m scoring",
        description="Score bridge, each figure with its reason.",
    )
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    for family in (rubbers, boards, scales, contests, movement):
        family.add_to(commands)
    return parser


if __name__ == "__main__":
    sys.exit(main())
