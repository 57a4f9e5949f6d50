"""Properties that hold for every deal and every rubber of contract bridge."""

from contextlib import suppress

from hypothesis import given
from hypothesis import strategies as some

from scoring import (
    SYSTEMS,
    Contract,
    Deal,
    RubberOver,
    ScoringError,
    Seat,
    Side,
    Strain,
    fold,
    parse_deal,
    sheet_as_json,
    sheet_as_text,
)
from tests.scoring.made_up_deals import any_deals, anything, contract_deals, turned

CONTRACT = SYSTEMS["contract"]


@some.composite
def rubbers(draw):
    """Draw the deals of one rubber, cut off at its end."""
    played = []
    for deal in draw(some.lists(contract_deals(), max_size=20)):
        played.append(deal)
        if fold(played).next is None:
            break
    return played


@given(any_deals())
def test_the_quick_line_reads_back_to_an_equal_deal(deal):
    assert parse_deal(str(deal), royals=True) == deal
    assert str(parse_deal(str(deal), royals=True)) == str(deal)


@given(rubbers(), some.sampled_from(Seat), some.booleans())
def test_sides_exchanged_give_the_sheet_exchanged(deals, dealer, unfinished):
    sheet = fold(deals, dealer=dealer, unfinished=unfinished)
    other = fold(
        [turned(deal) for deal in deals], dealer=dealer.next, unfinished=unfinished
    )
    for here, there in zip(sheet.deals, other.deals, strict=True):
        assert there.dealer is here.dealer.next
        assert {side.other for side in there.vulnerable} == set(here.vulnerable)
        assert [(line.side.other, *line[1:5]) for line in there.lines] == [
            line[:5] for line in here.lines
        ]
    assert [(line.side.other, *line[1:5]) for line in other.closing] == [
        line[:5] for line in sheet.closing
    ]
    for side in Side:
        assert other.totals[side.other] == sheet.totals[side]
        assert other.games[side.other] == sheet.games[side]
        assert other.partscore[side.other] == sheet.partscore[side]
    assert (other.winner.other if other.winner else None, other.margin) == (
        sheet.winner,
        sheet.margin,
    )


@given(rubbers(), some.booleans())
def test_totals_are_sums_of_lines(deals, unfinished):
    sheet = fold(deals, unfinished=unfinished)
    lines = [line for scored in sheet.deals for line in scored.lines] + list(
        sheet.closing
    )
    assert all(line.points > 0 for line in lines)
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


@given(rubbers())
def test_a_fold_of_fewer_deals_never_changes_an_earlier_line(deals):
    sheet = fold(deals)
    for count in range(len(deals)):
        earlier = fold(deals[:count])
        assert earlier.deals == sheet.deals[:count]
        assert (earlier.state, earlier.closing) == ("open", ())
        assert earlier.next[1:] == (
            sheet.deals[count].dealer,
            sheet.deals[count].vulnerable,
        )


@given(rubbers(), some.sampled_from(Seat))
def test_adding_deals_one_by_one_is_folding_them(deals, dealer):
    sheet = fold([], dealer=dealer)
    for deal in deals:
        sheet = CONTRACT.add(sheet, deal)
    assert sheet == fold(deals, dealer=dealer)
    assert CONTRACT.close(sheet) == fold(deals, dealer=dealer, unfinished=True)


@given(rubbers(), some.booleans())
def test_every_sheet_can_be_written(deals, unfinished):
    sheet = fold(deals, unfinished=unfinished)
    assert sheet_as_json(sheet)["margin"] == sheet.margin
    assert sheet_as_text(sheet).endswith("\n")


@given(some.lists(contract_deals(), max_size=30))
def test_a_rubber_takes_deals_until_it_is_over(deals):
    try:
        sheet = fold(deals)
    except RubberOver:
        sheet = None
    assert sheet is None or (sheet.next is None) == (max(sheet.games.values()) == 2)


@given(some.text() | some.text("12345nesw cdhsnt♠x*+-=/0hvt!#p"))
def test_no_text_raises_anything_but_a_refusal(text):
    for royals in (False, True):
        with suppress(ScoringError):
            deal = parse_deal(text, royals=royals)
            assert parse_deal(str(deal), royals=royals) == deal


@given(some.tuples(*[anything] * 3), some.tuples(*[anything] * 8))
def test_no_values_raise_anything_but_a_refusal(contract_facts, deal_facts):
    with suppress(ScoringError):
        Contract(*contract_facts)
    with suppress(ScoringError):
        Deal(*deal_facts)
    with suppress(ScoringError):
        Deal(Contract(3, Strain.NOTRUMP), Seat.SOUTH, 9, *deal_facts[3:])


@given(
    anything
    | some.dictionaries(
        some.sampled_from(["honours", "unfinished_partscore"]) | some.text(), anything
    )
)
def test_no_rules_raise_anything_but_a_refusal(mapping):
    with suppress(ScoringError):
        CONTRACT.rules(mapping)
