"""The sheet of contract rubber: premiums stacked upwards from the line, trick points downwards, games ruled off."""

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import zip_longest

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from clubscore.contracts.deal_form import ContractForm
from clubscore.games.base import RubberGame
from clubscore.games.figures import SheetFigure, figures_of
from clubscore.games.periods import error_by_law_78, law_78, law_79
from clubscore.games.viewpoint import Viewpoint
from scoring import NextDeal, Sheet, Side, Where
from scoring.contract_tables import GAME, UNFINISHED_GAME


@dataclass(frozen=True)
class PadRow:
    """One row of the sheet. The figure of a side is None if the side has none in this row."""

    left: SheetFigure | None
    right: SheetFigure | None


@dataclass(frozen=True)
class GameRows:
    """The rows of trick points of one game. If `won` is true, a line is drawn under them."""

    rows: tuple[PadRow, ...]
    won: bool


@dataclass(frozen=True)
class ContractPad:
    """The figures on the sheet of one rubber."""

    above: tuple[PadRow, ...]
    """The rows of premiums, from the top row down to the line."""
    games: tuple[GameRows, ...]

    @property
    def height(self) -> int:
        """The number of rows between the headings and the totals. A screen that must show all rows needs it."""
        height = 1 + len(self.above)
        for game in self.games:
            height += max(1, len(game.rows))
        return height


class ContractGame(RubberGame):
    """Contract rubber bridge."""

    name = "contract"
    template = "rubbers/sheets/_contract.html"
    form = ContractForm
    error_of = staticmethod(error_by_law_78)
    correction_period = staticmethod(law_78)
    strike_period = staticmethod(law_79)
    tricks_are_agreed = True
    columns = {
        Where.BELOW: pgettext_lazy("bridge", "below"),
        Where.ABOVE: pgettext_lazy("bridge", "above"),
    }
    places = {
        Where.BELOW: gettext_lazy("below the line"),
        Where.ABOVE: gettext_lazy("above the line"),
    }
    game = GAME

    def pad(self, sheet: Sheet, viewpoint: Viewpoint) -> ContractPad:
        figures = tuple(figures_of(sheet, self.called(sheet)))
        above = _above(figures, viewpoint)
        return ContractPad(above, _games(sheet, figures, viewpoint))

    def progress(self, sheet: Sheet, following: NextDeal) -> str:
        return _("deal %(number)s") % {"number": self.called_next(sheet, following)}

    def after_game(self, won_by: Side, viewpoint: Viewpoint) -> str:
        return _("%(who)s are vulnerable now.") % {"who": viewpoint.name(won_by)}

    def stopping(self, sheet: Sheet) -> str:
        partscore = sheet.rules.as_json()["unfinished_partscore"]
        words = _(
            "under Law 80 the only side with a game gets %(game)s, the only side with a part score in the "
            "unfinished game gets %(partscore)s."
        )
        return words % {"game": UNFINISHED_GAME, "partscore": partscore}


def _above(figures: Iterable[SheetFigure], viewpoint: Viewpoint) -> tuple[PadRow, ...]:
    """The rows of premiums, from the top row down to the line."""
    left_side = viewpoint.columns[0]
    left = []
    right = []
    for figure in figures:
        if figure.where != Where.ABOVE:
            continue
        if figure.side == left_side:
            left.append(figure)
        else:
            right.append(figure)
    upwards = [PadRow(*level) for level in zip_longest(left, right)]
    return tuple(reversed(upwards))


def _games(
    sheet: Sheet, figures: Iterable[SheetFigure], viewpoint: Viewpoint
) -> tuple[GameRows, ...]:
    """The rows of trick points of each game, in the order of play.

    An open sheet ends with the unfinished game, even if nobody has scored in it. A closed sheet ends with an
    unfinished game only if a side has trick points in it.
    """
    game_of = {}
    won = set()
    for scored in sheet.deals:
        game_of[scored.number] = scored.game
        if scored.game_won_by:
            won.add(scored.game)
    left = viewpoint.columns[0]
    rows: dict[int, list[PadRow]] = {}
    for figure in figures:
        if figure.where != Where.BELOW or not figure.number:
            continue
        row = PadRow(figure, None) if figure.side == left else PadRow(None, figure)
        rows.setdefault(game_of[figure.number], []).append(row)
    last = max(won, default=0)
    if sheet.next is not None or rows.keys() - won:
        last += 1
    games = []
    for game in range(1, last + 1):
        games.append(GameRows(tuple(rows.get(game, ())), game in won))
    return tuple(games)
