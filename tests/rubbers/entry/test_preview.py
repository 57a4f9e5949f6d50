"""The preview of a deal: the lines that recording it would write."""

import pytest

from clubscore.contracts.deal_form import ContractForm
from clubscore.contracts.preview import EntryPreview
from clubscore.rubbers.entry.preview import preview_of
from scoring import SYSTEMS, Seat, Sheet, Where, fold, parse_deal

NAMES = {Seat.NORTH: "Ruth", Seat.EAST: "Mei", Seat.SOUTH: "Ivo", Seat.WEST: "Carlos"}


def sheet(*lines: str) -> Sheet:
    return fold([parse_deal(line) for line in lines])


def shown(after: Sheet, view: str = "NS", **fields: str) -> EntryPreview:
    return preview_of(
        after, ContractForm({"revision": "1", "key": "not yet", **fields}), NAMES, view
    )


def test_an_untouched_form_asks_for_everything():
    assert preview_of(sheet(), ContractForm(), NAMES, "NS") == EntryPreview(
        missing="Tap the contract, the declarer and the result."
    )


@pytest.mark.parametrize(
    ("tapped", "words", "missing"),
    [
        ({"contract": "4S"}, "4♠ …", "Tap the declarer and the result."),
        ({"declarer": "E"}, "Mei …", "Tap the contract and the result."),
        (
            {"contract": "4S", "risk": "X", "declarer": "E"},
            "4♠ doubled by Mei …",
            "Tap the result.",
        ),
        ({"result": "-1"}, "", "Tap the contract and the declarer."),
    ],
)
def test_a_half_tapped_deal_says_what_it_still_lacks(
    tapped: dict[str, str], words: str, missing: str
):
    assert shown(sheet(), **tapped) == EntryPreview(words=words, missing=missing)


def test_a_whole_deal_says_exactly_what_it_would_write():
    assert shown(
        sheet("2hs+1"), contract="1NT", declarer="E", result="+1"
    ) == EntryPreview(
        complete=True,
        words="1NT by Mei, made with one overtrick",
        short="1NT E +1",
        figures=(("They", 40, Where.BELOW), ("They", 30, Where.ABOVE)),
        totals=(("We", 90), ("They", 70)),
    )


@pytest.mark.parametrize(
    ("view", "ours", "theirs"),
    [("NS", "We", "They"), ("EW", "They", "We"), ("watch", "N–S", "E–W")],
)
def test_figures_are_seen_from_the_reader_s_side(view: str, ours: str, theirs: str):
    preview = shown(sheet(), view, line="1hn+1 h4e")
    written = {
        (ours, 30, Where.BELOW),
        (ours, 30, Where.ABOVE),
        (theirs, 100, Where.ABOVE),
    }
    assert (set(preview.figures), set(preview.totals)) == (
        written,
        {(ours, 60), (theirs, 100)},
    )


def test_the_reader_s_own_side_comes_first():
    assert [who for who, *_ in shown(sheet(), "EW", line="1hn+1 h4e").figures] == [
        "We",
        "They",
        "They",
    ]


def test_a_doubled_contract_is_written_short_on_the_button():
    assert (
        shown(sheet(), contract="4S", risk="X", declarer="N", result="-1").short
        == "4♠X N −1"
    )


def test_passed_out_is_a_whole_deal_without_figures():
    assert shown(sheet(), contract="P") == EntryPreview(
        complete=True,
        words="Passed out",
        short="passed out",
        totals=(("We", 0), ("They", 0)),
    )


def test_a_game_is_announced():
    assert shown(sheet(), line="4sn=").consequence == "Game! We are vulnerable now."


def test_the_end_of_the_rubber_is_announced():
    preview = shown(sheet("4sn="), line="4hs=")
    assert preview.consequence == "Rubber! We add 700. We win by 940."


def test_a_side_can_win_the_rubber_and_lose_on_points():
    preview = shown(sheet("4sn=", "6hxw-6", "6hxw-6", "4se="), "EW", line="4sw=")
    assert preview.consequence.startswith("Rubber! We add 500. They win by ")


def test_an_impossible_deal_says_why():
    preview = shown(sheet(), contract="6S", declarer="N", result="+2")
    assert preview == EntryPreview(
        words="6♠ by Ruth …", errors=("6♠ cannot make 14 tricks: +1 is the most.",)
    )


def test_a_line_not_typed_to_its_end_is_no_mistake_yet():
    preview = shown(sheet(), line="4s")
    assert (preview.complete, preview.errors) == (False, ())
    assert preview.missing.startswith("Who declared?")


def test_a_finished_rubber_takes_no_more_deals():
    preview = shown(sheet("4sn=", "4hs="), line="1nn=")
    assert (preview.complete, len(preview.errors)) == (False, 1)


def test_the_entry_s_key_and_revision_are_nobody_s_business():
    assert shown(sheet(), line="1nn=").errors == ()


def test_a_preview_leaves_its_sheet_as_it_was():
    before = sheet("2hs+1")
    shown(before, line="4sn=")
    assert before == SYSTEMS["contract"].fold([parse_deal("2hs+1")])
