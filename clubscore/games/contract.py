"""The sheet of contract rubber: premiums stacked upwards from the line, trick points downwards, games ruled off."""

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import groupby, zip_longest

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from clubscore.contracts.contract_form import ContractForm
from clubscore.games.base import Rubber
from clubscore.games.figures import Figure, figures_of
from clubscore.games.periods import error_by_law_78, law_78, law_79
from clubscore.games.viewpoint import Viewpoint
from scoring import NextDeal, Sheet, Side, Where
from scoring.contract_tables import GAME, UNFINISHED_GAME


@dataclass(frozen=True)
class Row:
    """One row: a figure of each side, or of one."""

    left: Figure | None
    right: Figure | None


@dataclass(frozen=True)
class GameRows:
    """The trick points of one game; `won` draws the line under it."""

    rows: tuple[Row, ...]
    won: bool


@dataclass(frozen=True)
class Pad:
    """The sheet of one rubber."""

    above: tuple[Row, ...]
    """Premiums, from the top row down to the line."""
    games: tuple[GameRows, ...]

    @property
    def height(self) -> int:
        """The rows between its heads and its totals, for a screen that must show all of them."""
        return 1 + len(self.above) + sum(max(1, len(game.rows)) for game in self.games)


class Contract(Rubber):
    """Contract rubber bridge."""

    name = "contract"
    template = "rubbers/sheets/_contract.html"
    form = ContractForm
    error_of = staticmethod(error_by_law_78)
    correction_period = staticmethod(law_78)
    strike_period = staticmethod(law_79)
    tricks_are_agreed = True
    columns = {Where.BELOW: pgettext_lazy("bridge", "below"), Where.ABOVE: pgettext_lazy("bridge", "above")}
    places = {Where.BELOW: gettext_lazy("below the line"), Where.ABOVE: gettext_lazy("above the line")}
    game = GAME

    def pad(self, sheet: Sheet, viewpoint: Viewpoint) -> Pad:
        figures = tuple(figures_of(sheet, self.called(sheet)))
        return Pad(_above(figures, viewpoint), _games(sheet, figures, viewpoint))

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


def _above(figures: Iterable[Figure], viewpoint: Viewpoint) -> tuple[Row, ...]:
    stacks = [
        [figure for figure in figures if figure.where == Where.ABOVE and figure.side == side]
        for side in viewpoint.columns
    ]
    return tuple(Row(*level) for level in zip_longest(*stacks))[::-1]


def _games(sheet: Sheet, figures: Iterable[Figure], viewpoint: Viewpoint) -> tuple[GameRows, ...]:
    """The games in order; the open one is last, empty when nobody has scored in it."""
    game_of = {scored.number: scored.game for scored in sheet.deals}
    won = {scored.game for scored in sheet.deals if scored.game_won_by}
    left = viewpoint.columns[0]
    tricks = [figure for figure in figures if figure.where == Where.BELOW and figure.number]
    rows = {
        game: tuple(Row(one, None) if one.side == left else Row(None, one) for one in of_game)
        for game, of_game in groupby(tricks, key=lambda figure: game_of[figure.number or 0])
    }
    last = max(won, default=0) + (sheet.next is not None or bool(rows.keys() - won))
    return tuple(GameRows(rows.get(game, ()), game in won) for game in range(1, last + 1))
