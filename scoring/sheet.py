"""Scored deals and the sheet: what a fold returns. All values are immutable and hashable; points are whole numbers."""

from collections.abc import Mapping
from enum import StrEnum
from typing import NamedTuple

from scoring.deals import Deal
from scoring.rules import Rules
from scoring.values import Seat, Side


class Where(StrEnum):
    """The place of a figure: below the line for trick points, above it for all other figures (Law 75)."""

    BELOW = "below"
    ABOVE = "above"


class Kind(StrEnum):
    """The kind of reason for a figure, such as overtricks or honours."""

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
    """The state of a sheet: it takes more deals, has ended by the rules, or was closed before its end (Law 80)."""

    OPEN = "open"
    COMPLETE = "complete"
    UNFINISHED = "unfinished"


class ScoreLine(NamedTuple):
    """One figure on the sheet, with its reason."""

    side: Side
    """The side that scores the figure."""
    where: Where
    points: int
    """The points; never negative, except in the deductions for chicane."""
    kind: Kind
    law: str
    """The law that gives the figure, such as "Law 74"."""
    text: str
    """The reason for the figure as one plain sentence, with the sum that leads to the points."""


class ScoredDeal(NamedTuple):
    """A deal with its score, and with the dealer, vulnerability and game that follow from the deals before it."""

    number: int
    """The number of the deal on its sheet, counted from 1."""
    deal: Deal
    dealer: Seat
    vulnerable: tuple[Side, ...]
    """The sides that were vulnerable, North-South first."""
    lines: tuple[ScoreLine, ...]
    """The figures of the deal, the figure of the result first; empty if the deal was passed out."""
    game_won_by: Side | None
    """The side that completed a game by this deal; None if no side did."""
    game: int
    """The number of the game in which the deal was played, counted from 1."""


class Totals(NamedTuple):
    """The points of one side, closing lines included."""

    below: int
    above: int
    total: int
    """All points of the side: ``below + above``."""


class NextDeal(NamedTuple):
    """The facts of the deal that comes next: its number, its dealer, and the vulnerable sides."""

    number: int
    dealer: Seat
    vulnerable: tuple[Side, ...]


class Sheet(NamedTuple):
    """The score sheet of a rubber or a round: its deals, totals and state."""

    system: str
    """The name of the system of scoring, such as "contract"."""
    rules: Rules
    first_dealer: Seat
    deals: tuple[ScoredDeal, ...]
    closing: tuple[ScoreLine, ...]
    """The lines that belong to no deal: premiums for the end (Laws 74 and 80)."""
    games: Mapping[Side, int]
    """The number of games that each side has won."""
    partscore: Mapping[Side, int]
    """The trick points of each side toward the game in progress."""
    totals: Mapping[Side, Totals]
    state: State
    winner: Side | None
    """The side with the larger total; None while the sheet is open, and when the totals are equal."""
    margin: int
    """The difference of the two totals, never negative."""
    next: NextDeal | None
    """The next deal; None if the sheet takes no more deals."""

    @property
    def was_played(self) -> bool:
        """True if a deal was played. A rubber without deals, or of passed-out deals alone, counts nowhere."""
        return not all(scored.deal.is_passed_out for scored in self.deals)
