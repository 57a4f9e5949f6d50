"""How far a long command is, drawn on a terminal."""

import sys
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager

from tqdm import tqdm

from clubscore.batches import Progress


@contextmanager
def progress(what: str, total: int) -> Iterator[Progress]:
    """A bar on stderr while the block runs; nothing where that is no terminal."""
    with tqdm(desc=what, total=total, file=sys.stderr, disable=None) as bar:
        yield bar.update


def beside_the_bar() -> AbstractContextManager[None]:
    """What is written in the block stands above the bar, on a line of its own."""
    return tqdm.external_write_mode(file=sys.stderr)
