"""Scoring a whole rubber, with a reason for every figure, compared with a loop that yields only two totals."""

from itertools import cycle, islice
from time import process_time

from scoring import SYSTEMS, Contract, Deal, Kind, Risk, Seat, Side, Strain
from scoring.contract_deal import deal_lines
from tests.bench.measure import in_turns, loop, machine, report
from tests.bench.rubbers import every_result, seven_deal_rubbers

CONTRACT = SYSTEMS["contract"]
NORTH_SOUTH = Side.NS
RUBBERS = seven_deal_rubbers(200)
MILLION = 1_000_000


def prices(vulnerable):
    """Return, for the ordinal of every result, the points below the line and above it; for a passed-out deal (0, 0)."""
    table = [(0, 0)]
    for deal in every_result():
        lines = deal_lines(deal, vulnerable)
        below = sum(line.points for line in lines if line.kind is Kind.TRICKS)
        table.append((below, sum(line.points for line in lines) - below))
    return table


PRICES = prices(False), prices(True)
HONOURS = {4: 100, 5: 150}


def two_totals(deals):
    """Score the deals to two totals by a table, without reasons, refusals or corrections: the least work."""
    points, games, toward_game = [0, 0], [0, 0], [0, 0]
    for deal in deals:
        side = 0 if deal.side is NORTH_SOUTH else 1
        below, above = PRICES[games[side] > 0][deal.ordinal]
        if below:
            points[side] += below + above
            toward_game[side] += below
            if toward_game[side] >= 100:
                toward_game = [0, 0]
                games[side] += 1
                if games[side] == 2:
                    points[side] += 500 if games[1 - side] else 700
        else:
            points[1 - side] += above
        if deal.honours:
            for seat, count in deal.honours:
                if count >= 4:
                    worth = (
                        150
                        if deal.contract.strain is Strain.NOTRUMP
                        else HONOURS[count]
                    )
                    points[0 if seat.side is NORTH_SOUTH else 1] += worth
    return points


def test_a_rubber_of_seven_deals():
    for rubber in RUBBERS:
        totals = CONTRACT.fold(rubber).totals
        assert two_totals(rubber) == [totals[side].total for side in Side]
    taken = in_turns(
        {
            "two totals": loop(
                "two_totals(item)", {"two_totals": two_totals, "items": RUBBERS}
            ),
            "the sheet": loop("fold(item)", {"fold": CONTRACT.fold, "items": RUBBERS}),
        },
        rounds=200,
    )
    each = {name: time / len(RUBBERS) / 1000 for name, time in taken.items()}
    report(
        f"A rubber of seven deals, on {machine()}",
        *((name, f"{time:.2f} µs") for name, time in each.items()),
        (
            "the sheet, in two totals (goal: 8 at most)",
            f"{each['the sheet'] / each['two totals']:.1f}",
        ),
    )


def seconds(rubbers):
    """Return the processor seconds that it takes to score a million deals as whole rubbers."""
    began = process_time()
    for rubber in islice(rubbers, MILLION // 7 + 1):
        CONTRACT.fold(rubber)
    return process_time() - began


def as_stored(deal):
    """Return the values that a deal has in the columns of a database."""
    contract = deal.contract
    honours = [(str(seat), count) for seat, count in deal.honours]
    return (
        contract.level,
        str(contract.strain),
        str(contract.risk),
        str(deal.declarer),
        deal.tricks,
        honours,
    )


def read(row):
    level, strain, risk, declarer, tricks, honours = row
    return Deal(
        Contract(level, Strain(strain), Risk(risk)),
        Seat(declarer),
        tricks,
        tuple(honours),
    )


def test_a_million_deals():
    rows = [[as_stored(deal) for deal in rubber] for rubber in RUBBERS]
    assert [[read(row) for row in rubber] for rubber in rows] == RUBBERS
    report(
        f"A million deals scored again on one core, on {machine()}",
        ("deals as they are kept in memory", f"{seconds(cycle(RUBBERS)):.1f} s"),
        (
            "deals made and checked from rows (goal: 15 s at most)",
            f"{seconds(map(list_of_deals, cycle(rows))):.1f} s",
        ),
    )


def list_of_deals(rubber):
    return [read(row) for row in rubber]
