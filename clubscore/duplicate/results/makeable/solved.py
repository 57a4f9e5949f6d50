"""A board as the reader's browser has worked it out, and how an address names it."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from django.core.exceptions import BadRequest

from scoring import Seat, Strain
from scoring.duplicate.makeable import Makeable, parse_makeable, parse_tricks
from scoring.errors import InvalidHands
from scoring.hands import Card, DealtBoard

Declared = tuple[Strain, Seat]
"""A strain and its declarer."""
_BOARD: Final = re.compile(r"(?P<board>\d{1,4})-(?P<tricks>[0-9a-d]{20})(?P<leads>.*)")
_LEADS: Final = re.compile(
    r"-(?P<strain>NT|[SHDC])(?P<declarer>[NESW])(?P<tricks>[0-9a-d]{13})"
)
MOST_BOARDS: Final = 12
"""Boards in one request: their text stays well below the 8 KB that proxies accept in an address."""


@dataclass(frozen=True, slots=True)
class Solved:
    """A board that was worked out: the tricks of each declarer, and their tricks after each opening lead."""

    dealt: DealtBoard
    makeable: Makeable
    leads: Mapping[Declared, Mapping[Card, int]]
    """The tricks of declarer by the card that is led; only for the contracts that were played."""


def number_in(text: str) -> int:
    """The number of the board that a text such as `10-5858…` is about. Raises BadRequest for any other text."""
    return int(_parts(text)["board"])


def solved_from(text: str, dealt: DealtBoard) -> Solved:
    """The board that a text names: its number, twenty tricks, and thirteen for each contract that was played.

    `10-58585858858585855858-NTN8888888899999` means that North takes eight tricks in no-trump after each of the eight
    highest cards of East, spades first, and nine after any other card. Raises BadRequest for any other text, and if the
    best lead gives another number of tricks than the twenty.
    """
    parts = _parts(text)
    try:
        makeable = parse_makeable(parts["tricks"])
    except InvalidHands as error:
        raise BadRequest(str(error)) from error
    leads = {}
    for found in _LEADS.finditer(parts["leads"]):
        strain, declarer = Strain(found["strain"]), Seat(found["declarer"])
        tricks = parse_tricks(found["tricks"])
        if min(tricks) != makeable[strain, declarer]:
            raise BadRequest("The best lead gives what the contract makes.")
        cards = dealt.layout.hand(declarer.next)
        leads[strain, declarer] = dict(zip(cards, tricks, strict=True))
    return Solved(dealt, makeable, leads)


def _parts(text: str) -> re.Match[str]:
    """The match of `_BOARD`. Raises BadRequest if the text, or what it says of leads, is of another form."""
    parts = _BOARD.fullmatch(text)
    if parts is None or _LEADS.sub("", parts["leads"]):
        raise BadRequest("This is no board that was worked out.")
    return parts
