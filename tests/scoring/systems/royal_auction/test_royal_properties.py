"""Properties that hold for every deal and every rubber of royal auction."""

from contextlib import suppress
from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as some

from scoring import (
    Deal,
    InvalidDeal,
    Kind,
    RubberOver,
    ScoringError,
    Seat,
    Side,
    parse_deal,
    sheet_as_json,
    sheet_as_text,
)
from tests.scoring.made_up_deals import house_rules, royal_deals, turned
from tests.scoring.royal_talk import ROYAL

royal_rules = house_rules(ROYAL)
JSON_KEYS = [
    "system",
    "rules",
    "deals",
    "closing",
    "games",
    "partscore",
    "totals",
    "state",
    "winner",
    "margin",
    "next",
]


@some.composite
def royal_rubbers(draw):
    """Draw the rules, the first dealer and the deals of one rubber, cut off at its end."""
    rules, dealer, played = draw(royal_rules), draw(some.sampled_from(Seat)), []
    for deal in draw(some.lists(royal_deals(), max_size=15)):
        played.append(deal)
        if ROYAL.fold(played, rules=rules).next is None:
            break
    return rules, dealer, played


def facts(lines, exchanged=False):
    return sorted(
        (line.side.other if exchanged else line.side, *line[1:5]) for line in lines
    )


@given(royal_deals())
def test_the_quick_line_reads_back_to_an_equal_deal(deal):
    assert parse_deal(str(deal), royals=True) == deal


@given(royal_rubbers(), some.booleans())
def test_sides_exchanged_give_the_sheet_exchanged(rubber, unfinished):
    rules, dealer, deals = rubber
    sheet = ROYAL.fold(deals, rules=rules, dealer=dealer, unfinished=unfinished)
    other = ROYAL.fold(
        [turned(deal) for deal in deals],
        rules=rules,
        dealer=dealer.next,
        unfinished=unfinished,
    )
    for here, there in zip(sheet.deals, other.deals, strict=True):
        assert there.dealer is here.dealer.next
        assert facts(there.lines, exchanged=True) == facts(here.lines)
    assert facts(other.closing, exchanged=True) == facts(sheet.closing)
    for side in Side:
        assert other.totals[side.other] == sheet.totals[side]
        assert (other.games[side.other], other.partscore[side.other]) == (
            sheet.games[side],
            sheet.partscore[side],
        )
    assert (other.winner.other if other.winner else None, other.margin) == (
        sheet.winner,
        sheet.margin,
    )


@given(royal_rubbers(), some.booleans())
def test_totals_are_sums_of_lines_and_only_chicane_is_negative(rubber, unfinished):
    rules, dealer, deals = rubber
    sheet = ROYAL.fold(deals, rules=rules, dealer=dealer, unfinished=unfinished)
    lines = [line for scored in sheet.deals for line in scored.lines] + list(
        sheet.closing
    )
    assert all(
        line.points > 0 or (line.kind is Kind.CHICANE and line.points < 0)
        for line in lines
    )
    assert all(
        line.text.endswith(f" {str(line.points).replace('-', '−')}.") for line in lines
    )
    for side in Side:
        below, above, total = sheet.totals[side]
        assert below == sum(
            line.points for line in lines if line.side is side and line.where == "below"
        )
        assert above == sum(
            line.points for line in lines if line.side is side and line.where == "above"
        )
        assert (total, above >= 0) == (below + above, True)
    assert sheet.margin == abs(sheet.totals["NS"].total - sheet.totals["EW"].total)
    for scored in sheet.deals:
        honours = [
            line for line in scored.lines if line.kind in (Kind.HONOURS, Kind.CHICANE)
        ]
        assert len({line.side for line in honours}) <= 1
        assert sum(line.points for line in honours) >= 0


@given(royal_rubbers())
def test_a_fold_of_fewer_deals_never_changes_an_earlier_line(rubber):
    rules, dealer, deals = rubber
    sheet = ROYAL.fold(deals, rules=rules, dealer=dealer)
    for count in range(len(deals)):
        earlier = ROYAL.fold(deals[:count], rules=rules, dealer=dealer)
        assert earlier.deals == sheet.deals[:count]
        assert (earlier.state, earlier.closing) == ("open", ())
        assert earlier.next == (count + 1, sheet.deals[count].dealer, ())


@given(royal_rubbers())
def test_adding_deals_one_by_one_is_folding_them(rubber):
    rules, dealer, deals = rubber
    sheet = ROYAL.fold([], rules=rules, dealer=dealer)
    for deal in deals:
        sheet = ROYAL.add(sheet, deal)
    assert sheet == ROYAL.fold(deals, rules=rules, dealer=dealer)
    assert ROYAL.close(sheet) == ROYAL.fold(
        deals, rules=rules, dealer=dealer, unfinished=True
    )


@given(royal_rubbers(), some.booleans())
def test_every_sheet_can_be_written(rubber, unfinished):
    rules, dealer, deals = rubber
    sheet = ROYAL.fold(deals, rules=rules, dealer=dealer, unfinished=unfinished)
    written = sheet_as_json(sheet)
    assert list(written) == JSON_KEYS
    assert written["rules"] == rules.as_json()
    assert all(deal["vulnerable"] == [] for deal in written["deals"])
    assert sheet_as_text(sheet).endswith("\n")


@given(some.lists(royal_deals(), max_size=20))
def test_a_rubber_takes_deals_until_it_is_over(deals):
    try:
        sheet = ROYAL.fold(deals)
    except RubberOver:
        sheet = None
    assert sheet is None or (sheet.next is None) == (max(sheet.games.values()) == 2)


counts = some.integers(0, 5)


@given(
    royal_rules,
    royal_deals() | some.just(Deal.passed_out()),
    some.lists(some.tuples(some.sampled_from(Seat), counts), max_size=4),
    some.lists(some.tuples(some.sampled_from(Side), counts), max_size=2),
    some.lists(some.sampled_from(Seat), max_size=3),
)
def test_facts_that_do_not_fit_are_refused_and_nothing_else_is_raised(
    rules, deal, honours, transferred, voids
):
    with suppress(ScoringError):
        deal = replace(
            deal,
            honours=tuple(honours),
            transferred=tuple(transferred),
            voids=tuple(voids),
        )
    try:
        scored = ROYAL.score_deal(deal, rules=rules)
    except InvalidDeal as refusal:
        assert refusal.message.endswith(".")
        assert refusal.field in ("contract", "honours", "transferred", "voids")
    else:
        assert scored.deal == deal


@given(
    some.dictionaries(
        some.sampled_from(list(ROYAL.allowed_rules())) | some.text(),
        some.integers() | some.text(),
    )
)
def test_no_rules_raise_anything_but_a_refusal(mapping):
    with suppress(ScoringError):
        ROYAL.rules(mapping)
