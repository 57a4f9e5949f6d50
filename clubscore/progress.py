"""A progress bar for long commands, on a terminal."""

import sys
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager

from tqdm import tqdm

from clubscore.database.batches import Progress


@contextmanager
def progress(what: str, total: int) -> Iterator[Progress]:
    """A context manager that draws a progress bar on stderr while its block runs, if stderr is a terminal.

    `what` is the text beside the bar, and `total` the number of rows. The block gets a function, and calls it with
    the number of rows that it has done since the last call.
    """
    with tqdm(desc=what, total=total, file=sys.stderr, disable=None) as bar:
        yield bar.update


def beside_the_bar() -> AbstractContextManager[None]:
    """A context manager: the output of its block appears above the bar, on lines of its own."""
    return tqdm.external_write_mode(file=sys.stderr)
