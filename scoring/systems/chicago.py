"""Chicago, or four-deal bridge: four deals, each with its vulnerability, and premiums for games at once."""

from dataclasses import dataclass
from functools import cache
from typing import Final

from scoring import contract_tables as table
from scoring.contract_deal import VULNERABILITY, Lines, deal_lines
from scoring.deals import Deal
from scoring.duplicate import contract_premium
from scoring.rules import Rules, choice
from scoring.said import said
from scoring.sheet import Kind, ScoredDeal, ScoreLine, Sheet, State, Where
from scoring.systems import paper
from scoring.systems.base import System
from scoring.systems.progress import BELOW, COMPLETE, EW, NS, Progress
from scoring.values import Contract, Seat, Side
from scoring.words import sides_in_words


@dataclass(frozen=True, slots=True)
class ChicagoRules(Rules):
    """The house rules of Chicago: vulnerability, the value of partscores, honours, and deals that are passed out."""

    vulnerable: str = choice(
        "Who is vulnerable on deals 2 and 3?",
        {
            "dealer": "Dealer's side vulnerable on deals 2 and 3",
            "defenders": "Dealer's opponents vulnerable on deals 2 and 3",
        },
    )
    partscores: str = choice(
        "How do partscores count?",
        {
            "carry": "Carried from deal to deal toward a game; 100 for one made on deal 4",
            "duplicate": "As in duplicate: 50 each, nothing is carried",
        },
    )
    honours: str = choice(
        "Do honours score?", {"on": "Honours score", "off": "Honours do not score"}
    )
    passed_out: str = choice(
        "What happens when all four pass?",
        {
            "redeal": "The same dealer deals again",
            "counts": "It counts as one of the four deals",
        },
    )


class Chicago(System[ChicagoRules]):
    """The system of Chicago: four deals, one by each player, after which the side with the larger total wins.

    There is no premium for winning the round of four deals.
    """

    name = "chicago"
    title = said("Chicago")
    rules_class = ChicagoRules

    def score_deal(
        self,
        deal: Deal,
        *,
        rules: Rules | None = None,
        dealer: Seat = Seat.NORTH,
        vulnerable: tuple[Side, ...] = (),
    ) -> ScoredDeal:
        """Score one deal by itself, as one of the first three deals of a round in which no side has a partscore.

        ``vulnerable`` are the vulnerable sides.
        """
        progress = Progress(self._own(rules), dealer)
        progress.vulnerable = vulnerable
        lines, won = _score(progress, deal, last=False)
        return ScoredDeal(1, deal, dealer, vulnerable, lines, won, 1)

    def paper(self, sheet: Sheet) -> list[str]:
        """The paper sheet in lines: the wheel, a line for each deal, the totals, and partscores toward the next game.

        The wheel is an X with the numbers of the deals.
        """
        drawn = [*_wheel(sheet), "", paper.heading(), paper.row("", "")]
        for scored in sheet.deals:
            drawn.append(_deal_on_paper(scored, sheet.first_dealer))
        drawn += paper.totals(sheet)
        drawn += _carried(sheet)
        return drawn

    def _play(self, progress: Progress[ChicagoRules], deal: Deal) -> None:
        rules, dealer, game = progress.rules, progress.dealer, progress.game
        place = deal_of_wheel(progress.first_dealer, dealer)
        last = place == table.DEALS_IN_WHEEL
        lines, won = _score(progress, deal, last=last)
        progress.record(deal, progress.vulnerable, lines, won, game)
        if deal.is_passed_out and rules.passed_out == "redeal":
            return

        progress.dealer = dealer.next
        if last:
            progress.close(COMPLETE, ())
        else:
            progress.vulnerable = _vulnerable_on(place + 1, dealer.next, rules)

    def _close(self, progress: Progress[ChicagoRules]) -> None:
        if progress.state is State.OPEN:
            progress.close(State.UNFINISHED, ())


def deal_of_wheel(first_dealer: Seat, dealer: Seat) -> int:
    """The number of a deal in the wheel of four, 1 to 4, by its dealer and the first dealer.

    >>> deal_of_wheel(Seat.WEST, Seat.WEST), deal_of_wheel(Seat.WEST, Seat.SOUTH)
    (1, 4)
    """
    return (_PLACES[dealer] - _PLACES[first_dealer]) % table.DEALS_IN_WHEEL + 1


def _vulnerable_on(place: int, dealer: Seat, rules: ChicagoRules) -> tuple[Side, ...]:
    """The vulnerable sides on deal 2, 3 or 4 of the wheel: both on deal 4, one side on deals 2 and 3."""
    if place == table.DEALS_IN_WHEEL:
        return NS, EW
    if rules.vulnerable == "dealer":
        return (dealer.side,)
    return (dealer.side.other,)


_PLACES: Final = {Seat.NORTH: 0, Seat.EAST: 1, Seat.SOUTH: 2, Seat.WEST: 3}


def _score(
    progress: Progress[ChicagoRules], deal: Deal, *, last: bool
) -> tuple[Lines, Side | None]:
    """The lines of the next deal, and the side that won a game by it. Games and partscores are counted in the progress.

    ``last`` says whether it is the fourth deal.
    """
    rules, side, contract = progress.rules, deal.side, deal.contract
    vulnerable = side in progress.vulnerable
    lines = deal_lines(deal, vulnerable, honours=rules.honours == "on")
    if contract is None or side is None or lines[0].where is not BELOW:
        return lines, None

    premium: ScoreLine | None
    if rules.partscores == "duplicate":
        premium = _by_itself(progress, contract, side, vulnerable)
    else:
        premium = _count(progress, side, lines[0].points, last=last)
    if premium is None:
        return lines, None

    won = side if premium.kind is Kind.GAME else None
    return (*lines, premium), won


def _by_itself(
    progress: Progress[ChicagoRules], contract: Contract, side: Side, vulnerable: bool
) -> ScoreLine:
    """The premium for a made contract, under rules by which no partscore is carried to the next deal.

    If the contract makes a game, the game is counted in ``progress``.
    """
    premium = contract_premium(contract, side, vulnerable)
    if premium.kind is Kind.GAME:
        progress.win_game(side)
    return premium


def _count(
    progress: Progress[ChicagoRules], side: Side, trick_points: int, *, last: bool
) -> ScoreLine | None:
    """Count trick points toward the game of a side; return the premium for a game that the points complete.

    Without a game, return the premium for a partscore on the last deal of four; None on any other deal.
    """
    carried = progress.partscore[side]
    if progress.count(side, trick_points, table.GAME):
        return _game_line(side, carried, side in progress.vulnerable)
    if last:
        return _fourth_deal_line(side)
    return None


@cache
def _game_line(side: Side, carried: int, vulnerable: bool) -> ScoreLine:
    points = table.GAME_PREMIUM[vulnerable]
    if carried:
        form = "Game completed with {carried} carried forward, {vulnerable}: {points}."
    else:
        form = "Game completed, {vulnerable}: {points}."
    text = said(
        form, carried=carried, vulnerable=VULNERABILITY[vulnerable], points=points
    )
    return ScoreLine(
        side, Where.ABOVE, points, Kind.GAME, table.LAW_OF_FOUR_DEALS, text
    )


@cache
def _fourth_deal_line(side: Side) -> ScoreLine:
    points = table.FOURTH_DEAL_PARTSCORE
    text = said("Partscore made on the fourth deal: {points}.", points=points)
    return ScoreLine(
        side, Where.ABOVE, points, Kind.PARTSCORE, table.LAW_OF_FOUR_DEALS, text
    )


def _wheel(sheet: Sheet) -> list[str]:
    """The wheel as an X: the number of each deal stands in the angle of its dealer, up to the deal being played."""
    dealers = {scored.dealer for scored in sheet.deals}
    if sheet.next is not None:
        dealers.add(sheet.next.dealer)
    numbers = dict.fromkeys(Seat, " ")
    for seat in dealers:
        numbers[seat] = str(deal_of_wheel(sheet.first_dealer, seat))
    north, east, south, west = numbers.values()
    drawn = f"\\ {north} /", "\\ /", f"{west}  X  {east}", "/ \\", f"/ {south} \\"
    return [f"{line:^24}" for line in drawn]


def _deal_on_paper(scored: ScoredDeal, first_dealer: Seat) -> str:
    """A row with the number in the wheel, the dealer, each side's points of the deal, and the vulnerable sides."""
    ns = _points(scored, Side.NS)
    ew = _points(scored, Side.EW)
    mark = f"{deal_of_wheel(first_dealer, scored.dealer)} {scored.dealer}"
    return f"{paper.row(ns, ew, mark)}   {sides_in_words(scored.vulnerable)} vulnerable"


def _points(scored: ScoredDeal, side: Side) -> str:
    """The points of a side in a deal as text; empty for no points, a dash for a deal that was passed out."""
    if scored.deal.is_passed_out:
        return "–"
    points = sum(line.points for line in scored.lines if line.side is side)
    return str(points or "")


def _carried(sheet: Sheet) -> list[str]:
    """The lines that name the partscores of both sides toward the next game; none if no deal is to come."""
    partscores = []
    for side in Side:
        points = sheet.partscore[side]
        if points:
            partscores.append(said("{side} {points}", side=side.word, points=points))

    if not partscores or sheet.next is None:
        return []

    legs = partscores[0]
    if len(partscores) > 1:
        legs = said("{one}, {other}", one=partscores[0], other=partscores[1])

    return ["", said("Toward a game: {legs}.", legs=legs)]


SYSTEM: Final = Chicago()
