"""The base classes of games. Everything is folded from the sheet: no database, no rules of scoring."""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import ClassVar

from django.utils.functional import Promise
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from clubscore.contracts.deal_form import DealForm
from clubscore.games.called import Called
from clubscore.games.periods import (
    DealChange,
    DealErrorKind,
    LegalPeriod,
    RubberProgress,
)
from clubscore.games.viewpoint import Viewpoint
from clubscore.languages.spoken import figure, told
from clubscore.tables.games import noun
from scoring import (
    SYSTEMS,
    Kind,
    NextDeal,
    Rules,
    ScoredDeal,
    ScoreLine,
    Sheet,
    Side,
    State,
    Where,
)
from scoring.said import said


@dataclass(frozen=True)
class MiniRow:
    """One row of the small sheet on a card in the room: its name, and the figures of N–S and E–W."""

    name: str
    ns: int | str
    ew: int | str


@dataclass(frozen=True)
class NextAuction:
    """The words of players for the auction whose end closes a correction period."""

    button: str
    until: str
    """A sentence about that period."""
    claim: str
    """After "Ben says that": `all have called on deal 6`."""


class Game(ABC):
    """One game: entry, sheet, words and correction of its deals."""

    name: ClassVar[str]
    """The name of the system that scores it."""
    template: ClassVar[str]
    """The template that draws `pad`."""
    form: ClassVar[type[DealForm]]
    """The form in which a deal is entered."""
    columns: ClassVar[Mapping[Where, str | Promise]]
    """The name of a figure's place beside it: `below`, `tricks`; empty where the game has no places."""
    places: ClassVar[Mapping[Where, str | Promise]]
    """The name of a figure's place in an explanation: `below the line`."""
    game: ClassVar[int]
    """The trick points that win one game."""
    tricks_are_agreed: ClassVar[bool] = False
    """True if the laws treat tricks that were agreed wrongly and tricks that were recorded wrongly differently."""
    transfer_law: ClassVar[str] = said("Law {number}", number=77)
    """The law by which tricks are transferred for a revoke."""
    keeps_numbers: ClassVar[bool] = True
    """True if players call a deal by the number it was recorded under; False if by its place on the sheet."""

    @property
    def title(self) -> str:
        """`Contract rubber`, as short as players say it."""
        return told(SYSTEMS[self.name].title)

    @property
    def noun(self) -> str:
        """`rubber`, or `round` in Chicago."""
        return noun(self.name)

    @property
    def has_vulnerability(self) -> bool:
        return SYSTEMS[self.name].has_vulnerability

    @staticmethod
    @abstractmethod
    def error_of(change: DealChange) -> DealErrorKind:
        """The kind of error that a change of a recorded deal corrects."""

    @staticmethod
    @abstractmethod
    def correction_period(
        error: DealErrorKind, progress: RubberProgress
    ) -> LegalPeriod:
        """The period in which an error may be corrected, and the consents that it takes."""

    @staticmethod
    @abstractmethod
    def strike_period(progress: RubberProgress) -> LegalPeriod:
        """The period in which a deal may be struck out because its pack was bad, and the consents that it takes."""

    def next_auction(self, sheet: Sheet) -> NextAuction | None:
        """The words for the auction of the next deal of an open sheet; None where its end would close nothing.

        The deals of `sheet` have their own numbers, and there is one at least.
        """
        if sheet.next is None:
            return None
        until = _(
            "Until then three of you can change the tricks of deal %(number)s; after that all four must agree."
        )
        return NextAuction(
            _("Next deal’s auction is finished"),
            until % {"number": self.called(sheet)[sheet.deals[-1].number]},
            _("all have called on %(deal)s")
            % {"deal": self.progress(sheet, sheet.next)},
        )

    def first_auction_of_the_next(self) -> NextAuction | None:
        """The words for the first auction after a sheet of this game that waits to be agreed."""
        until = _(
            "Until then three of the four can change the tricks of the last deal of the %(noun)s before; "
            "after that all four must agree."
        )
        return NextAuction(
            _("First deal’s auction is finished"),
            until % {"noun": self.noun},
            _("all have called on the first deal"),
        )

    @abstractmethod
    def pad(self, sheet: Sheet, viewpoint: Viewpoint) -> object:
        """The figures of this game's sheet, as its template draws them."""

    @abstractmethod
    def progress(self, sheet: Sheet, following: NextDeal) -> str:
        """The progress of the game, for the card in the room: `deal 6`, `deal 3 of 4`, `game 1`."""

    def stand(self, sheet: Sheet, following: NextDeal) -> str:
        """The progress of the game, for the sheet: `Deal 6`."""
        return _("Deal %(number)s") % {"number": self.called_next(sheet, following)}

    def called(self, sheet: Sheet) -> dict[int, Called]:
        """The numbers by which players know the deals, by their numbers on the sheet."""
        return {scored.number: Called(scored.number) for scored in sheet.deals}

    def called_next(self, sheet: Sheet, following: NextDeal) -> Called:
        """The number by which players know the deal to come."""
        return Called(following.number)

    def played(self, sheet: Sheet) -> int:
        """The number of deals played."""
        return len(sheet.deals)

    @abstractmethod
    def centre(self, sheet: Sheet, viewpoint: Viewpoint) -> tuple[str, str]:
        """The figure between the two sides, in the room and above the entry, and the word for it: `1–0`, `games`."""

    @abstractmethod
    def mini(self, sheet: Sheet) -> tuple[MiniRow, MiniRow]:
        """The small sheet on a room's card."""

    @abstractmethod
    def need(self, sheet: Sheet, viewpoint: Viewpoint) -> str:
        """The trick points still needed for a game, in words, while the sheet is open; empty without a part score."""

    @abstractmethod
    def leader(self, sheet: Sheet, viewpoint: Viewpoint) -> str:
        """The side that is ahead, in words, while the sheet is open."""

    def verdict(self, sheet: Sheet, viewpoint: Viewpoint) -> str:
        """The winner, in words, of a closed sheet."""
        if sheet.winner is None:
            return _("The points are level.")
        return _("%(who)s win %(points)s.") % {
            "who": viewpoint.name(sheet.winner),
            "points": sheet.margin,
        }

    @abstractmethod
    def consequence(self, after: Sheet, viewpoint: Viewpoint) -> str:
        """The consequences of the last deal beyond its points, in words; empty without any."""

    def outcome(self, after: Sheet, viewpoint: Viewpoint) -> str:
        """The last words of a sheet that is complete."""
        if after.winner is None:
            return _("The points are equal.")
        return _("%(who)s win by %(points)s.") % {
            "who": viewpoint.name(after.winner),
            "points": figure(f"{after.margin:,}"),
        }

    def game_won(self, scored: ScoredDeal, viewpoint: Viewpoint) -> str:
        """A sentence for a deal that won a game; empty for others."""
        won_by = scored.game_won_by
        if won_by is None:
            return ""
        return _("%(who)s won game %(number)s") % {
            "who": viewpoint.name(won_by),
            "number": scored.game,
        }

    def nobody_scores(self, rules: Rules) -> str:
        """The words for a deal that scores nothing."""
        return _("Nobody scores; the deal moves on.")

    @abstractmethod
    def stopping(self, sheet: Sheet) -> str:
        """The rule for the points of a sheet that is closed unfinished, in words."""


class RubberGame(Game):
    """A game that is won by two games of its own: the first side to two of them gets a bonus and ends the rubber."""

    def centre(self, sheet: Sheet, viewpoint: Viewpoint) -> tuple[str, str]:
        return "–".join(str(sheet.games[side]) for side in viewpoint.columns), pgettext(
            "bridge", "games"
        )

    def mini(self, sheet: Sheet) -> tuple[MiniRow, MiniRow]:
        ns, ew = (sheet.totals[side] for side in Side)
        above, below = (
            capfirst(str(self.places[Where.ABOVE])),
            capfirst(str(self.places[Where.BELOW])),
        )
        return MiniRow(above, ns.above, ew.above), MiniRow(below, ns.below, ew.below)

    def need(self, sheet: Sheet, viewpoint: Viewpoint) -> str:
        return lacking(sheet, viewpoint, self.game)

    def leader(self, sheet: Sheet, viewpoint: Viewpoint) -> str:
        return ahead_in_words(
            sheet,
            viewpoint,
            level=_("Level before the rubber bonus."),
            ahead=_("%(who)s lead by %(points)s before the rubber bonus."),
        )

    def verdict(self, sheet: Sheet, viewpoint: Viewpoint) -> str:
        """The winner of the rubber and the winner on points, in words: not always the same side."""
        rubber = next(
            (line.side for line in sheet.closing if line.kind is Kind.RUBBER), None
        )
        if rubber is None:
            return super().verdict(sheet, viewpoint)
        names = {"who": viewpoint.name(rubber), "points": sheet.margin}
        if sheet.winner is None:
            return _("%(who)s won the rubber; the points are level.") % names
        if sheet.winner is rubber:
            return _("%(who)s won the rubber and %(points)s points.") % names
        names["other"] = viewpoint.name(sheet.winner)
        return _("%(who)s won the rubber, %(other)s won %(points)s on points.") % names

    def consequence(self, after: Sheet, viewpoint: Viewpoint) -> str:
        won_by = after.deals[-1].game_won_by
        if won_by is None:
            return ""
        if after.state is not State.COMPLETE:
            return f"{_('Game!')} {self.after_game(won_by, viewpoint)}".strip()
        bonus = sum(line.points for line in after.closing if line.side is won_by)
        rubber = _("Rubber! %(who)s add %(points)s.") % {
            "who": viewpoint.name(won_by),
            "points": bonus,
        }
        return f"{rubber} {self.outcome(after, viewpoint)}"

    def after_game(self, won_by: Side, viewpoint: Viewpoint) -> str:
        """A further consequence of a game won, in words."""
        return ""


def points(lines: Iterable[ScoreLine], side: Side, where: Where | None = None) -> int:
    """The sum of these lines for a side, in one place or in both."""
    return sum(
        line.points
        for line in lines
        if line.side is side and where in (None, line.where)
    )


def lacking(sheet: Sheet, viewpoint: Viewpoint, game: int) -> str:
    """The points still needed for a game: `We need 40 more for the game, They 10.` Empty without a part score."""
    with_partscore = [side for side in viewpoint.columns if sheet.partscore[side]]
    if sheet.next is None or not with_partscore:
        return ""
    first, *others = with_partscore
    values = {"who": viewpoint.name(first), "points": game - sheet.partscore[first]}
    if not others:
        return _("%(who)s need %(points)s more for the game.") % values
    other = others[0]
    values |= {"other": viewpoint.name(other), "more": game - sheet.partscore[other]}
    return _("%(who)s need %(points)s more for the game, %(other)s %(more)s.") % values


def ahead_in_words(
    sheet: Sheet, viewpoint: Viewpoint, *, level: str, ahead: str
) -> str:
    """`level`, or `ahead` with the side and its points: `We lead by 200.` Empty before anybody has scored."""
    if not any(scored.lines for scored in sheet.deals):
        return ""
    ns, ew = (sheet.totals[side].total for side in Side)
    if ns == ew:
        return level
    leader = Side.NS if ns > ew else Side.EW
    return ahead % {"who": viewpoint.name(leader), "points": abs(ns - ew)}


def verdict(sheet: Sheet, viewpoint: Viewpoint) -> str:
    """The result as a clause: `We win 810`, `the points are level`."""
    if sheet.winner is None:
        return _("the points are level")
    return _("%(who)s win %(points)s") % {
        "who": viewpoint.name(sheet.winner),
        "points": sheet.margin,
    }
