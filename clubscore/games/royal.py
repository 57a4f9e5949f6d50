"""The sheet of royal auction: tricks and honours of each side in columns, a row for each deal, games ruled off."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import groupby

from clubscore.games.base import Rubber
from clubscore.games.figures import Figure, figures_of, short
from clubscore.games.periods import laws_12_and_13_of_1912
from clubscore.games.royal_form import RoyalForm
from clubscore.games.viewpoint import Viewpoint
from scoring import NextDeal, ScoredDeal, Sheet, Where
from scoring.systems.royal_auction.tables import GAME

Cells = tuple[tuple[Figure, ...], ...]


@dataclass(frozen=True)
class Line:
    """One deal, or what the end adds: `cells` are the left side's tricks and honours, then the right side's."""

    number: int | None
    label: str
    cells: Cells


@dataclass(frozen=True)
class GameLines:
    """The deals of one game; `won` draws the line under it."""

    lines: tuple[Line, ...]
    won: bool


@dataclass(frozen=True)
class Pad:
    """`sums` are the totals of the four columns."""

    games: tuple[GameLines, ...]
    closing: tuple[Line, ...]
    sums: tuple[int, ...]


class Royal(Rubber):
    name = "royal"
    template = "rubbers/sheets/_royal.html"
    form = RoyalForm
    correction_period = staticmethod(laws_12_and_13_of_1912)
    columns = {Where.BELOW: "tricks", Where.ABOVE: "honours"}
    places = {Where.BELOW: "in tricks", Where.ABOVE: "in honours"}
    game = GAME

    def pad(self, sheet: Sheet, viewpoint: Viewpoint) -> Pad:
        figures = tuple(_named(sheet))
        closing = tuple(
            Line(None, figure.label, _cells((figure,), viewpoint)) for figure in figures if figure.number is None
        )
        totals = [sheet.totals[side] for side in viewpoint.columns]
        return Pad(
            games=tuple(_games(sheet, figures, viewpoint)),
            closing=closing,
            sums=tuple(points for side in totals for points in (side.below, side.above)),
        )

    def progress(self, sheet: Sheet, following: NextDeal) -> str:
        return f"game {sum(sheet.games.values()) + 1}"

    def consequence(self, after: Sheet, viewpoint: Viewpoint) -> str:
        told = [super().consequence(after, viewpoint)]
        deal = after.deals[-1].deal
        if deal.contract and not deal.honours:
            told.append("No honours were told, so none are scored.")
        return " ".join(filter(None, told))

    def stopping(self, sheet: Sheet) -> str:
        return (
            "tricks and honours count as they are written. The code of 1912 has no points for a rubber that is not "
            "finished, so nothing is added."
        )


def _named(sheet: Sheet) -> Iterator[Figure]:
    """The figures, each called by its kind alone: the row says of which contract it is."""
    for figure in figures_of(sheet):
        yield figure if figure.number is None else replace(figure, label=figure.key.split("-")[2])


def _games(sheet: Sheet, figures: tuple[Figure, ...], viewpoint: Viewpoint) -> Iterator[GameLines]:
    for _, deals in groupby(sheet.deals, key=lambda scored: scored.game):
        of_game = list(deals)
        lines = tuple(_line(scored, figures, viewpoint) for scored in of_game)
        yield GameLines(lines, of_game[-1].game_won_by is not None)


def _line(scored: ScoredDeal, figures: tuple[Figure, ...], viewpoint: Viewpoint) -> Line:
    own = tuple(figure for figure in figures if figure.number == scored.number)
    deal = scored.deal
    words = f"{short(deal.contract)} {deal.relative}" if deal.contract else "passed"
    return Line(scored.number, words, _cells(own, viewpoint))


def _cells(figures: tuple[Figure, ...], viewpoint: Viewpoint) -> Cells:
    return tuple(
        tuple(figure for figure in figures if (figure.side, figure.where) == (side, where))
        for side in viewpoint.columns
        for where in (Where.BELOW, Where.ABOVE)
    )
