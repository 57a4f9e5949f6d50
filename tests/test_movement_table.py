"""The table of docs/movements.md says what the program offers first."""

import pytest

from tools.movement_table import BEGINS, BOARDS, DOCUMENT, ENDS, PAIRS, lines, table


def rows_of(pairs: int) -> list[str]:
    """The lines of the document for a number of pairs."""
    named = f"| {pairs // 2}{'½' if pairs % 2 else ''} |"
    return [
        line for line in DOCUMENT.read_text().splitlines() if line.startswith(named)
    ]


@pytest.mark.parametrize("pairs", [5, 8, 9, 11, 15, 19, 28, 33, 40])
def test_the_document_says_what_comes_first_for_some_numbers_of_pairs(pairs):
    assert rows_of(pairs) == [*lines(pairs)], "Run python -m tools.movement_table."


@pytest.mark.thorough
def test_the_document_says_what_comes_first_for_all_540_combinations():
    assert len(PAIRS) * len(BOARDS) == 540
    text = DOCUMENT.read_text()
    whole = text[text.index(BEGINS) : text.index(ENDS) + len(ENDS)]
    assert whole == table(), "Run python -m tools.movement_table."
