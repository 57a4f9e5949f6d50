"""The sheet of royal auction: tricks and honours of each side in columns, a row for each deal, games ruled off."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import groupby

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext, pgettext_lazy

from clubscore.games.base import NextAuction, Rubber
from clubscore.games.called import Called
from clubscore.games.figures import KINDS, Figure, figures_of, short
from clubscore.games.periods import error_by_the_code_of_1912, law_39_of_1912, laws_12_and_13_of_1912
from clubscore.games.royal_form import RoyalForm
from clubscore.games.viewpoint import Viewpoint
from scoring import Kind, NextDeal, ScoredDeal, Sheet, Where
from scoring.said import said
from scoring.systems.royal_auction.tables import GAME

Cells = tuple[tuple[Figure, ...], ...]


@dataclass(frozen=True)
class RoyalRow:
    """One deal, or a premium of the end."""

    called: Called | None
    """The number of the deal; None for a premium of the end."""
    label: str
    cells: Cells
    """The left side's tricks and honours, then the right side's."""


@dataclass(frozen=True)
class RoyalGame:
    """The deals of one game; `won` draws the line under it."""

    rows: tuple[RoyalRow, ...]
    won: bool


@dataclass(frozen=True)
class Pad:
    """The sheet of one rubber."""

    games: tuple[RoyalGame, ...]
    closing: tuple[RoyalRow, ...]
    """The premiums of the end."""
    sums: tuple[int, ...]
    """The totals of the four columns: tricks and honours of the left side, then of the right."""

    @property
    def height(self) -> int:
        """The rows between its heads and its totals, for a screen that must show all of them."""
        rows = [row for game in self.games for row in game.rows]
        return 2 + sum(max(map(len, row.cells)) or 1 for row in rows) + len(self.closing)


class Royal(Rubber):
    """Royal auction bridge of 1912."""

    name = "royal"
    template = "rubbers/sheets/_royal.html"
    form = RoyalForm
    error_of = staticmethod(error_by_the_code_of_1912)
    correction_period = staticmethod(laws_12_and_13_of_1912)
    strike_period = staticmethod(law_39_of_1912)
    transfer_law = said("Law {number} (1912)", number=84)
    columns = {Where.BELOW: pgettext_lazy("bridge", "tricks"), Where.ABOVE: pgettext_lazy("bridge", "honours")}
    places = {Where.BELOW: gettext_lazy("in tricks"), Where.ABOVE: gettext_lazy("in honours")}
    game = GAME

    @property
    def title(self) -> str:
        return _("Royal auction")

    def pad(self, sheet: Sheet, viewpoint: Viewpoint) -> Pad:
        called = self.called(sheet)
        figures = tuple(_named(sheet, called))
        closing = tuple(
            RoyalRow(None, figure.label, _cells((figure,), viewpoint)) for figure in figures if figure.number is None
        )
        totals = [sheet.totals[side] for side in viewpoint.columns]
        return Pad(
            games=tuple(_games(sheet, called, figures, viewpoint)),
            closing=closing,
            sums=tuple(points for side in totals for points in (side.below, side.above)),
        )

    def next_auction(self, sheet: Sheet) -> NextAuction | None:
        """1912, Law 13: a declaration in the next game concludes the one before; no other auction closes anything."""
        declared = [scored for scored in sheet.deals if not scored.deal.is_passed_out]
        if sheet.next is None or not declared or not declared[-1].game_won_by:
            return None
        until = _("Until then three of you can change the trick scores of game %(number)s; after that they stand.")
        won = {"number": declared[-1].game}
        next_game = {"number": declared[-1].game + 1}
        return NextAuction(
            _("A declaration was made in game %(number)s") % next_game,
            until % won,
            _("a declaration was made in game %(number)s") % next_game,
        )

    def first_auction_of_the_next(self) -> None:
        """1912, Law 13: the final game is concluded when the score is agreed, whatever is played next."""

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


def _named(sheet: Sheet, called: Mapping[int, Called]) -> Iterator[Figure]:
    """The figures, each labelled by its kind alone: the label of the row names the contract."""
    for figure in figures_of(sheet, called):
        yield figure if figure.number is None else replace(figure, label=str(KINDS[Kind(figure.key.split("-")[2])]))


def _games(
    sheet: Sheet, called: Mapping[int, Called], figures: tuple[Figure, ...], viewpoint: Viewpoint
) -> Iterator[RoyalGame]:
    for _game, deals in groupby(sheet.deals, key=lambda scored: scored.game):
        of_game = list(deals)
        rows = tuple(_row(scored, called[scored.number], figures, viewpoint) for scored in of_game)
        yield RoyalGame(rows, of_game[-1].game_won_by is not None)


def _row(scored: ScoredDeal, called: Called, figures: tuple[Figure, ...], viewpoint: Viewpoint) -> RoyalRow:
    own = tuple(figure for figure in figures if figure.number == scored.number)
    deal = scored.deal
    words = f"{short(deal.contract)} {deal.relative}" if deal.contract else pgettext("a deal", "passed")
    return RoyalRow(called, words, _cells(own, viewpoint))


def _cells(figures: tuple[Figure, ...], viewpoint: Viewpoint) -> Cells:
    return tuple(
        tuple(figure for figure in figures if (figure.side, figure.where) == (side, where))
        for side in viewpoint.columns
        for where in (Where.BELOW, Where.ABOVE)
    )
