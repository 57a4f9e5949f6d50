"""Royal auction bridge: the code of 25 October 1912, with the changes of later codes as house choices."""

from functools import cache
from types import MappingProxyType
from typing import Final

from scoring.deals import Deal
from scoring.rules import Rules
from scoring.said import said
from scoring.sheet import Kind, ScoredDeal, ScoreLine, Sheet, State, Where
from scoring.systems.base import System
from scoring.systems.progress import COMPLETE, Progress, points_below
from scoring.systems.royal_auction import tables as table
from scoring.systems.royal_auction.deal import deal_lines
from scoring.systems.royal_auction.paper import royal_sheet
from scoring.systems.royal_auction.rules import RoyalRules
from scoring.values import Seat, Side

_WON: Final = (
    "{side} won the rubber by two games to none: {points}.",
    "{side} won the rubber by two games to one: {points}.",
)
RUBBER_LAW: Final = said("Law {number}", number=11)


class RoyalAuction(System[RoyalRules]):
    """The system of royal auction: the first side with two games of thirty trick points ends the rubber.

    Nobody is ever vulnerable (Laws 1, 2 and 11).
    """

    name = "royal"
    title = said("Royal auction bridge")
    royals = True
    has_vulnerability = False
    columns = MappingProxyType({Where.BELOW: "tricks", Where.ABOVE: "honours"})
    rules_class = RoyalRules

    def score_deal(
        self,
        deal: Deal,
        *,
        rules: Rules | None = None,
        dealer: Seat = Seat.NORTH,
        vulnerable: tuple[Side, ...] = (),
    ) -> ScoredDeal:
        """Score one deal by itself, as the first deal of a rubber.

        ``vulnerable`` is ignored, because this game has no vulnerability. ``dealer`` matters only for the dealer's
        opening bid of one spade, whose loss is limited.
        """
        lines = deal_lines(deal, self._own(rules), dealer)
        won = deal.side if points_below(lines) >= table.GAME else None
        return ScoredDeal(1, deal, dealer, (), lines, won, 1)

    def paper(self, sheet: Sheet) -> list[str]:
        """The paper sheet in lines: tricks, honours and net totals of each side, a row for each deal."""
        return royal_sheet(sheet)

    def _play(self, progress: Progress[RoyalRules], deal: Deal) -> None:
        side, game, games = deal.side, progress.game, progress.games
        lines = deal_lines(deal, progress.rules, progress.dealer)
        won = None
        if side and progress.count(side, points_below(lines), table.GAME):
            won = side
        progress.record(deal, (), lines, won, game)
        progress.dealer = progress.dealer.next
        if won and games[won] == table.GAMES_IN_RUBBER:
            progress.close(COMPLETE, (_rubber_line(won, games[won.other]),))

    def _close(self, progress: Progress[RoyalRules]) -> None:
        """Close ``progress``, the sheet that is being made, as unfinished if it is still open.

        No points are added, because the code has no premium for an unfinished rubber.
        """
        if progress.state is State.OPEN:
            progress.close(State.UNFINISHED, ())


@cache
def _rubber_line(winner: Side, games_lost: int) -> ScoreLine:
    text = said(_WON[games_lost], side=winner.word, points=table.RUBBER)
    return ScoreLine(winner, Where.ABOVE, table.RUBBER, Kind.RUBBER, RUBBER_LAW, text)


SYSTEM: Final = RoyalAuction()
