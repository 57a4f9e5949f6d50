"""The form of a deal of royal auction: tapped fields are turned into a deal."""

import pytest

from clubscore.contracts.deal_form import BOTH
from clubscore.contracts.preview import EntryPreview
from clubscore.games.royal_form import RoyalForm
from clubscore.rubbers.entry.preview import preview_of
from scoring import SYSTEMS, Deal, Seat, Side, Strain, parse_deal

NAMES = {Seat.NORTH: "Ruth", Seat.EAST: "Mei", Seat.SOUTH: "Ivo", Seat.WEST: "Carlos"}
TWO_ROYALS = {"contract": "2R", "declarer": "N", "result": "0"}
HELD = {"honours_n": "3", "honours_e": "2"}


def entry(rules: dict[str, object] | None = None, **fields: str) -> RoyalForm:
    return RoyalForm(
        {
            "number": "6",
            "revision": "5",
            "key": "6b1f4a52-8f0e-4a2c-9a55-6f8d2f3f9f10",
            **fields,
        },
        rules=rules or {},
    )


def deal_of(form: RoyalForm) -> Deal:
    assert form.errors == {}
    return form.cleaned_data["deal"]


def shown(
    *lines: str, rules: dict[str, object] | None = None, **fields: str
) -> EntryPreview:
    royal = SYSTEMS["royal"]
    before = royal.fold(
        [parse_deal(line, royals=True) for line in lines],
        rules=royal.rules(rules or {}),
    )
    return preview_of(before, entry(rules, **fields), NAMES, "NS")


def test_the_contract_and_the_honours_of_every_hand_are_a_deal():
    assert str(deal_of(entry(**TWO_ROYALS, **HELD))) == "2RN= h3N h2E"


def test_at_no_trump_the_four_aces_are_told():
    assert (
        str(deal_of(entry(contract="1NT", declarer="S", result="+1", honours_w="4")))
        == "1NTS+1 h4W"
    )


@pytest.mark.parametrize(
    ("fields", "missing"),
    [
        ({}, "Tap the contract, the declarer, the result and the honours."),
        (TWO_ROYALS, "Tap the honours."),
        (TWO_ROYALS | {"honours_n": "3"}, "Tap the honours (3 of 5 so far)."),
        (
            {"contract": "1NT", "declarer": "N", "result": "0", "honours_n": "3"},
            "Tap the aces (3 of 4 so far).",
        ),
    ],
)
def test_the_honours_are_asked_for_until_they_add_up(
    fields: dict[str, str], missing: str
):
    assert shown(**fields).missing == missing


def test_too_many_honours_are_refused_in_a_sentence():
    assert shown(**TWO_ROYALS, honours_n="4", honours_e="2").errors == (
        "There are only five trump honours in the pack.",
    )


def test_a_hand_void_of_trumps_is_chicane():
    assert deal_of(entry(**TWO_ROYALS, **HELD, void_w="on")).voids == (Seat.WEST,)


def test_each_revoke_is_a_fact():
    assert deal_of(entry(**TWO_ROYALS, **HELD, revokes_ew="2")).revokes == (
        Side.EW,
        Side.EW,
    )


def test_declarer_takes_three_tricks_for_a_revoke_instead_of_the_points():
    form = entry(**TWO_ROYALS, **HELD, revokes_ew="1", taken="3")
    assert str(deal_of(form)) == "2RN= h3N h2E t3NS !EW"


def test_tricks_without_a_revoke_are_refused():
    assert (
        "Tricks change hands only for a revoke"
        in shown(**TWO_ROYALS, **HELD, taken="3").errors[0]
    )


def test_six_denominations_stand_in_the_box_lowest_first():
    keys = [key.value for key in entry().keyboard.bids]
    assert keys[:6] == ["1S", "1C", "1D", "1H", "1R", "1NT"]
    assert len(keys) == 42
    said = {key.value: key.spoken for key in entry().keyboard.bids}
    assert [said[key] for key in ("1S", "2S", "1R", "4R")] == [
        "1 low spade",
        "2 low spades",
        "1 royal",
        "4 royals",
    ]


def test_with_one_spade_suit_there_are_five():
    form = entry({"spades": "royals"})
    assert Strain.ROYALS not in form.strains()
    assert [key.spoken for key in form.keyboard.bids][3] == "1 spade"


def test_all_may_pass_only_where_the_house_rules_allow_it():
    assert (
        entry().keyboard.passes,
        len(entry({"passed_out": "allowed"}).keyboard.passes),
    ) == ((), 1)
    assert deal_of(entry({"passed_out": "allowed"}, contract="P")) == Deal.passed_out()


def test_a_typed_line_knows_royals_chicane_and_revokes():
    assert str(deal_of(entry(line="2rn+1 h3n h2e vw !ew"))) == "2RN+1 h3N h2E vW !EW"


def test_a_typed_line_without_honours_is_taken_and_said_to_be_without():
    assert (
        shown(line="2rn=").consequence
        == "No honours were recorded, so none are scored."
    )


@pytest.mark.parametrize(
    "tapped",
    [{"honours_n": "2"}, {"void_w": "on"}, {"revokes_ns": "1"}, {"contract": "2S"}],
)
def test_a_line_and_other_taps_are_refused(tapped: dict[str, str]):
    assert entry(line="2rn= h3n h2e", **tapped).errors == {"line": [BOTH]}


def test_the_preview_names_the_columns_and_the_game():
    preview = shown(
        "1rn= h3n h2e",
        contract="3R",
        declarer="N",
        result="0",
        honours_e="4",
        honours_s="1",
    )
    assert preview.figures == (("We", 27, "tricks"), ("They", 72, "honours"))
    assert (preview.consequence, preview.short) == ("Game!", "3R N =")


def test_the_end_of_the_rubber_is_announced():
    preview = shown("4rn= h3n h2e", line="4rn= h3n h2e")
    assert preview.consequence == "Rubber! We add 250. We win by 358."
