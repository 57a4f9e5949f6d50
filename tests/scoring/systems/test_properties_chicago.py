"""Properties that hold for every Chicago wheel by any house rules."""

import json
from contextlib import suppress

from hypothesis import given
from hypothesis import strategies as some

from scoring import (
    SYSTEMS,
    RubberOver,
    ScoringError,
    Seat,
    Side,
    parse_deal,
    sheet_as_json,
    sheet_as_text,
)
from tests.scoring.made_up_deals import (
    any_deals,
    anything,
    contract_deals,
    house_rules,
    turned,
)

CHICAGO = SYSTEMS["chicago"]
rules = house_rules(CHICAGO)


@some.composite
def wheels(draw):
    """Draw the rules, the first dealer and the deals of one Chicago wheel, cut off at its end."""
    chosen, dealer = draw(rules), draw(some.sampled_from(Seat))
    played = []
    for deal in draw(some.lists(contract_deals(), max_size=8)):
        played.append(deal)
        if CHICAGO.fold(played, rules=chosen).next is None:
            break
    return chosen, dealer, played


def folded(wheel, count=None, **options):
    chosen, dealer, deals = wheel
    return CHICAGO.fold(deals[:count], rules=chosen, dealer=dealer, **options)


@given(wheels(), some.booleans())
def test_sides_exchanged_give_the_sheet_exchanged(wheel, unfinished):
    chosen, dealer, deals = wheel
    sheet = folded(wheel, unfinished=unfinished)
    other = CHICAGO.fold(
        [turned(deal) for deal in deals],
        rules=chosen,
        dealer=dealer.next,
        unfinished=unfinished,
    )
    for here, there in zip(sheet.deals, other.deals, strict=True):
        assert there.dealer is here.dealer.next
        assert {side.other for side in there.vulnerable} == set(here.vulnerable)
        assert [(line.side.other, *line[1:5]) for line in there.lines] == [
            line[:5] for line in here.lines
        ]
    for side in Side:
        assert other.totals[side.other] == sheet.totals[side]
        assert other.games[side.other] == sheet.games[side]
        assert other.partscore[side.other] == sheet.partscore[side]
    assert (other.winner.other if other.winner else None, other.margin) == (
        sheet.winner,
        sheet.margin,
    )


@given(wheels(), some.booleans())
def test_totals_are_sums_of_lines_and_nothing_closes_a_wheel(wheel, unfinished):
    sheet = folded(wheel, unfinished=unfinished)
    lines = [line for scored in sheet.deals for line in scored.lines]
    assert sheet.closing == ()
    assert all(
        line.points > 0 and line.text.endswith(f" {line.points}.") for line in lines
    )
    for side in Side:
        below, above, total = sheet.totals[side]
        assert below == sum(
            line.points for line in lines if line.side is side and line.where == "below"
        )
        assert above == sum(
            line.points for line in lines if line.side is side and line.where == "above"
        )
        assert total == below + above
    assert sheet.margin == abs(sheet.totals["NS"].total - sheet.totals["EW"].total)
    assert sum(sheet.games.values()) == sum(line.kind == "game" for line in lines)
    assert max(sheet.partscore.values()) < 100


@given(wheels())
def test_a_fold_of_fewer_deals_never_changes_an_earlier_line(wheel):
    sheet = folded(wheel)
    for count in range(len(wheel[2])):
        earlier = folded(wheel, count)
        assert earlier.deals == sheet.deals[:count]
        assert earlier.state == "open"
        assert earlier.next[1:] == (
            sheet.deals[count].dealer,
            sheet.deals[count].vulnerable,
        )


@given(wheels())
def test_adding_deals_one_by_one_is_folding_them(wheel):
    sheet = folded(wheel, 0)
    for deal in wheel[2]:
        sheet = CHICAGO.add(sheet, deal)
    assert sheet == folded(wheel)
    assert CHICAGO.close(sheet) == folded(wheel, unfinished=True)


@given(wheels(), some.booleans())
def test_every_sheet_can_be_written_and_read_back(wheel, unfinished):
    sheet = folded(wheel, unfinished=unfinished)
    written = json.loads(json.dumps(sheet_as_json(sheet)))
    assert written == sheet_as_json(sheet)
    deals = [parse_deal(scored["deal"]) for scored in written["deals"]]
    chosen, dealer = CHICAGO.rules(written["rules"]), Seat(sheet.first_dealer)
    assert (
        CHICAGO.fold(deals, rules=chosen, dealer=dealer, unfinished=unfinished) == sheet
    )
    assert sheet_as_text(sheet).endswith("\n")


@given(rules, some.lists(contract_deals(), max_size=8))
def test_a_wheel_takes_four_deals_that_count(chosen, deals):
    try:
        sheet = CHICAGO.fold(deals, rules=chosen)
    except RubberOver:
        return
    counted = [
        deal
        for deal in deals
        if chosen.passed_out == "counts" or not deal.is_passed_out
    ]
    assert (sheet.next is None) == (len(counted) == 4)


@given(some.lists(any_deals() | anything, max_size=5), anything)
def test_nothing_raises_anything_but_a_refusal(deals, mapping):
    with suppress(ScoringError):
        CHICAGO.fold(deals)
    with suppress(ScoringError):
        CHICAGO.rules(mapping)
