"""A progress bar for long commands, on a terminal."""

import sys
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager

from tqdm import tqdm

from clubscore.database.batches import Progress


@contextmanager
def progress(what: str, total: int) -> Iterator[Progress]:
    """Draw a bar on stderr while the block runs, if stderr is a terminal.

    `total` is the number of rows. The block gets the function that moves the bar.
    """
    with tqdm(desc=what, total=total, file=sys.stderr, disable=None) as bar:
        yield bar.update


def beside_the_bar() -> AbstractContextManager[None]:
    """Print the output of the block above the bar, on lines of its own."""
    return tqdm.external_write_mode(file=sys.stderr)
