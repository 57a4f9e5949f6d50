"""What a fold gives back: scored deals and the sheet, immutable and hashable, with a reason for every figure."""

from collections.abc import Mapping
from enum import StrEnum
from typing import NamedTuple

from scoring.deals import Deal
from scoring.rules import Rules
from scoring.values import Seat, Side


class Where(StrEnum):
    """Below the line stand trick points, above it all the rest (Law 75)."""

    BELOW = "below"
    ABOVE = "above"


class Kind(StrEnum):
    """What a figure was scored for."""

    TRICKS = "tricks"
    OVERTRICKS = "overtricks"
    UNDERTRICKS = "undertricks"
    INSULT = "insult"
    SLAM = "slam"
    HONOURS = "honours"
    PARTSCORE = "partscore"
    GAME = "game"
    RUBBER = "rubber"
    UNFINISHED_GAME = "unfinished-game"
    UNFINISHED_PARTSCORE = "unfinished-partscore"
    REVOKE = "revoke"
    CHICANE = "chicane"
    BONUS = "bonus"


class State(StrEnum):
    """OPEN takes more deals; COMPLETE ended by itself; UNFINISHED was closed before its end (Law 80)."""

    OPEN = "open"
    COMPLETE = "complete"
    UNFINISHED = "unfinished"


class ScoreLine(NamedTuple):
    """One figure on the sheet: whose, where, how many points, what for, by which law, and in one plain sentence."""

    side: Side
    where: Where
    points: int
    kind: Kind
    law: str
    text: str


class ScoredDeal(NamedTuple):
    """A deal with everything that follows from the deals before it. ``game`` is the game it was played in, from 1."""

    number: int
    deal: Deal
    dealer: Seat
    vulnerable: tuple[Side, ...]
    lines: tuple[ScoreLine, ...]
    game_won_by: Side | None
    game: int


class Totals(NamedTuple):
    """Points of one side, closing lines included."""

    below: int
    above: int
    total: int


class NextDeal(NamedTuple):
    """The deal that comes next."""

    number: int
    dealer: Seat
    vulnerable: tuple[Side, ...]


class Sheet(NamedTuple):
    """A whole rubber or round as it stands.

    ``closing`` holds the lines that belong to no deal (Laws 74 and 80). ``partscore`` is what each side has toward the
    game in progress. ``margin`` is the difference of the totals; ``winner`` the side ahead, None while the sheet is
    open or when the totals are equal. ``next`` is None when no more deals are taken.
    """

    system: str
    rules: Rules
    first_dealer: Seat
    deals: tuple[ScoredDeal, ...]
    closing: tuple[ScoreLine, ...]
    games: Mapping[Side, int]
    partscore: Mapping[Side, int]
    totals: Mapping[Side, Totals]
    state: State
    winner: Side | None
    margin: int
    next: NextDeal | None
