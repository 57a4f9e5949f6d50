"""Scoring one contract, from its facts to its lines, compared with one dictionary look-up and with other scorers."""

import sys

import pytest

from scoring import Risk
from scoring.contract_deal import deal_lines
from scoring.duplicate import duplicate_lines
from tests.bench.measure import PEERS, in_turns, loop, machine, report
from tests.bench.rubbers import STRAINS, every_result

sys.path.append(PEERS)
DEALS = every_result()
RISKS = list(Risk)


def key_of(deal, vulnerable):
    """Return the level, strain, risk, tricks and vulnerability as a tuple of plain values: 4, "S", "X", 11, False."""
    contract = deal.contract
    return (
        contract.level,
        contract.strain.value,
        contract.risk.value,
        deal.tricks,
        vulnerable,
    )


def lookups():
    """Return a function that looks up each deal in a dictionary, by the very key object that the dictionary holds."""
    prices = {
        key_of(deal, vulnerable): 0 for deal in DEALS for vulnerable in (False, True)
    }
    ready = {key: key for key in prices}
    return loop(
        "prices[item]",
        {"prices": prices, "items": [ready[key_of(deal, False)] for deal in DEALS]},
    )


def of_endplay():
    from endplay.types import Contract, Vul  # noqa: PLC0415 - not installed but for this

    contracts = [Contract(in_their_order(deal)) for deal in DEALS]
    scores = [contract.score(Vul.none) for contract in contracts]
    return loop("item.score(none)", {"none": Vul.none, "items": contracts}), scores


def in_their_order(deal):
    """Return the deal with its declarer before the double, as other scorers write it: 4SNX+1."""
    contract = deal.contract
    return f"{contract.level}{contract.strain}{deal.declarer}{contract.risk}{deal.tricks - contract.tricks_needed:+}"


def of_bridgebots():
    from bridgebots import calculate_score  # noqa: PLC0415 - not installed but for this
    from bridgebots.deal_enums import BiddingSuit  # noqa: PLC0415

    suits = {
        strain: BiddingSuit[strain.name.replace("NOTRUMP", "NO_TRUMP")]
        for strain in STRAINS
    }
    facts = [
        (
            deal.contract.level,
            suits[deal.contract.strain],
            RISKS.index(deal.contract.risk),
            deal.tricks,
            False,
        )
        for deal in DEALS
    ]
    scores = [calculate_score(*deal) for deal in facts]
    statement = "level, suit, risk, tricks, vulnerable = item; score(level, suit, risk, tricks, vulnerable)"
    return loop(statement, {"score": calculate_score, "items": facts}), scores


def duplicate_score(deal):
    sign = {deal.side: 1, deal.side.other: -1}
    return sum(sign[line.side] * line.points for line in duplicate_lines(deal, False))


@pytest.mark.filterwarnings("ignore")  # those of the peers
def test_one_contract():
    endplay, their_scores = of_endplay()
    bridgebots, other_scores = of_bridgebots()
    assert their_scores == other_scores == [duplicate_score(deal) for deal in DEALS]
    taken = in_turns(
        {
            "nothing": loop("pass", {"items": DEALS}),
            "a look-up": lookups(),
            "deal_lines": loop(
                "deal_lines(item, False)", {"deal_lines": deal_lines, "items": DEALS}
            ),
            "duplicate_lines": loop(
                "lines(item, False)", {"lines": duplicate_lines, "items": DEALS}
            ),
            "endplay": endplay,
            "bridgebots": bridgebots,
        }
    )
    nothing = taken.pop("nothing")
    each = {name: (time - nothing) / len(DEALS) for name, time in taken.items()}
    lookup, lines = each["a look-up"], each["deal_lines"]
    fastest = min(each["endplay"], each["bridgebots"])
    report(
        f"One contract, on {machine()}",
        *((name, f"{time:.0f} ns") for name, time in each.items()),
        ("its lines, in look-ups (goal: 4 at most)", f"{lines / lookup:.1f}"),
        (
            "its lines, in scores of the fastest peer (goal: 1 at most)",
            f"{lines / fastest:.2f}",
        ),
        (
            "its duplicate lines, in scores of the fastest peer",
            f"{each['duplicate_lines'] / fastest:.2f}",
        ),
    )
