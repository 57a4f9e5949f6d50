"""Writes a result on a duplicate board as text, with a reason for every figure."""

from collections.abc import Iterator

from scoring.deals import MINUS
from scoring.duplicate import BoardScore
from scoring.values import Side
from scoring.words import deal_in_words, sides_in_words


def board_as_text(scored: BoardScore) -> str:
    """Text with the board, the deal, a reason for every figure, and North-South's points. Ends with a line feed."""
    return "\n".join(_board(scored)) + "\n"


def _board(scored: BoardScore) -> Iterator[str]:
    note = f" ({scored.deal.note})" if scored.deal.note else ""
    yield f"Board {scored.board}, dealt by {scored.dealer.word}, {sides_in_words(scored.vulnerable)} vulnerable"
    yield f"{deal_in_words(scored.deal)}{note}"
    for line in scored.lines:
        yield f"{line.points:>6} {line.side}: {line.text} [{line.law}]"
    yield f"{_signed(scored.score):>6} for {Side.NS.word}"


def _signed(score: int) -> str:
    if score == 0:
        return "0"
    return f"{score:+}".replace("-", MINUS)
