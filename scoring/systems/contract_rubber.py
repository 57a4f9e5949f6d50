"""Contract rubber bridge (Laws 72 to 80)."""

from collections.abc import Iterator, Mapping
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
from scoring.systems.progress import BELOW, COMPLETE, EW, NS, Progress, points_below
from scoring.values import Seat, Side


@dataclass(frozen=True, slots=True)
class ContractRules(Rules):
    """The house rules of contract rubber: honours, and the value of the only partscore of an unfinished game."""

    unfinished_partscore: int = choice(
        "What is the only partscore of an unfinished game worth?",
        {
            100: "100 points, as in the laws since 1993",
            50: "50 points, as in older laws",
        },
    )
    honours: str = choice(
        "Do honours score?", {"on": "Honours score", "off": "Honours do not score"}
    )


_WON: Final = (
    "{side} won the rubber by two games to none: {points}.",
    "{side} won the rubber by two games to one: {points}.",
)


class ContractRubber(System[ContractRules]):
    """The system of contract rubber: the first side with two games ends it, the larger total wins it (Law 74)."""

    name = "contract"
    title = said("Contract rubber")
    rules_class = ContractRules

    def score_deal(
        self,
        deal: Deal,
        *,
        rules: Rules | None = None,
        dealer: Seat = Seat.NORTH,
        vulnerable: tuple[Side, ...] = (),
    ) -> ScoredDeal:
        """Score one deal by itself, as the first deal of a rubber; ``vulnerable`` are the vulnerable sides."""
        honours = self._own(rules).honours == "on"
        lines = deal_lines(deal, deal.side in vulnerable, honours)
        won = deal.side if points_below(lines) >= table.GAME else None
        return ScoredDeal(1, deal, dealer, vulnerable, lines, won, 1)

    def paper(self, sheet: Sheet) -> list[str]:
        """The paper sheet: premiums upwards from the line, trick points downwards, games ruled off (Law 75)."""
        above = paper.columns(_all_lines(sheet), Where.ABOVE)
        drawn = [paper.heading(), paper.row("", "")]
        drawn += [paper.row(ns, ew) for ns, ew in reversed(above)]
        drawn.append(paper.rule(paper.THE_LINE))
        for _, game in groupby(sheet.deals, key=lambda scored: scored.game):
            drawn += _game_on_paper(list(game))
        drawn += paper.totals(sheet)
        return drawn

    def _play(self, progress: Progress[ContractRules], deal: Deal) -> None:
        side, vulnerable, game = deal.side, progress.vulnerable, progress.game
        lines = deal_lines(deal, side in vulnerable, progress.rules.honours == "on")
        won = None
        if (
            side
            and lines[0].where is BELOW
            and progress.count(side, lines[0].points, table.GAME)
        ):
            won = side
        progress.record(deal, vulnerable, lines, won, game)
        progress.dealer = progress.dealer.next
        if won:
            _game_won(progress, won)

    def _close(self, progress: Progress[ContractRules]) -> None:
        if progress.state is State.OPEN:
            progress.close(State.UNFINISHED, _unfinished_lines(progress))


def _game_won(progress: Progress[ContractRules], side: Side) -> None:
    """Make the winner of a game vulnerable, and close the rubber after the second game of a side (Law 74)."""
    lost = progress.games[side.other]
    progress.vulnerable = (NS, EW) if lost else (side,)
    if progress.games[side] == table.GAMES_IN_RUBBER:
        progress.close(COMPLETE, (_rubber_line(side, lost),))


def _all_lines(sheet: Sheet) -> Iterator[ScoreLine]:
    """Yield every line of the sheet, the closing lines last."""
    for scored in sheet.deals:
        yield from scored.lines
    yield from sheet.closing


def _game_on_paper(deals: list[ScoredDeal]) -> list[str]:
    """The rows below the line of one game, and the rule under a game that was won."""
    lines = chain.from_iterable(scored.lines for scored in deals)
    drawn = []
    for ns, ew in paper.columns(lines, Where.BELOW):
        drawn.append(paper.row(ns, ew))
    if deals[-1].game_won_by:
        drawn.append(paper.rule(paper.GAME_WON))
    return drawn


@cache
def _rubber_line(winner: Side, games_lost: int) -> ScoreLine:
    points = table.RUBBER[games_lost]
    text = said(_WON[games_lost], side=winner.word, points=points)
    return ScoreLine(
        winner, Where.ABOVE, points, Kind.RUBBER, table.LAW_OF_RUBBER, text
    )


def _unfinished_lines(progress: Progress[ContractRules]) -> tuple[ScoreLine, ...]:
    """The premiums for an unfinished rubber (Law 80): for the only game, and for the only partscore."""
    law = table.LAW_OF_UNFINISHED
    lines = []
    if sum(progress.games.values()) == 1:
        winner = _leader(progress.games)
        points = table.UNFINISHED_GAME
        text = said(
            "{side} won the only game of the unfinished rubber: {points}.",
            side=winner.word,
            points=points,
        )
        lines.append(
            ScoreLine(winner, Where.ABOVE, points, Kind.UNFINISHED_GAME, law, text)
        )

    less, more = sorted(progress.partscore.values())
    if less == 0 and more > 0:
        holder = _leader(progress.partscore)
        points = progress.rules.unfinished_partscore
        text = said(
            "{side} had the only partscore in the unfinished game: {points}.",
            side=holder.word,
            points=points,
        )
        lines.append(
            ScoreLine(holder, Where.ABOVE, points, Kind.UNFINISHED_PARTSCORE, law, text)
        )

    return tuple(lines)


def _leader(counts: Mapping[Side, int]) -> Side:
    """The side with the greater count."""
    return max(Side, key=lambda side: counts[side])


SYSTEM: Final = ContractRubber()
