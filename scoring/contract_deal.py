"""The lines of one deal by the contract scoring table (Laws 72 and 77), for every kind of contract bridge.

The lines of every possible result are computed once, when the module is loaded. Scoring a deal is a look-up.
"""

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
RISK_CLAUSE: Final = {Risk.UNDOUBLED: said(""), Risk.DOUBLED: said(", doubled"), Risk.REDOUBLED: said(", redoubled")}
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
    """Points below the line for the odd tricks bid, when they are made.

    >>> trick_points(Contract(1, Strain.NOTRUMP, Risk.DOUBLED))
    80
    """
    extra = table.FIRST_NOTRUMP_TRICK_EXTRA if contract.strain is Strain.NOTRUMP else 0
    return (contract.level * table.TRICK_VALUE[contract.strain] + extra) * contract.risk.factor


def undertrick_points(down: int, risk: Risk, *, vulnerable: bool) -> int:
    """Points to the defenders for going down by so many tricks (1 to 13).

    >>> undertrick_points(4, Risk.DOUBLED, vulnerable=False)
    800
    """
    return sum(_undertrick_steps(down, risk, vulnerable))


def deal_lines(deal: Deal, vulnerable: bool, honours: bool = True) -> Lines:
    """All lines of a deal, the result first; empty when passed out.

    ``vulnerable`` says whether declarer's side is, ``honours`` whether honours score.

    >>> deal = Deal(Contract(4, Strain.SPADES, Risk.DOUBLED), Seat.NORTH, 11)
    >>> [line.points for line in deal_lines(deal, False)]
    [240, 100, 50]

    Raises:
        InvalidDeal: for facts that only royal auction knows.
    """
    try:
        lines = (_VULNERABLE if vulnerable else _NOT_VULNERABLE)[deal.ordinal]
    except IndexError:
        raise InvalidDeal("Royals are bid in royal auction only.", field="contract") from None
    if deal.voids or deal.revokes:
        _refuse_royal_facts(deal)
    return lines + honours_lines(deal) if honours and deal.honours else lines


def honours_lines(deal: Deal) -> Lines:
    """The premium for four or five trump honours, or four aces at no-trump, in one hand (Law 72).

    The side that held them scores it, as declarers or defenders, and it is never doubled.
    """
    if deal.contract is None:
        return ()
    notrump = deal.contract.strain is Strain.NOTRUMP
    worth = table.NOTRUMP_ACES if notrump else table.TRUMP_HONOURS
    return tuple(_honours_line(seat, count, notrump) for seat, count in deal.honours if count in worth)


def _refuse_royal_facts(deal: Deal) -> None:
    if deal.voids:
        raise InvalidDeal("A hand void of trumps (chicane) scores in royal auction only.", field="voids")
    message = "In contract bridge a revoke is entered as the tricks it transferred, such as t1ns."
    raise InvalidDeal(message, field="revokes")


@cache
def _honours_line(seat: Seat, count: int, notrump: bool) -> ScoreLine:
    if notrump:
        points, form = table.NOTRUMP_ACES[count], "{seat} held all four aces at no-trump: {points}."
    elif count == TRUMP_HONOURS:
        points, form = table.TRUMP_HONOURS[count], "{seat} held all five trump honours: {points}."
    else:
        points, form = table.TRUMP_HONOURS[count], "{seat} held four of the five trump honours: {points}."
    text = said(form, seat=seat.word, points=points)
    return ScoreLine(seat.side, Where.ABOVE, points, Kind.HONOURS, table.TABLE, text)


def _result_lines(contract: Contract, side: Side, tricks: int, vulnerable: bool) -> Lines:
    over = tricks - contract.tricks_needed
    if over < 0:
        return (_undertricks_line(side.other, -over, contract.risk, vulnerable),)
    lines = [_tricks_line(side, contract)]
    if over:
        lines.append(_overtricks_line(side, over, contract.strain, contract.risk, vulnerable))
    if contract.risk in table.INSULT:
        lines.append(_insult_line(side, contract.risk))
    if contract.level in table.SLAM:
        lines.append(_slam_line(side, contract.level, vulnerable))
    return tuple(lines)


@cache
def _tricks_line(side: Side, contract: Contract) -> ScoreLine:
    points = trick_points(contract)
    bid, terms = contract_in_words(contract), _trick_sum(contract)
    text = said("{contract} bid and made: {sum}{points}.", contract=bid, sum=terms, points=points)
    return ScoreLine(side, Where.BELOW, points, Kind.TRICKS, table.TABLE, text)


def _trick_sum(contract: Contract) -> str:
    """The sum behind the trick points, such as "(40 + 2 × 30) × 2 = "; empty when there is nothing to add up."""
    value, further, doubled = table.TRICK_VALUE[contract.strain], contract.level - 1, contract.risk.factor
    if contract.strain is Strain.NOTRUMP:
        first = value + table.FIRST_NOTRUMP_TRICK_EXTRA
        terms = f"{first} + {_times(further, value)}" if further else f"{first}"
        terms = f"({terms})" if further and doubled > 1 else terms
    else:
        terms = _times(contract.level, value)
    terms = f"{terms} × {doubled}" if doubled > 1 else terms
    return f"{terms} = " if " " in terms else ""


def _times(count: int, value: int) -> str:
    return f"{count} × {value}" if count > 1 else f"{value}"


@cache
def _overtricks_line(side: Side, over: int, strain: Strain, risk: Risk, vulnerable: bool) -> ScoreLine:
    if risk is Risk.UNDOUBLED:
        each, clause = table.TRICK_VALUE[strain], said("")
    else:
        each, clause = table.OVERTRICK[risk][vulnerable], _clause(risk, vulnerable)
    form = (
        "{overtricks:capital}{clause} at {each} each: {points}."
        if over > 1
        else "{overtricks:capital}{clause}: {points}."
    )
    counting = count_in_words(over, OVERTRICKS)
    text = said(form, overtricks=counting, clause=clause, each=each, points=over * each)
    return ScoreLine(side, Where.ABOVE, over * each, Kind.OVERTRICKS, table.TABLE, text)


def _clause(risk: Risk, vulnerable: bool) -> Said:
    return said("{risk}, {vulnerable}", risk=RISK_CLAUSE[risk], vulnerable=VULNERABILITY[vulnerable])


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
def _undertricks_line(defenders: Side, down: int, risk: Risk, vulnerable: bool) -> ScoreLine:
    points = undertrick_points(down, risk, vulnerable=vulnerable)
    text = said(
        "{undertricks:capital}{clause}: {sum}{points}.",
        undertricks=count_in_words(down, UNDERTRICKS),
        clause=_clause(risk, vulnerable),
        sum=_undertrick_sum(down, risk, vulnerable),
        points=points,
    )
    return ScoreLine(defenders, Where.ABOVE, points, Kind.UNDERTRICKS, table.TABLE, text)


def _undertrick_steps(down: int, risk: Risk, vulnerable: bool) -> list[int]:
    """The cost of each undertrick, in their order."""
    first, second_and_third, further = table.UNDERTRICKS[risk][vulnerable]
    return [first, second_and_third, second_and_third, *[further] * TRICKS][:down]


def _undertrick_sum(down: int, risk: Risk, vulnerable: bool) -> str:
    """The sum behind a penalty, equal steps together, such as "100 + 2 × 200 + 300 = "."""
    steps = _undertrick_steps(down, risk, vulnerable)
    runs = [_times(steps.count(step), step) for step in dict.fromkeys(steps)]
    return f"{' + '.join(runs)} = " if down > 1 else ""


def _table(vulnerable: bool) -> tuple[Lines, ...]:
    """The lines of every result by the ordinal of its deal, which is 0 when passed out."""
    contracts = [Contract(level, strain, risk) for strain in STRAINS for level in LEVELS for risk in Risk]
    results = product(contracts, Side, range(TRICKS + 1))
    return (), *(_result_lines(contract, side, tricks, vulnerable) for contract, side, tricks in results)


_NOT_VULNERABLE: Final = _table(False)
_VULNERABLE: Final = _table(True)
