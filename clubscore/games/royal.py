"""The sheet of royal auction: tricks and honours of each side in columns, a row for each deal, games ruled off."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import groupby

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext, pgettext_lazy

from clubscore.games.base import NextAuction, RubberGame
from clubscore.games.called import Called
from clubscore.games.figures import KINDS, SheetFigure, figures_of, short
from clubscore.games.periods import (
    error_by_the_code_of_1912,
    law_39_of_1912,
    laws_12_and_13_of_1912,
)
from clubscore.games.royal_form import RoyalForm
from clubscore.games.viewpoint import Viewpoint
from scoring import Kind, NextDeal, ScoredDeal, Sheet, Side, Where
from scoring.said import said
from scoring.systems.royal_auction.tables import GAME

Cells = tuple[tuple[SheetFigure, ...], ...]


@dataclass(frozen=True)
class RoyalRow:
    """The row of one deal, or of a premium that is added at the end."""

    called: Called | None
    """The number of the deal as players say it; None for a premium that is added at the end."""
    label: str
    cells: Cells
    """The figures in the four columns: tricks and honours of the left side, then of the right side."""


@dataclass(frozen=True)
class RoyalGame:
    """The rows of the deals of one game. If `won` is true, a line is drawn under them."""

    rows: tuple[RoyalRow, ...]
    won: bool


@dataclass(frozen=True)
class RoyalPad:
    """The figures on the sheet of one rubber."""

    games: tuple[RoyalGame, ...]
    closing: tuple[RoyalRow, ...]
    """The rows of the premiums that are added at the end."""
    sums: tuple[int, ...]
    """The totals of the four columns: tricks and honours of the left side, then of the right side."""

    @property
    def height(self) -> int:
        """The number of rows between the headings and the totals. A screen that must show all rows needs it."""
        height = 2 + len(self.closing)
        for game in self.games:
            for row in game.rows:
                tallest = max(len(cell) for cell in row.cells)
                height += max(tallest, 1)
        return height


class Royal(RubberGame):
    """The game of royal auction bridge, by the laws of 1912."""

    name = "royal"
    template = "rubbers/sheets/_royal.html"
    form = RoyalForm
    error_of = staticmethod(error_by_the_code_of_1912)
    correction_period = staticmethod(laws_12_and_13_of_1912)
    strike_period = staticmethod(law_39_of_1912)
    transfer_law = said("Law {number} (1912)", number=84)
    correction_law = said("Law {number} (1912)", number="12–13")
    strike_law = said("Law {number} (1912)", number=39)
    columns = {
        Where.BELOW: pgettext_lazy("bridge", "tricks"),
        Where.ABOVE: pgettext_lazy("bridge", "honours"),
    }
    places = {
        Where.BELOW: gettext_lazy("in tricks"),
        Where.ABOVE: gettext_lazy("in honours"),
    }
    game = GAME

    @property
    def title(self) -> str:
        return _("Royal auction")

    def pad(self, sheet: Sheet, viewpoint: Viewpoint) -> RoyalPad:
        called = self.called(sheet)
        figures = tuple(_named(sheet, called))
        closing = []
        for figure in figures:
            if figure.number is None:
                cells = _cells((figure,), viewpoint)
                closing.append(RoyalRow(None, figure.label, cells))
        left, right = (sheet.totals[side] for side in viewpoint.columns)
        return RoyalPad(
            games=tuple(_games(sheet, called, figures, viewpoint)),
            closing=tuple(closing),
            sums=(left.below, left.above, right.below, right.above),
        )

    def next_auction(self, sheet: Sheet) -> NextAuction | None:
        """The words with which players say that a declaration was made in the next game (1912, Law 13).

        That declaration concludes the game before. The result is None on a closed sheet, and also if the newest deal
        that was not passed out won no game, because then no correction period closes.
        """
        declared = [scored for scored in sheet.deals if not scored.deal.is_passed_out]
        if sheet.next is None or not declared or not declared[-1].game_won_by:
            return None
        until = _(
            "Until then three of you can change the trick scores of game %(number)s; after that they stand."
        )
        won = {"number": declared[-1].game}
        next_game = {"number": declared[-1].game + 1}
        return NextAuction(
            _("A declaration was made in game %(number)s") % next_game,
            until % won,
            _("a declaration was made in game %(number)s") % next_game,
        )

    def first_auction_of_the_next(self) -> None:
        """Always None: no later auction closes a correction period.

        The last game is concluded when the score is agreed (1912, Law 13).
        """

    def progress(self, sheet: Sheet, following: NextDeal) -> str:
        return _("game %(number)s") % {"number": sum(sheet.games.values()) + 1}

    def consequence(self, after: Sheet, viewpoint: Viewpoint) -> str:
        sentences = [super().consequence(after, viewpoint)]
        deal = after.deals[-1].deal
        if deal.contract and not deal.honours:
            sentences.append(_("No honours were recorded, so none are scored."))
        return " ".join(filter(None, sentences))

    def stopping(self, sheet: Sheet) -> str:
        return _(
            "tricks and honours count as they are written. The code of 1912 has no points for a rubber that is not "
            "finished, so nothing is added."
        )


def _named(sheet: Sheet, called: Mapping[int, Called]) -> Iterator[SheetFigure]:
    """Yield the figures of the sheet. A figure of a deal is labelled by its kind only: the row names the contract."""
    for figure in figures_of(sheet, called):
        if figure.number is None:
            yield figure
        else:
            kind = Kind(figure.key.split("-")[2])
            yield replace(figure, label=str(KINDS[kind]))


def _games(
    sheet: Sheet,
    called: Mapping[int, Called],
    figures: tuple[SheetFigure, ...],
    viewpoint: Viewpoint,
) -> Iterator[RoyalGame]:
    """Yield the games in order of play. Each has a row for every deal in it, also for a deal that was passed out."""
    for _game, deals in groupby(sheet.deals, key=lambda scored: scored.game):
        rows = []
        is_won = False
        for scored in deals:
            rows.append(_row(scored, called[scored.number], figures, viewpoint))
            is_won = scored.game_won_by is not None
        yield RoyalGame(tuple(rows), is_won)


def _row(
    scored: ScoredDeal,
    called: Called,
    figures: tuple[SheetFigure, ...],
    viewpoint: Viewpoint,
) -> RoyalRow:
    """The row of a deal on the sheet of royal auction. `figures` are the figures of the whole sheet."""
    own = tuple(figure for figure in figures if figure.number == scored.number)
    deal = scored.deal
    words = pgettext("a deal", "passed")
    if deal.contract:
        words = f"{short(deal.contract)} {deal.relative}"
    return RoyalRow(called, words, _cells(own, viewpoint))


def _cells(figures: tuple[SheetFigure, ...], viewpoint: Viewpoint) -> Cells:
    """These figures sorted into the four columns of a row."""
    columns: dict[tuple[Side, Where], list[SheetFigure]] = {}
    for side in viewpoint.columns:
        for where in (Where.BELOW, Where.ABOVE):
            columns[side, where] = []
    for figure in figures:
        columns[figure.side, figure.where].append(figure)
    return tuple(map(tuple, columns.values()))
