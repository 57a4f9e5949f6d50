"""Contract rubber bridge (Laws 72 to 80)."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from itertools import chain, groupby
from typing import Final

from scoring import contract_tables as table
from scoring.contract_deal import deal_lines
from scoring.deals import Deal
from scoring.rules import Rules, choice
from scoring.said import said
from scoring.sheet import Kind, ScoredDeal, ScoreLine, Sheet, State, Where
from scoring.systems import paper
from scoring.systems.base import System
from scoring.systems.progress import BELOW, COMPLETE, EW, NS, Progress
from scoring.values import Seat, Side


@dataclass(frozen=True, slots=True)
class ContractRules(Rules):
    """House choices: points for the only partscore of an unfinished game, and whether honours score."""

    unfinished_partscore: int = choice(
        "What is the only partscore of an unfinished game worth?",
        {100: "100 points, as in the laws since 1993", 50: "50 points, as in older laws"},
    )
    honours: str = choice("Do honours score?", {"on": "Honours score", "off": "Honours do not score"})


_WON: Final = (
    "{side} won the rubber by two games to none: {points}.",
    "{side} won the rubber by two games to one: {points}.",
)


class ContractRubber(System[ContractRules]):
    """First side to two games ends the rubber; the larger total wins it (Law 74)."""

    name = "contract"
    title = said("Contract rubber")
    rules_class = ContractRules

    def score_deal(
        self, deal: Deal, *, rules: Rules | None = None, dealer: Seat = Seat.NORTH, vulnerable: tuple[Side, ...] = ()
    ) -> ScoredDeal:
        """One deal by itself, on a clean sheet."""
        lines = deal_lines(deal, deal.side in vulnerable, honours=self._own(rules).honours == "on")
        won = deal.side if _points_below(lines) >= table.GAME else None
        return ScoredDeal(1, deal, dealer, vulnerable, lines, won, 1)

    def paper(self, sheet: Sheet) -> list[str]:
        """Premiums upwards from the line, trick points downwards, games ruled off (Law 75)."""
        lines = [*chain.from_iterable(scored.lines for scored in sheet.deals), *sheet.closing]
        above = [paper.row(*figures) for figures in reversed(paper.columns(lines, Where.ABOVE))]
        games = groupby(sheet.deals, key=lambda scored: scored.game)
        below = [drawn for _, game in games for drawn in _game_on_paper(list(game))]
        return [paper.heading(), paper.row("", ""), *above, paper.rule(paper.THE_LINE), *below, *paper.totals(sheet)]

    def _play(self, progress: Progress[ContractRules], deal: Deal) -> None:
        side, vulnerable, game = deal.side, progress.vulnerable, progress.game
        lines = deal_lines(deal, side in vulnerable, progress.rules.honours == "on")
        made = side and lines[0].where is BELOW
        won = side if side and made and progress.count(side, lines[0].points, table.GAME) else None
        progress.record(deal, vulnerable, lines, won, game)
        progress.dealer = progress.dealer.next
        if won:
            _game_won(progress, won)

    def _close(self, progress: Progress[ContractRules]) -> None:
        if progress.state is State.OPEN:
            progress.close(State.UNFINISHED, _unfinished_lines(progress))


def _game_won(progress: Progress[ContractRules], side: Side) -> None:
    """A game makes its side vulnerable; the second ends the rubber (Law 74)."""
    lost = progress.games[side.other]
    progress.vulnerable = (NS, EW) if lost else (side,)
    if progress.games[side] == table.GAMES_IN_RUBBER:
        progress.close(COMPLETE, (_rubber_line(side, lost),))


def _game_on_paper(deals: list[ScoredDeal]) -> list[str]:
    lines = chain.from_iterable(scored.lines for scored in deals)
    drawn = [paper.row(*figures) for figures in paper.columns(lines, Where.BELOW)]
    return [*drawn, paper.rule(paper.GAME_WON)] if deals[-1].game_won_by else drawn


def _points_below(lines: tuple[ScoreLine, ...]) -> int:
    return sum(line.points for line in lines if line.where is BELOW)


@cache
def _rubber_line(winner: Side, games_lost: int) -> ScoreLine:
    points = table.RUBBER[games_lost]
    text = said(_WON[games_lost], side=winner.word, points=points)
    return ScoreLine(winner, Where.ABOVE, points, Kind.RUBBER, table.LAW_OF_RUBBER, text)


def _unfinished_lines(progress: Progress[ContractRules]) -> tuple[ScoreLine, ...]:
    """Two independent tests (Law 80): the only game completed, and the only side with a partscore in the next."""
    lines = []
    if sum(progress.games.values()) == 1:
        winner, points = _leader(progress.games), table.UNFINISHED_GAME
        text = said("{side} won the only game of the unfinished rubber: {points}.", side=winner.word, points=points)
        lines.append(ScoreLine(winner, Where.ABOVE, points, Kind.UNFINISHED_GAME, table.LAW_OF_UNFINISHED, text))
    if min(progress.partscore.values()) == 0 < max(progress.partscore.values()):
        holder, points = _leader(progress.partscore), progress.rules.unfinished_partscore
        text = said("{side} had the only partscore in the unfinished game: {points}.", side=holder.word, points=points)
        lines.append(ScoreLine(holder, Where.ABOVE, points, Kind.UNFINISHED_PARTSCORE, table.LAW_OF_UNFINISHED, text))
    return tuple(lines)


def _leader(counts: Mapping[Side, int]) -> Side:
    return max(Side, key=lambda side: counts[side])


SYSTEM: Final = ContractRubber()
