"""Sealed sets of boards: a digest of the text is published before play, the text itself after play.

The text holds the cards and a salt that nobody can guess, so that the digest does not tell the cards. No other text
with the same digest can be found, so that the cards cannot be changed. The text can be checked with any program that
makes SHA-256, such as ``sha256sum``.
"""

import hashlib
import hmac
import re
import secrets
from collections.abc import Callable, Iterable
from typing import Final

from scoring.duplicate.board import parse_board
from scoring.errors import InvalidBoard, InvalidHands
from scoring.hands.layout import DealtBoard, checked_boards
from scoring.text.hands.deal_tag import deal_text, parse_deal_text
from scoring.text.lines import InvalidLine

FIRST_LINE: Final = "Clubscore sealed hands, version 1"
SALT_BYTES: Final = 32
_SALT: Final = re.compile(r"salt ([0-9a-f]{64})")


def sealed_text(
    boards: Iterable[DealtBoard], *, salt_of: Callable[[int], str] = secrets.token_hex
) -> str:
    """The text that is sealed: a salt, then a line for each board in the order of their numbers; lines end in LF.

    ``salt_of`` makes a salt of a number of bytes, in hexadecimal digits.

    Raises:
        InvalidHands: for an impossible set of boards: see ``checked_boards``.
    """
    lines = [FIRST_LINE, f"salt {salt_of(SALT_BYTES)}"]
    for board in checked_boards(boards):
        lines.append(f"{board.number} {deal_text(board.layout)}")
    return "\n".join(lines) + "\n"


def digest_of(text: str) -> str:
    """The digest of a sealed text: SHA-256 of its UTF-8, as 64 hexadecimal digits."""
    return hashlib.sha256(text.encode()).hexdigest()


def is_sealed_by(text: str, digest: str) -> bool:
    """True if the digest of the text equals the published digest."""
    return hmac.compare_digest(digest_of(text), digest.strip().lower())


def read_sealed(text: str) -> tuple[DealtBoard, ...]:
    """Read the boards from a sealed text.

    Raises:
        InvalidLine: for a text that has not the form of a sealed text. The digest is not checked here.
    """
    first, _, rest = text.partition("\n")
    salt, _, boards = rest.partition("\n")
    if first != FIRST_LINE or not _SALT.fullmatch(salt):
        raise InvalidLine(
            f"A sealed text begins with “{FIRST_LINE}” and its salt.", line=1, column=1
        )

    read = []
    for number, line in enumerate(boards.splitlines(), 3):
        read.append(_board(line, number))

    try:
        return checked_boards(read)
    except InvalidHands as refusal:
        raise InvalidLine(refusal.message, line=3, column=1) from None


def _board(line: str, place: int) -> DealtBoard:
    number, _, deal = line.partition(" ")
    try:
        return DealtBoard(parse_board(number), parse_deal_text(deal))
    except InvalidBoard as refusal:
        raise InvalidLine(refusal.message, line=place, column=1) from None
    except InvalidHands as refusal:
        column = len(number) + 1 + (refusal.column or 1)
        raise InvalidLine(refusal.message, line=place, column=column) from None
