"""The sheet of Chicago: the wheel of four deals, and a row for each with the figures of both sides."""

from dataclasses import dataclass

from clubscore.contracts.contract_form import ContractForm
from clubscore.games.base import Game, MiniRow, ahead_in_words, lacking, points
from clubscore.games.figures import Figure, label
from clubscore.games.periods import error_by_law_78, law_78, law_79
from clubscore.games.viewpoint import Viewpoint
from scoring import Kind, NextDeal, Rules, ScoredDeal, Seat, Sheet, Side, State, Where
from scoring.contract_tables import DEALS_IN_WHEEL, GAME
from scoring.systems.chicago import deal_of_wheel


@dataclass(frozen=True)
class Angle:
    """One angle of the X in the wheel."""

    seat: Seat
    number: int
    """The deal of this dealer, 1–4."""
    dealt: bool
    """Whether that deal has begun."""
    deals: bool
    """Whether this seat deals now."""


@dataclass(frozen=True)
class Cell:
    """The sum of a deal for one side, and whether the side was vulnerable."""

    figure: Figure | None
    vulnerable: bool


@dataclass(frozen=True)
class ChicagoRow:
    """One deal. `number` is its place in the wheel, `deal` that on the sheet.

    `counts` is false when the deal is dealt again; `game` draws the line under part scores that no longer count.
    """

    number: int
    deal: int
    dealer: Seat
    cells: tuple[Cell, Cell]
    passed_out: bool
    counts: bool
    game: bool


@dataclass(frozen=True)
class Pad:
    """The sheet of one round."""

    wheel: tuple[Angle, ...]
    rows: tuple[ChicagoRow, ...]
    to_come: range
    """The places in the wheel of the deals still to be played."""
    carried: tuple[int, ...]
    """Part scores toward the next game, the left side's first; empty when there are none."""


class Chicago(Game):
    """Chicago, four-deal bridge."""

    name = "chicago"
    template = "rubbers/sheets/_chicago.html"
    form = ContractForm
    error_of = staticmethod(error_by_law_78)
    correction_period = staticmethod(law_78)
    strike_period = staticmethod(law_79)
    tricks_are_agreed = True
    columns = dict.fromkeys(Where, "")
    places = {Where.BELOW: "trick points", Where.ABOVE: "premium"}

    def pad(self, sheet: Sheet, viewpoint: Viewpoint) -> Pad:
        reached = self.reached(sheet)
        carried = tuple(sheet.partscore[side] for side in viewpoint.columns) if sheet.next else ()
        return Pad(
            wheel=tuple(_angle(sheet, seat, reached) for seat in Seat),
            rows=tuple(self._row(sheet, scored, viewpoint) for scored in sheet.deals),
            to_come=range(reached, DEALS_IN_WHEEL + 1) if sheet.next else range(0),
            carried=carried if any(carried) else (),
        )

    def _row(self, sheet: Sheet, scored: ScoredDeal, viewpoint: Viewpoint) -> ChicagoRow:
        return ChicagoRow(
            number=self.number(sheet, scored),
            deal=scored.number,
            dealer=scored.dealer,
            cells=(_cell(scored, viewpoint.columns[0]), _cell(scored, viewpoint.columns[1])),
            passed_out=scored.deal.is_passed_out,
            counts=not is_dealt_again(scored, sheet.rules),
            game=scored.game_won_by is not None,
        )

    def reached(self, sheet: Sheet) -> int:
        """The deal of the wheel that is being played; four at the end."""
        if sheet.next:
            return deal_of_wheel(sheet.first_dealer, sheet.next.dealer)
        return self.played(sheet)

    def played(self, sheet: Sheet) -> int:
        return sum(not is_dealt_again(scored, sheet.rules) for scored in sheet.deals)

    def progress(self, sheet: Sheet, following: NextDeal) -> str:
        return f"deal {self.reached(sheet)} of {DEALS_IN_WHEEL}"

    def stand(self, sheet: Sheet, following: NextDeal) -> str:
        return self.progress(sheet, following).capitalize()

    def number(self, sheet: Sheet, scored: ScoredDeal) -> int:
        return deal_of_wheel(sheet.first_dealer, scored.dealer)

    def centre(self, sheet: Sheet) -> tuple[str, str]:
        return f"{self.reached(sheet)}/{DEALS_IN_WHEEL}", "Deal"

    def mini(self, sheet: Sheet) -> tuple[MiniRow, MiniRow]:
        totals, partscores = (
            MiniRow("In all", *(sheet.totals[side].total for side in Side)),
            MiniRow("Toward a game", *(sheet.partscore[side] or "" for side in Side)),
        )
        return totals, partscores

    def need(self, sheet: Sheet, viewpoint: Viewpoint) -> str:
        return lacking(sheet, viewpoint, GAME)

    def leader(self, sheet: Sheet, viewpoint: Viewpoint) -> str:
        return ahead_in_words(sheet, viewpoint)

    def consequence(self, after: Sheet, viewpoint: Viewpoint) -> str:
        last = after.deals[-1]
        if is_dealt_again(last, after.rules):
            return "The same dealer deals again."
        sentences = [f"{_PREMIUM[line.kind]} {viewpoint.name(line.side)} add {line.points}."
                for line in last.lines if line.kind in _PREMIUM]  # fmt: skip
        if after.state is State.COMPLETE:
            sentences.append(f"The round is over. {self.outcome(after, viewpoint)}")
        return " ".join(sentences)

    def game_won(self, scored: ScoredDeal, viewpoint: Viewpoint) -> str:
        return f"{viewpoint.name(scored.game_won_by)} completed a game" if scored.game_won_by else ""

    def nobody_scores(self, rules: Rules) -> str:
        again = rules.as_json()["passed_out"] == "redeal"
        return "Nobody scores; the same dealer deals again." if again else super().nobody_scores(rules)

    def stopping(self, sheet: Sheet) -> str:
        return "every deal counts as it is written, and nothing is added for a round that is not finished."


_PREMIUM = {Kind.GAME: "Game!", Kind.PARTSCORE: "Part score:"}


def is_dealt_again(scored: ScoredDeal, rules: Rules) -> bool:
    """Whether a passed-out deal is none of the four."""
    return scored.deal.is_passed_out and rules.as_json()["passed_out"] == "redeal"


def _angle(sheet: Sheet, seat: Seat, reached: int) -> Angle:
    number = deal_of_wheel(sheet.first_dealer, seat)
    return Angle(seat, number, number <= reached, sheet.next is not None and seat is sheet.next.dealer)


def _cell(scored: ScoredDeal, side: Side) -> Cell:
    lines = [line for line in scored.lines if line.side is side]
    figure = None
    if lines:
        key = f"{scored.number}-deal-{side}"
        figure = Figure(key, side, Where.ABOVE, points(lines, side), label(scored, lines[0]), scored.number)
    return Cell(figure, side in scored.vulnerable)
