"""Lays out tables as text, with their cells in aligned columns."""

from collections.abc import Iterable, Iterator, Sequence


def aligned(rows: Iterable[Sequence[str]], alignment: str) -> Iterator[str]:
    """Yield a line for each row of cells, in columns two blanks apart, without blanks at the end of the line.

    ``alignment`` has a character for each column: "<" aligns it to the left, ">" to the right.

    >>> list(aligned([("1", "Ann & Bob"), ("12", "Eve")], "><"))
    [' 1  Ann & Bob', '12  Eve']
    """
    table = list(rows)
    widths = []
    for column in zip(*table, strict=True):
        widths.append(max(map(len, column)))
    for cells in table:
        padded = []
        for cell, mark, width in zip(cells, alignment, widths, strict=True):
            padded.append(f"{cell:{mark}{width}}")
        yield "  ".join(padded).rstrip()
