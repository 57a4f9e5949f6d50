"""The lines of one deal by the contract scoring table (Laws 72 and 77), for every kind of contract bridge.

The lines of every possible result are computed once, when the module is loaded. Scoring a deal is a look-up.
"""

from collections import Counter
from functools import cache
from itertools import product
from typing import Final

from scoring import contract_tables as table
from scoring.deals import TRUMP_HONOURS, Deal
from scoring.errors import InvalidDeal
from scoring.said import Said, said
from scoring.sheet import Kind, ScoreLine, Where
from scoring.values import LEVELS, TRICKS, Contract, Risk, Seat, Side, Strain
from scoring.words import OVERTRICKS, UNDERTRICKS, contract_in_words, count_in_words

Lines = tuple[ScoreLine, ...]
STRAINS: Final = tuple(table.TRICK_VALUE)
RISK_CLAUSE: Final = {
    Risk.UNDOUBLED: said(""),
    Risk.DOUBLED: said(", doubled"),
    Risk.REDOUBLED: said(", redoubled"),
}
VULNERABILITY: Final = (said("not vulnerable"), said("vulnerable"))
_INSULT: Final = {
    Risk.DOUBLED: "For making a doubled contract: {points}.",
    Risk.REDOUBLED: "For making a redoubled contract: {points}.",
}
_SLAM: Final = {
    6: "Small slam bid and made, {vulnerable}: {points}.",
    7: "Grand slam bid and made, {vulnerable}: {points}.",
}


def trick_points(contract: Contract) -> int:
    """The points below the line for a contract that is made: the value of the odd tricks bid.

    >>> trick_points(Contract(1, Strain.NOTRUMP, Risk.DOUBLED))
    80
    """
    points = contract.level * table.TRICK_VALUE[contract.strain]
    if contract.strain is Strain.NOTRUMP:
        points += table.FIRST_NOTRUMP_TRICK_EXTRA
    return points * contract.risk.factor


def undertrick_points(down: int, risk: Risk, *, vulnerable: bool) -> int:
    """The points that the defenders score for ``down`` undertricks (1 to 13).

    >>> undertrick_points(4, Risk.DOUBLED, vulnerable=False)
    800
    """
    return sum(_undertrick_steps(down, risk, vulnerable))


def deal_lines(deal: Deal, vulnerable: bool, honours: bool = True) -> Lines:
    """All score lines of a deal, the line of the result first; no lines if the deal was passed out.

    ``vulnerable`` says whether declarer's side is vulnerable, ``honours`` whether honours score.

    >>> deal = Deal(Contract(4, Strain.SPADES, Risk.DOUBLED), Seat.NORTH, 11)
    >>> [line.points for line in deal_lines(deal, False)]
    [240, 100, 50]

    Raises:
        InvalidDeal: for facts that only royal auction knows.
    """
    try:
        lines = (_VULNERABLE if vulnerable else _NOT_VULNERABLE)[deal.ordinal]
    except IndexError:
        raise InvalidDeal(
            "Royals are bid in royal auction only.", field="contract"
        ) from None
    if deal.voids or deal.revokes:
        raise _royal_facts_refusal(deal)
    if honours and deal.honours:
        return lines + honours_lines(deal)
    return lines


def honours_lines(deal: Deal) -> Lines:
    """The lines for four or five trump honours, or four aces at no-trump, in one hand (Law 72).

    The side that held the honours scores the premium, as declarers or defenders. The premium is never doubled.
    """
    if deal.contract is None:
        return ()
    notrump = deal.contract.strain is Strain.NOTRUMP
    premiums = table.NOTRUMP_ACES if notrump else table.TRUMP_HONOURS
    return tuple(
        _honours_line(seat, count, notrump)
        for seat, count in deal.honours
        if count in premiums
    )


def _royal_facts_refusal(deal: Deal) -> InvalidDeal:
    """The exception for a deal with a void or a revoke, which only royal auction knows."""
    if deal.voids:
        return InvalidDeal(
            "A hand void of trumps (chicane) scores in royal auction only.",
            field="voids",
        )
    message = "In contract bridge a revoke is entered as the tricks it transferred, such as t1ns."
    return InvalidDeal(message, field="revokes")


@cache
def _honours_line(seat: Seat, count: int, notrump: bool) -> ScoreLine:
    if notrump:
        points = table.NOTRUMP_ACES[count]
        form = "{seat} held all four aces at no-trump: {points}."
    elif count == TRUMP_HONOURS:
        points = table.TRUMP_HONOURS[count]
        form = "{seat} held all five trump honours: {points}."
    else:
        points = table.TRUMP_HONOURS[count]
        form = "{seat} held four of the five trump honours: {points}."

    text = said(form, seat=seat.word, points=points)
    return ScoreLine(seat.side, Where.ABOVE, points, Kind.HONOURS, table.TABLE, text)


def _result_lines(
    contract: Contract, side: Side, tricks: int, vulnerable: bool
) -> Lines:
    over = tricks - contract.tricks_needed
    if over < 0:
        return (_undertricks_line(side.other, -over, contract.risk, vulnerable),)

    lines = [_tricks_line(side, contract)]
    if over:
        lines.append(
            _overtricks_line(side, over, contract.strain, contract.risk, vulnerable)
        )
    if contract.risk in table.INSULT:
        lines.append(_insult_line(side, contract.risk))
    if contract.level in table.SLAM:
        lines.append(_slam_line(side, contract.level, vulnerable))

    return tuple(lines)


@cache
def _tricks_line(side: Side, contract: Contract) -> ScoreLine:
    points = trick_points(contract)
    text = said(
        "{contract} bid and made: {sum}{points}.",
        contract=contract_in_words(contract),
        sum=_trick_sum(contract),
        points=points,
    )
    return ScoreLine(side, Where.BELOW, points, Kind.TRICKS, table.TABLE, text)


def _trick_sum(contract: Contract) -> str:
    """The sum behind the trick points, such as "(40 + 2 × 30) × 2 = "; empty if there is nothing to add or multiply."""
    value = table.TRICK_VALUE[contract.strain]
    factor = contract.risk.factor
    terms = _times(contract.level, value)
    if contract.strain is Strain.NOTRUMP:
        terms = str(value + table.FIRST_NOTRUMP_TRICK_EXTRA)
        if contract.level > 1:
            terms = f"{terms} + {_times(contract.level - 1, value)}"
    if factor > 1:
        if "+" in terms:
            terms = f"({terms})"
        terms = f"{terms} × {factor}"
    if " " not in terms:
        return ""

    return f"{terms} = "


def _times(count: int, value: int) -> str:
    """The product of two numbers as text, such as "2 × 30"; only the value, such as "30", if ``count`` is 1."""
    if count == 1:
        return str(value)
    return f"{count} × {value}"


@cache
def _overtricks_line(
    side: Side, over: int, strain: Strain, risk: Risk, vulnerable: bool
) -> ScoreLine:
    premium = table.TRICK_VALUE[strain]
    clause = said("")
    if risk is not Risk.UNDOUBLED:
        premium = table.OVERTRICK[risk][vulnerable]
        clause = _clause(risk, vulnerable)

    form = "{overtricks:capital}{clause}: {points}."
    if over > 1:
        form = "{overtricks:capital}{clause} at {each} each: {points}."

    points = over * premium
    text = said(
        form,
        overtricks=count_in_words(over, OVERTRICKS),
        clause=clause,
        each=premium,
        points=points,
    )
    return ScoreLine(side, Where.ABOVE, points, Kind.OVERTRICKS, table.TABLE, text)


def _clause(risk: Risk, vulnerable: bool) -> Said:
    """The words for doubling and vulnerability, such as ", doubled, not vulnerable"."""
    return said(
        "{risk}, {vulnerable}",
        risk=RISK_CLAUSE[risk],
        vulnerable=VULNERABILITY[vulnerable],
    )


@cache
def _insult_line(side: Side, risk: Risk) -> ScoreLine:
    points = table.INSULT[risk]
    text = said(_INSULT[risk], points=points)
    return ScoreLine(side, Where.ABOVE, points, Kind.INSULT, table.TABLE, text)


@cache
def _slam_line(side: Side, level: int, vulnerable: bool) -> ScoreLine:
    points = table.SLAM[level][vulnerable]
    text = said(_SLAM[level], vulnerable=VULNERABILITY[vulnerable], points=points)
    return ScoreLine(side, Where.ABOVE, points, Kind.SLAM, table.TABLE, text)


@cache
def _undertricks_line(
    defenders: Side, down: int, risk: Risk, vulnerable: bool
) -> ScoreLine:
    points = undertrick_points(down, risk, vulnerable=vulnerable)
    text = said(
        "{undertricks:capital}{clause}: {sum}{points}.",
        undertricks=count_in_words(down, UNDERTRICKS),
        clause=_clause(risk, vulnerable),
        sum=_undertrick_sum(down, risk, vulnerable),
        points=points,
    )
    return ScoreLine(
        defenders, Where.ABOVE, points, Kind.UNDERTRICKS, table.TABLE, text
    )


def _undertrick_steps(down: int, risk: Risk, vulnerable: bool) -> list[int]:
    """The points of each of ``down`` undertricks, the first undertrick first."""
    first, second_and_third, further = table.UNDERTRICKS[risk][vulnerable]
    steps = [first, second_and_third, second_and_third]
    steps += [further] * TRICKS
    return steps[:down]


def _undertrick_sum(down: int, risk: Risk, vulnerable: bool) -> str:
    """The sum behind the points of undertricks, such as "100 + 2 × 200 + 300 = "; empty for one undertrick."""
    if down == 1:
        return ""
    steps = Counter(_undertrick_steps(down, risk, vulnerable))
    terms = []
    for points, count in steps.items():
        terms.append(_times(count, points))
    return f"{' + '.join(terms)} = "


def _table(vulnerable: bool) -> tuple[Lines, ...]:
    """The score lines of every possible result, at the index ``Deal.ordinal``; index 0 is a passed-out deal."""
    lines: list[Lines] = [()]
    contracts = []
    for strain, level, risk in product(STRAINS, LEVELS, Risk):
        contracts.append(Contract(level, strain, risk))
    for contract, side, tricks in product(contracts, Side, range(TRICKS + 1)):
        lines.append(_result_lines(contract, side, tricks, vulnerable))
    return tuple(lines)


_NOT_VULNERABLE: Final = _table(False)
_VULNERABLE: Final = _table(True)
