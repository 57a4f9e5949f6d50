"""The base classes of games. A game computes everything from the sheet: it reads no database and scores nothing."""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import ClassVar

from django.utils.functional import Promise
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
class MiniColumn:
    """One column of the small score on a card of the room: its name, and the figures of N–S and E–W."""

    name: str
    ns: int
    ew: int

    def of(self, side: Side) -> int:
        """The figure of this side."""
        return self.ns if side == Side.NS else self.ew


@dataclass(frozen=True)
class NextAuction:
    """Words with which players say that an auction has ended. The end of that auction closes a correction period."""

    button: str
    until: str
    """A sentence about the correction period that the auction closes."""
    claim: str
    """The words that follow "Ben says that", such as `all have called on deal 6`."""


class Game(ABC):
    """Base class of a game: how its deals are entered, shown on the sheet, described in words and corrected."""

    name: ClassVar[str]
    """The name of the scoring system of this game."""
    template: ClassVar[str]
    """The template that draws the figures of `pad`."""
    form: ClassVar[type[DealForm]]
    """The form in which a deal is entered."""
    columns: ClassVar[Mapping[Where, str | Promise]]
    """The label beside a figure, such as `below` or `tricks`, by the figure's place on the sheet. It may be empty."""
    places: ClassVar[Mapping[Where, str | Promise]]
    """The name of each place on the sheet, as explanations use it, such as `below the line`."""
    game: ClassVar[int]
    """The trick points that win one game."""
    tricks_are_agreed: ClassVar[bool] = False
    """True if the laws distinguish tricks that were agreed wrongly from tricks that were recorded wrongly."""
    transfer_law: ClassVar[str] = said("Law {number}", number=77)
    """The law by which tricks are transferred for a revoke."""
    correction_law: ClassVar[str] = said("Law {number}", number=78)
    """The law by which an error in a recorded deal is corrected."""
    strike_law: ClassVar[str] = said("Law {number}", number=79)
    """The law by which a deal is struck out because its pack was bad."""
    keeps_numbers: ClassVar[bool] = True
    """True if players call a deal by the number under which it was recorded; False if by its place on the sheet."""

    @property
    def title(self) -> str:
        """The name of the game as players say it, such as `Contract rubber`."""
        return told(SYSTEMS[self.name].title)

    @property
    def noun(self) -> str:
        """The word for one whole game: `rubber`, or `round` in Chicago."""
        return noun(self.name)

    @property
    def has_vulnerability(self) -> bool:
        """True if sides become vulnerable in this game."""
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
        """The period in which an error may be corrected, and the number of consents for it."""

    @staticmethod
    @abstractmethod
    def strike_period(progress: RubberProgress) -> LegalPeriod:
        """The period in which a deal may be struck out because its pack was bad, and the number of consents for it."""

    def next_auction(self, sheet: Sheet) -> NextAuction | None:
        """The words with which players say that the auction of the next deal has ended.

        None if the sheet is closed, or if the end of that auction closes no correction period. `sheet` must have a
        deal, and its deals must have the numbers under which they were recorded.
        """
        if sheet.next is None:
            return None
        until = _(
            "Until then three of you can change the tricks of deal %(number)s; after that all four must agree."
        )
        last = self.called(sheet)[sheet.deals[-1].number]
        claim = _("all have called on %(deal)s")
        return NextAuction(
            _("Next deal’s auction is finished"),
            until % {"number": last},
            claim % {"deal": self.progress(sheet, sheet.next)},
        )

    def first_auction_of_the_next(self) -> NextAuction | None:
        """The words with which players say that the first auction of the next rubber, or round, has ended.

        Pages ask for them while a rubber is over and its score is not agreed yet. None if the end of that auction
        closes no correction period.
        """
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
        """The figures of a sheet of this game. The template of the game draws them."""

    @abstractmethod
    def progress(self, sheet: Sheet, following: NextDeal) -> str:
        """The progress of the game for a card of the room: `deal 6`, `deal 3 of 4`, `game 1`.

        `following` is the next deal.
        """

    def stand(self, sheet: Sheet, following: NextDeal) -> str:
        """The progress of the game for the head of the sheet, such as `Deal 6`. `following` is the next deal."""
        return _("Deal %(number)s") % {"number": self.called_next(sheet, following)}

    def called(self, sheet: Sheet) -> dict[int, Called]:
        """A mapping from the number of each deal on the sheet to the number by which players call the deal."""
        return {scored.number: Called(scored.number) for scored in sheet.deals}

    def called_next(self, sheet: Sheet, following: NextDeal) -> Called:
        """The number by which players will call the next deal, `following`."""
        return Called(following.number)

    def played(self, sheet: Sheet) -> int:
        """The number of deals on the sheet that were played."""
        return len(sheet.deals)

    @abstractmethod
    def centre(self, sheet: Sheet, viewpoint: Viewpoint) -> tuple[str, str]:
        """The figure shown between the two sides, and the word for what it counts, such as `1–0` and `games`."""

    @abstractmethod
    def mini(self, sheet: Sheet) -> tuple[MiniColumn, ...]:
        """The columns of the small score on a card of the room; the last is the total."""

    @abstractmethod
    def need(self, sheet: Sheet, viewpoint: Viewpoint) -> str:
        """The trick points still needed for a game, in words; empty on a closed sheet or without a part score."""

    @abstractmethod
    def leader(self, sheet: Sheet, viewpoint: Viewpoint) -> str:
        """The sentence about the side that is ahead on an open sheet, or about a tie; empty before any score."""

    def verdict(self, sheet: Sheet, viewpoint: Viewpoint) -> str:
        """A sentence that names the winner and the margin of a closed sheet, or says that the points are level."""
        if sheet.winner is None:
            return _("The points are level.")
        winner = viewpoint.name(sheet.winner)
        points = figure(f"{sheet.margin:,}")
        return _("%(who)s win %(points)s.") % {"who": winner, "points": points}

    @abstractmethod
    def consequence(self, after: Sheet, viewpoint: Viewpoint) -> str:
        """The consequences of the last deal on the sheet `after`, in words; empty if it has none besides its points."""

    def outcome(self, after: Sheet, viewpoint: Viewpoint) -> str:
        """A sentence that names the winner and the margin of a complete sheet, or says that the points are equal."""
        if after.winner is None:
            return _("The points are equal.")
        winner = viewpoint.name(after.winner)
        points = figure(f"{after.margin:,}")
        return _("%(who)s win by %(points)s.") % {"who": winner, "points": points}

    def game_won(self, scored: ScoredDeal, viewpoint: Viewpoint) -> str:
        """The words for a deal that won a game, such as `We won game 2`; empty for a deal that did not."""
        won_by = scored.game_won_by
        if won_by is None:
            return ""
        winner = viewpoint.name(won_by)
        return _("%(who)s won game %(number)s") % {"who": winner, "number": scored.game}

    def nobody_scores(self, rules: Rules) -> str:
        """The sentence about a passed-out deal, for which nobody scores. By some `rules` it is dealt again."""
        return _("Nobody scores; the deal moves on.")

    @abstractmethod
    def stopping(self, sheet: Sheet) -> str:
        """The rule by which points count if a sheet is closed before it is complete, in words."""


def part_score(sheet: Sheet) -> MiniColumn:
    """The column of the points toward the game that is being played."""
    return MiniColumn(_("Part score"), *(sheet.partscore[side] for side in Side))


def total(sheet: Sheet) -> MiniColumn:
    """The column of all points so far."""
    return MiniColumn(_("Total"), *(sheet.totals[side].total for side in Side))


class RubberGame(Game):
    """A game played as a rubber: the first side to win two games gets a bonus and ends the rubber."""

    def centre(self, sheet: Sheet, viewpoint: Viewpoint) -> tuple[str, str]:
        games = "–".join(str(sheet.games[side]) for side in viewpoint.columns)
        return games, pgettext("bridge", "games")

    def mini(self, sheet: Sheet) -> tuple[MiniColumn, ...]:
        games = (sheet.games[side] for side in Side)
        return MiniColumn(_("Games"), *games), part_score(sheet), total(sheet)

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
        """A sentence that names the winner of the rubber and the winner on points, who are not always the same side."""
        rubber = next(
            (line.side for line in sheet.closing if line.kind is Kind.RUBBER), None
        )
        if rubber is None:
            return super().verdict(sheet, viewpoint)
        names = {
            "who": viewpoint.name(rubber),
            "points": figure(f"{sheet.margin:,}"),
        }
        if sheet.winner is None:
            return _("%(who)s won the rubber; the points are level.") % names
        if sheet.winner is rubber:
            return _("%(who)s won the rubber and %(points)s points.") % names
        names["other"] = viewpoint.name(sheet.winner)
        return _("%(who)s won the rubber. %(other)s won %(points)s on points.") % names

    def consequence(self, after: Sheet, viewpoint: Viewpoint) -> str:
        won_by = after.deals[-1].game_won_by
        if won_by is None:
            return ""
        if after.state is not State.COMPLETE:
            return f"{_('Game!')} {self.after_game(won_by, viewpoint)}".strip()
        bonus = points(after.closing, won_by)
        rubber = _("Rubber! %(who)s add %(points)s.")
        rubber %= {"who": viewpoint.name(won_by), "points": bonus}
        return f"{rubber} {self.outcome(after, viewpoint)}"

    def after_game(self, won_by: Side, viewpoint: Viewpoint) -> str:
        """A sentence about the effect of a won game on later games of the rubber: `We are vulnerable now.`

        Empty if there is no such effect.
        """
        return ""


def points(lines: Iterable[ScoreLine], side: Side, where: Where | None = None) -> int:
    """The sum of the points in these lines for a side, in one place of the sheet; in all places if `where` is None."""
    return sum(
        line.points
        for line in lines
        if line.side is side and where in (None, line.where)
    )


def lacking(sheet: Sheet, viewpoint: Viewpoint, game: int) -> str:
    """The trick points that a side still needs for a game, in words: `We need 40 more for the game, They 10.`

    `game` is the number of trick points that win a game. Empty on a closed sheet, and if neither side has a part score.
    """
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
    """A sentence about the side that leads on a sheet.

    It is the form `ahead` with the name of the side and its lead filled in, as in `We lead by 200.`; if the sides are
    level, it is `level`. It is empty before anybody has scored.
    """
    if not any(scored.lines for scored in sheet.deals):
        return ""
    ns, ew = (sheet.totals[side].total for side in Side)
    if ns == ew:
        return level
    leader = Side.NS if ns > ew else Side.EW
    lead = figure(f"{abs(ns - ew):,}")
    return ahead % {"who": viewpoint.name(leader), "points": lead}


def verdict(sheet: Sheet, viewpoint: Viewpoint) -> str:
    """The winner and the margin as a clause: `We win 810`, or `the points are level`."""
    if sheet.winner is None:
        return _("the points are level")
    winner = viewpoint.name(sheet.winner)
    points = figure(f"{sheet.margin:,}")
    return _("%(who)s win %(points)s") % {"who": winner, "points": points}
