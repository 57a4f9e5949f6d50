"""Functions for all commands: read files, write text or JSON, and report where in a file a mistake is."""

import argparse
import json
import shutil
import sys
import tempfile
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import AbstractContextManager, nullcontext
from typing import IO, TYPE_CHECKING, Final, TypeAlias

from scoring.errors import InvalidRules
from scoring.text.lines import InvalidLine

REFUSED: Final = 2

if TYPE_CHECKING:
    Commands: TypeAlias = "argparse._SubParsersAction[argparse.ArgumentParser]"
else:
    Commands = argparse._SubParsersAction  # generic for the type checker alone


def add_format(parser: argparse.ArgumentParser, *more: str) -> None:
    """Add the option --format, which is text, json, or one of ``more``."""
    parser.add_argument("--format", choices=("text", "json", *more), default="text")


def add_rules(parser: argparse.ArgumentParser) -> None:
    """Add the option --rule, which chooses house rules."""
    parser.add_argument(
        "--rule",
        action="append",
        default=[],
        metavar="KEY=VALUE",
        help="a choice; repeatable",
    )


def chosen_rules(options: argparse.Namespace) -> Mapping[str, str]:
    """The values of the rules that the options choose, by the names of the rules.

    Raises:
        InvalidRules: for a choice without an equals sign.
    """
    chosen = {}
    for rule in options.rule:
        key, equals, value = rule.partition("=")
        if not equals:
            raise InvalidRules(f"A rule is given as KEY=VALUE, not as “{rule[:40]}”.")
        chosen[key] = value
    return chosen


def run_file(file: str, texts: Callable[[Iterable[bytes]], Iterator[str]]) -> int:
    """Print the texts that ``texts`` makes from the lines of a file; return the exit code: 0, or 2 for a refusal.

    The output waits in a temporary file until the whole input has been read, so that a refusal leaves no output.
    """
    with tempfile.TemporaryFile() as spool:
        try:
            with _opened(file) as lines:
                for text in texts(lines):
                    spool.write(text.encode())
        except InvalidLine as refusal:
            return refuse(file, refusal.line, refusal.column, refusal.message)
        except OSError as error:
            return refuse(file, 1, 1, f"This file cannot be read: {error.strerror}.")
        spool.seek(0)
        shutil.copyfileobj(spool, sys.stdout.buffer)
        sys.stdout.buffer.flush()

    return 0


def json_line(value: object) -> str:
    """A value as one line of JSON."""
    return json.dumps(value, ensure_ascii=False) + "\n"


def write(text: str) -> None:
    """Write ``text`` to standard output, in UTF-8 whatever the terminal is set to."""
    sys.stdout.buffer.write(text.encode())
    sys.stdout.buffer.flush()


def refuse(file: str, line: int, column: int, message: str) -> int:
    """Write an error message with its file, line and column to standard error; return the exit code 2."""
    sys.stderr.buffer.write(
        f"{file}:{line}:{column}: {message}\n".encode(errors="surrogateescape")
    )
    sys.stderr.buffer.flush()
    return REFUSED


def _opened(file: str) -> AbstractContextManager[IO[bytes]]:
    if file == "-":
        return nullcontext(sys.stdin.buffer)
    return open(file, "rb")
