"""Tables in characters: cells in columns."""

from collections.abc import Iterable, Iterator, Sequence


def aligned(rows: Iterable[Sequence[str]], alignment: str) -> Iterator[str]:
    """A line for each row of cells, in columns two blanks apart, without blanks at its end.

    ``alignment`` has a mark for each column: "<" for the left, ">" for the right.

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
