"""The sheet of Chicago: the wheel of four deals, and for each deal a row with the figures of both sides."""

from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext

from clubscore.contracts.deal_form import ContractForm
from clubscore.games.base import (
    Game,
    MiniColumn,
    ahead_in_words,
    lacking,
    part_score,
    points,
    total,
)
from clubscore.games.called import Called
from clubscore.games.figures import SheetFigure, label
from clubscore.games.periods import error_by_law_78, law_78, law_79
from clubscore.games.viewpoint import Viewpoint
from clubscore.languages.spoken import told
from scoring import Kind, NextDeal, Rules, ScoredDeal, Seat, Sheet, Side, State, Where
from scoring.contract_tables import DEALS_IN_WHEEL, GAME
from scoring.systems.chicago import deal_of_wheel


@dataclass(frozen=True)
class Angle:
    """One angle of the X that is drawn as the wheel of a round. Each angle stands for the deal of one dealer."""

    seat: Seat
    number: int
    """The number of the deal that this seat deals, 1–4."""
    dealt: bool
    """True if the deal has begun."""
    deals: bool
    """True if this seat deals the current deal."""

    @property
    def words(self) -> str:
        """The angle in words: `deal 1 by North`, `deal 2 by East, being played`."""
        words = _("deal %(number)s by %(seat)s")
        if self.deals:
            words = _("deal %(number)s by %(seat)s, being played")
        return words % {"number": self.number, "seat": told(self.seat.word)}


@dataclass(frozen=True)
class ChicagoCell:
    """The cell of one side for a deal: the sum of its points (None without points), and whether it was vulnerable."""

    figure: SheetFigure | None
    vulnerable: bool


@dataclass(frozen=True)
class ChicagoRow:
    """The row of one deal. If `game` is true, the deal won a game, and a line under the row ends the part scores."""

    called: Called
    dealer: Seat
    cells: tuple[ChicagoCell, ChicagoCell]
    passed_out: bool
    game: bool


@dataclass(frozen=True)
class ChicagoPad:
    """The figures on the sheet of one round."""

    wheel: tuple[Angle, ...]
    rows: tuple[ChicagoRow, ...]
    to_come: tuple[Called, ...]
    """The numbers of the deals still to be played."""
    carried: tuple[int, ...]
    """The part scores toward the next game, left side first; empty if neither side has a part score."""

    @property
    def wheel_in_words(self) -> str:
        """The wheel in words, for a screen reader: `The wheel: deal 1 by North; deal 2 by East, being played.`"""
        dealt = "; ".join(angle.words for angle in self.wheel if angle.dealt)
        return _("The wheel: %(deals)s.") % {"deals": dealt}

    @property
    def height(self) -> int:
        """The number of rows between the headings and the totals. A screen that must show all rows needs it."""
        return len(self.rows) + len(self.to_come) + bool(self.carried)


class ChicagoGame(Game):
    """Chicago, four-deal bridge."""

    name = "chicago"
    template = "rubbers/sheets/_chicago.html"
    form = ContractForm
    error_of = staticmethod(error_by_law_78)
    correction_period = staticmethod(law_78)
    strike_period = staticmethod(law_79)
    tricks_are_agreed = True
    columns = dict.fromkeys(Where, "")
    places = {
        Where.BELOW: gettext_lazy("trick points"),
        Where.ABOVE: gettext_lazy("premium"),
    }
    game = GAME
    keeps_numbers = False

    def pad(self, sheet: Sheet, viewpoint: Viewpoint) -> ChicagoPad:
        reached = self.reached(sheet)
        called = self.called(sheet)
        wheel = [_angle(sheet, seat, reached) for seat in Seat]
        rows = []
        for scored in sheet.deals:
            rows.append(_row(scored, called[scored.number], viewpoint))
        carried: tuple[int, ...] = ()
        to_come: tuple[Called, ...] = ()
        if sheet.next:
            partscores = tuple(sheet.partscore[side] for side in viewpoint.columns)
            if any(partscores):
                carried = partscores
            to_come = self._to_come(sheet, sheet.next)
        return ChicagoPad(tuple(wheel), tuple(rows), to_come, carried)

    def reached(self, sheet: Sheet) -> int:
        """The number, 1–4, of the deal that is being played; on a closed sheet, the number of deals played."""
        if sheet.next:
            return deal_of_wheel(sheet.first_dealer, sheet.next.dealer)
        return self.played(sheet)

    def played(self, sheet: Sheet) -> int:
        return sum(not is_dealt_again(scored, sheet.rules) for scored in sheet.deals)

    def progress(self, sheet: Sheet, following: NextDeal) -> str:
        called = self.called_next(sheet, following)
        words = _("deal %(number)s of %(deals)s")
        words %= {"number": called.number, "deals": DEALS_IN_WHEEL}
        return words + called.suffix

    def stand(self, sheet: Sheet, following: NextDeal) -> str:
        called = self.called_next(sheet, following)
        words = _("Deal %(number)s of %(deals)s")
        words %= {"number": called.number, "deals": DEALS_IN_WHEEL}
        return words + called.suffix

    def called(self, sheet: Sheet) -> dict[int, Called]:
        """The number by which players call each deal: its place in the wheel. A deal dealt again keeps its number."""
        called = {}
        redeals = 0
        for scored in sheet.deals:
            place = deal_of_wheel(sheet.first_dealer, scored.dealer)
            called[scored.number] = Called(place, redeals)
            if is_dealt_again(scored, sheet.rules):
                redeals += 1
            else:
                redeals = 0
        return called

    def called_next(self, sheet: Sheet, following: NextDeal) -> Called:
        redeals = 0
        for scored in reversed(sheet.deals):
            if not is_dealt_again(scored, sheet.rules):
                break
            redeals += 1
        place = deal_of_wheel(sheet.first_dealer, following.dealer)
        return Called(place, redeals)

    def _to_come(self, sheet: Sheet, following: NextDeal) -> tuple[Called, ...]:
        """The numbers of the deals still to be played, as players call them; the deal that is played now is first."""
        first = self.called_next(sheet, following)
        return (first, *map(Called, range(first.number + 1, DEALS_IN_WHEEL + 1)))

    def centre(self, sheet: Sheet, viewpoint: Viewpoint) -> tuple[str, str]:
        return f"{self.reached(sheet)}/{DEALS_IN_WHEEL}", pgettext("bridge", "deal")

    def mini(self, sheet: Sheet) -> tuple[MiniColumn, ...]:
        return part_score(sheet), total(sheet)

    def need(self, sheet: Sheet, viewpoint: Viewpoint) -> str:
        return lacking(sheet, viewpoint, self.game)

    def leader(self, sheet: Sheet, viewpoint: Viewpoint) -> str:
        return ahead_in_words(
            sheet, viewpoint, level=_("Level."), ahead=_("%(who)s lead by %(points)s.")
        )

    def consequence(self, after: Sheet, viewpoint: Viewpoint) -> str:
        last = after.deals[-1]
        if is_dealt_again(last, after.rules):
            return _("The same dealer deals again.")
        sentences = []
        for line in last.lines:
            if line.kind in _PREMIUM:
                values = {"who": viewpoint.name(line.side), "points": line.points}
                sentences.append(_PREMIUM[line.kind] % values)
        if after.state is State.COMPLETE:
            sentences += [_("The round is over."), self.outcome(after, viewpoint)]
        return " ".join(sentences)

    def game_won(self, scored: ScoredDeal, viewpoint: Viewpoint) -> str:
        if scored.game_won_by is None:
            return ""
        words = _("%(who)s completed a game")
        return words % {"who": viewpoint.name(scored.game_won_by)}

    def nobody_scores(self, rules: Rules) -> str:
        if rules.as_json()["passed_out"] == "redeal":
            return _("Nobody scores; the same dealer deals again.")
        return super().nobody_scores(rules)

    def stopping(self, sheet: Sheet) -> str:
        return _(
            "every deal counts as it is written, and nothing is added for a round that is not finished."
        )


_PREMIUM = {
    Kind.GAME: gettext_lazy("Game! %(who)s add %(points)s."),
    Kind.PARTSCORE: gettext_lazy("Part score: %(who)s add %(points)s."),
}


def is_dealt_again(scored: ScoredDeal, rules: Rules) -> bool:
    """True if a passed-out deal is dealt again, so that it is not one of the four deals."""
    return scored.deal.is_passed_out and rules.as_json()["passed_out"] == "redeal"


def _row(scored: ScoredDeal, called: Called, viewpoint: Viewpoint) -> ChicagoRow:
    """The row of a deal on the sheet of Chicago, with the cells of both sides in the order of this viewpoint."""
    left, right = viewpoint.columns
    return ChicagoRow(
        called=called,
        dealer=scored.dealer,
        cells=(_cell(scored, called, left), _cell(scored, called, right)),
        passed_out=scored.deal.is_passed_out,
        game=scored.game_won_by is not None,
    )


def _angle(sheet: Sheet, seat: Seat, reached: int) -> Angle:
    """The angle of the wheel for the deal of this dealer. `reached` is the number of the deal that is being played."""
    number = deal_of_wheel(sheet.first_dealer, seat)
    deals_now = sheet.next is not None and seat is sheet.next.dealer
    return Angle(seat, number, dealt=number <= reached, deals=deals_now)


def _cell(scored: ScoredDeal, called: Called, side: Side) -> ChicagoCell:
    """The cell with the sum of the points that one side has for a deal; the cell has no sum if there are no points."""
    lines = [line for line in scored.lines if line.side is side]
    figure = None
    if lines:
        figure = SheetFigure(
            key=f"{scored.number}-deal-{side}",
            side=side,
            where=Where.ABOVE,
            points=points(lines, side),
            label=label(scored, lines[0]),
            number=scored.number,
            called=called,
        )
    return ChicagoCell(figure, side in scored.vulnerable)
