"""Files of results on duplicate boards: a line is a board's number, a blank and a quick line."""

import re
from collections.abc import Iterable, Iterator
from typing import Final

from scoring.duplicate import BoardScore, parse_board, score_board
from scoring.errors import InvalidDeal, ScoringError
from scoring.quickline import column_of, parse_deal
from scoring.text.lines import InvalidLine, TextLines

_NUMBERED: Final = re.compile(r"\s*(\S+)\s*")


def read_boards(lines: Iterable[bytes]) -> Iterator[BoardScore]:
    """Yield the score of the result in each line of a file.

    Raises:
        InvalidLine: for the first line that is refused.
    """
    texts = TextLines(lines)
    try:
        for text in texts:
            yield _scored(text)
    except ScoringError as refusal:
        column = refusal.column if isinstance(refusal, InvalidDeal) else None
        raise InvalidLine(
            refusal.message, line=texts.line, column=column or texts.first_column
        ) from None


def _scored(text: str) -> BoardScore:
    numbered = _NUMBERED.match(text)
    assert numbered is not None  # TextLines gives no blank lines
    board = parse_board(numbered[1])
    quick_line = text[numbered.end() :]
    try:
        return score_board(board, parse_deal(quick_line))
    except InvalidDeal as refusal:
        place = refusal.column or column_of(refusal.field, quick_line)
        column = numbered.end() + place
        raise InvalidDeal(refusal.message, field=refusal.field, column=column) from None
