"""The lines of one deal of royal auction bridge (Laws 4 to 10, 47, 48, 53, 56, 84 and 89)."""

from collections.abc import Mapping
from functools import cache
from typing import Final

from scoring.contract_deal import RISK_CLAUSE
from scoring.deals import Deal
from scoring.errors import InvalidDeal
from scoring.said import Forms, said
from scoring.sheet import Kind, ScoreLine, Where
from scoring.systems.royal_auction import tables as table
from scoring.systems.royal_auction.honours import honours_lines
from scoring.systems.royal_auction.revokes import revoke_lines, tricks_taken
from scoring.systems.royal_auction.rules import RoyalRules
from scoring.values import BOOK, TRICKS, Contract, Risk, Seat, Side, Strain
from scoring.words import TRICKS_COUNTED, UNDERTRICKS, contract_in_words, count_in_words

Lines = tuple[ScoreLine, ...]
TRICKS_LAW: Final = said("Law {number}", number=4)
DOUBLED_TRICKS_LAW: Final = said("Law {number}", number=53)
UNDERTRICKS_LAW: Final = said("Law {number}", number=47)
ONE_SPADE_LAW: Final = said("Law {number}", number=48)
INSULT_LAW: Final = said("Law {number}", number=56)
SLAM_LAW: Final = {
    12: said("Law {number}", number=8),
    13: said("Law {number}", number=7),
}
_SLAM_WORDS: Final = {
    12: said("Little slam, twelve tricks"),
    13: said("Slam, all thirteen tricks"),
}
_INSULT: Final = {
    Risk.DOUBLED: "For making a doubled contract: {points}.",
    Risk.REDOUBLED: "For making a redoubled contract: {points}.",
}
_INSULT_OVER: Final = {
    Risk.DOUBLED: "For making a doubled contract with {tricks} over: {sum}.",
    Risk.REDOUBLED: "For making a redoubled contract with {tricks} over: {sum}.",
}
_ODD_TRICKS: Final = Forms("{number} odd trick", "{number} odd tricks")


def deal_lines(deal: Deal, rules: RoyalRules, dealer: Seat) -> Lines:
    """All lines of a deal; empty if the deal was passed out.

    ``dealer`` matters only for the dealer's opening bid of one spade, whose loss is limited.

    A side that revoked scores nothing for its tricks (Law 84), but honours, chicane, and points for the other side's
    revokes.

    Raises InvalidDeal for a deal that was passed out if the dealer must bid, for holdings that are not complete, for
    chicane without holdings, and for tricks that no revoke allows.
    """
    contract, declarer, tricks = deal.contract, deal.declarer, deal.tricks
    if contract is None or declarer is None or tricks is None:
        if rules.passed_out == "refused":
            raise InvalidDeal(
                "The dealer must bid in this code, so no deal is passed out.",
                field="contract",
            )
        return ()

    taken = tricks_taken(deal)
    lines = _result_lines(
        contract, declarer.side, tricks, taken, declarer is dealer, rules
    )
    if deal.revokes:
        own = tuple(line for line in lines if line.side not in deal.revokes)
        lines = own + revoke_lines(deal, taken, rules.revoke)
    if deal.honours or deal.voids:
        value = trick_value(contract.strain, rules)
        lines += honours_lines(
            deal, contract.strain, value, chicane=rules.chicane == "on"
        )

    return lines


def trick_value(strain: Strain, rules: RoyalRules) -> int:
    """The points for one undoubled trick over six.

    >>> trick_value(Strain.SPADES, RoyalRules()), trick_value(Strain.SPADES, RoyalRules(spades="royals"))
    (2, 9)
    """
    values = table.TRICK_VALUE if rules.spades == "both" else table.ONE_SPADE_SUIT
    return values[strain]


@cache
def _result_lines(
    contract: Contract,
    side: Side,
    tricks: int,
    taken: int,
    dealer_declared: bool,
    rules: RoyalRules,
) -> Lines:
    """The lines for tricks or undertricks, for insult (a doubled contract that is made) and for slams.

    ``side`` is declarer's side, which has ``tricks`` tricks, ``taken`` of them for a revoke. ``dealer_declared`` says
    whether the dealer was declarer.
    """
    needed = contract.tricks_needed
    in_play = tricks - taken
    slams = _slam_lines(side, in_play, table.SLAMS[rules.slams])
    if tricks < needed:
        limited = dealer_declared and _is_limited(contract, rules)
        line = _undertricks_line(side.other, needed - tricks, contract.risk, limited)
        if in_play > BOOK and rules.little_slam_in_failed_seven == "off":
            return (line,)
        return (line, *slams)

    lines = [
        _tricks_line(contract, side, tricks, taken, trick_value(contract.strain, rules))
    ]
    # Tricks taken for a revoke may make the contract, but they earn no bonus for a doubled contract.
    if contract.risk in table.INSULT and in_play >= needed:
        lines.append(_insult_line(side, contract.risk, in_play - needed))

    return (*lines, *slams)


def _tricks_line(
    contract: Contract, side: Side, tricks: int, taken: int, value: int
) -> ScoreLine:
    odd = tricks - BOOK
    factor = contract.risk.factor
    points = odd * value * factor
    terms = []
    for term in (odd, value, factor):
        if term > 1:
            terms.append(str(term))
    sum_ = f"{' × '.join(terms)} = " if len(terms) > 1 else ""
    form = "{contract} made, {odd_tricks}: {sum}{points}."
    if taken:
        form = "{contract} made, {odd_tricks} with {taken} taken for the revoke: {sum}{points}."

    text = said(
        form,
        contract=contract_in_words(contract),
        odd_tricks=count_in_words(odd, _ODD_TRICKS),
        taken=count_in_words(taken, TRICKS_COUNTED),
        sum=sum_,
        points=points,
    )
    law = TRICKS_LAW if factor == 1 else DOUBLED_TRICKS_LAW
    return ScoreLine(side, Where.BELOW, points, Kind.TRICKS, law, text)


def _insult_line(side: Side, risk: Risk, over: int) -> ScoreLine:
    """The line for making a doubled or redoubled contract, and for ``over`` tricks over it."""
    premium = table.INSULT[risk]
    points = premium * (over + 1)
    form = _INSULT_OVER[risk] if over else _INSULT[risk]
    of_over = f"{over} × {premium}" if over > 1 else f"{premium}"
    text = said(
        form,
        tricks=count_in_words(over, TRICKS_COUNTED),
        sum=f"{premium} + {of_over} = {points}",
        points=points,
    )
    return ScoreLine(side, Where.ABOVE, points, Kind.INSULT, INSULT_LAW, text)


def _is_limited(contract: Contract, rules: RoyalRules) -> bool:
    """True if this contract, declared by the dealer, is the opening one spade whose loss is limited.

    Every other bid is higher than one low spade. So a final contract of one low spade with the dealer as declarer is
    always the dealer's opening bid left to stand, and the deal needs no further fact for it.
    """
    one_low_spade = (
        contract.level == 1
        and contract.strain is Strain.SPADES
        and rules.spades == "both"
    )
    return (
        one_low_spade
        and contract.risk is not Risk.REDOUBLED
        and rules.one_spade_cap == "on"
    )


def _undertricks_line(
    adversaries: Side, down: int, risk: Risk, limited: bool
) -> ScoreLine:
    """The line for ``down`` undertricks; ``limited`` is True for the dealer's opening bid of one spade."""
    penalty, limit = table.UNDERTRICK[risk], table.ONE_SPADE_LIMIT
    points = down * penalty
    sum_ = f"{down} × {penalty} = {points}" if down > 1 else f"{points}"
    law = UNDERTRICKS_LAW
    form = "{undertricks:capital}{clause}: {sum}."
    if limited and points > limit:
        points = limit
        law = ONE_SPADE_LAW
        form = "{undertricks:capital}{clause}: {sum}, but the dealer’s opening one spade loses at most {limit}."

    undertricks = count_in_words(down, UNDERTRICKS)
    text = said(
        form, undertricks=undertricks, clause=RISK_CLAUSE[risk], sum=sum_, limit=limit
    )
    return ScoreLine(adversaries, Where.ABOVE, points, Kind.UNDERTRICKS, law, text)


def _slam_lines(side: Side, in_play: int, worth: Mapping[int, int]) -> Lines:
    """The line for a slam or little slam, if a side won 13 or 12 tricks in play; the contract does not matter.

    ``in_play`` are the tricks that ``side`` won. ``worth`` has the points for 12 and for 13 tricks.
    """
    winner, won = side, in_play
    if in_play <= BOOK:
        winner, won = side.other, TRICKS - in_play
    if won not in worth:
        return ()
    text = said("{slam}: {points}.", slam=_SLAM_WORDS[won], points=worth[won])
    return (ScoreLine(winner, Where.ABOVE, worth[won], Kind.SLAM, SLAM_LAW[won], text),)
