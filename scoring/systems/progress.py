"""`Progress`: the state that a fold carries from one deal to the next, in every system."""

from collections.abc import Iterable
from functools import cache
from typing import Final, Generic, TypeVar

from scoring.by_side import BySide
from scoring.deals import Deal
from scoring.errors import RubberOver
from scoring.rules import Rules
from scoring.said import said
from scoring.sheet import NextDeal, ScoredDeal, ScoreLine, Sheet, State, Totals, Where
from scoring.values import Seat, Side

# Members looked up on their class cost more in Python 3.11 than all else that a deal needs here.
NS, EW = Side
OPEN, COMPLETE, BELOW = State.OPEN, State.COMPLETE, Where.BELOW

# How a NamedTuple makes itself when it is called, at less than half the price.
_bare: Final = tuple.__new__
# There are few pairs of games or partscores, so each is made once.
_counts: Final = cache(BySide[int])

R = TypeVar("R", bound=Rules)


class Progress(Generic[R]):
    """A mutable sheet, used while deals are scored. Callers of the package get an immutable ``Sheet`` instead.

    ``dealer``, ``vulnerable`` and ``game`` describe the next deal. The system updates ``dealer`` and ``vulnerable``.
    """

    __slots__ = (
        "closing",
        "dealer",
        "deals",
        "first_dealer",
        "game",
        "games",
        "lines",
        "partscore",
        "rules",
        "state",
        "vulnerable",
    )

    def __init__(self, rules: R, dealer: Seat) -> None:
        self.rules = rules
        self.first_dealer = self.dealer = dealer
        self.deals: list[ScoredDeal] = []
        self.closing: tuple[ScoreLine, ...] = ()
        self.lines: list[ScoreLine] = []
        self.state = OPEN
        self.vulnerable: tuple[Side, ...] = ()
        self.game = 1
        self.games = {NS: 0, EW: 0}
        self.partscore = {NS: 0, EW: 0}

    @classmethod
    def resume(cls, sheet: Sheet, rules: R) -> "Progress[R]":
        """The progress after the deals of an open sheet.

        Raises:
            RubberOver: if the sheet has ended.
        """
        if sheet.next is None:
            raise over_refusal(len(sheet.deals), sheet.state)

        progress = cls(rules, sheet.first_dealer)
        progress.dealer = sheet.next.dealer
        progress.vulnerable = sheet.next.vulnerable
        progress.deals = list(sheet.deals)
        for scored in sheet.deals:
            progress.lines += scored.lines

        progress.games = dict(sheet.games)
        progress.partscore = dict(sheet.partscore)
        progress.game += sum(progress.games.values())
        return progress

    def count(self, side: Side, trick_points: int, goal: int) -> bool:
        """Count trick points of a side toward the game of ``goal`` points; return True if the side wins this game."""
        self.partscore[side] += trick_points
        if self.partscore[side] < goal:
            return False
        self.win_game(side)
        return True

    def win_game(self, side: Side) -> None:
        """Count a game for a side, and set the partscores of both sides to 0."""
        self.partscore[NS] = self.partscore[EW] = 0
        self.games[side] += 1
        self.game += 1

    def record(
        self,
        deal: Deal,
        vulnerable: tuple[Side, ...],
        lines: tuple[ScoreLine, ...],
        won: Side | None,
        game: int,
    ) -> None:
        """Add a scored deal to the sheet.

        ``vulnerable`` are the sides that were vulnerable, ``game`` is the number of the game. ``won`` is the side that
        won the game by this deal, None for no side.
        """
        facts = len(self.deals) + 1, deal, self.dealer, vulnerable, lines, won, game
        self.deals.append(_bare(ScoredDeal, facts))
        self.lines += lines

    def close(self, state: State, closing: tuple[ScoreLine, ...]) -> None:
        """End the sheet: set its state, and add the ``closing`` lines, which belong to no deal."""
        self.state = state
        self.closing = closing
        self.lines += closing

    def sheet(self, system: str) -> Sheet:
        """Make the immutable sheet of the progress; ``system`` is the name of the system."""
        totals = self._totals()
        lead = totals[NS].total - totals[EW].total
        winner = following = None
        if self.state is OPEN:
            following = NextDeal(len(self.deals) + 1, self.dealer, self.vulnerable)
        elif lead:
            winner = NS if lead > 0 else EW

        return Sheet(
            system,
            self.rules,
            self.first_dealer,
            tuple(self.deals),
            self.closing,
            _counts(*self.games.values()),
            _counts(*self.partscore.values()),
            totals,
            self.state,
            winner,
            abs(lead),
            following,
        )

    def _totals(self) -> BySide[Totals]:
        """The points of each side: below the line, above the line, and both together."""
        ns_below = ns_above = ew_below = ew_above = 0
        for line in self.lines:
            if line.side is NS:
                if line.where is BELOW:
                    ns_below += line.points
                else:
                    ns_above += line.points
            elif line.where is BELOW:
                ew_below += line.points
            else:
                ew_above += line.points

        ns = ns_below, ns_above, ns_below + ns_above
        ew = ew_below, ew_above, ew_below + ew_above
        return BySide(_bare(Totals, ns), _bare(Totals, ew))


def points_below(lines: Iterable[ScoreLine]) -> int:
    """The sum of the points below the line."""
    return sum(line.points for line in lines if line.where is BELOW)


def over_refusal(deals: int, state: State) -> RubberOver:
    """The exception for a deal after the end of a sheet that has ``deals`` deals."""
    if state is State.UNFINISHED:
        form = "Play was closed unfinished after deal {last}, so deal {next} cannot be added."
    else:
        form = "Play ended after deal {last}, so deal {next} cannot be added."
    return RubberOver(said(form, last=deals, next=deals + 1))
