"""Run the scoring command line inside the test's own process."""

import sys
from io import BytesIO, TextIOWrapper
from unittest.mock import patch

from scoring.__main__ import main


def run(*arguments, feed=""):
    """Run a command with `feed` as standard input. Returns the exit code, standard output and standard error."""
    content = feed.encode() if isinstance(feed, str) else feed
    given, out, err = (
        TextIOWrapper(BytesIO(start), encoding="utf-8") for start in (content, b"", b"")
    )
    with patch.multiple(sys, stdin=given, stdout=out, stderr=err):
        try:
            code = main(arguments)
        except SystemExit as stop:
            code = stop.code
        err.flush()
    return code, out.buffer.getvalue().decode(), err.buffer.getvalue().decode()


def scored(*arguments, **options):
    """The standard output of a command that must succeed and print nothing on standard error."""
    code, out, err = run(*arguments, **options)
    assert (code, err) == (0, "")
    return out
