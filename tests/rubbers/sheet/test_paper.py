"""The sheet in the form of a paper pad: the place of each figure, its explanation, and the sentences below."""

import pytest

from clubscore.games.contract import PadRow
from clubscore.games.figures import label
from clubscore.rubbers.sheet.paper import Paper, paper
from scoring import Seat, Sheet, Side, fold, parse_deal

NAMES = {Seat.NORTH: "Ruth", Seat.EAST: "Mei", Seat.SOUTH: "Ivo", Seat.WEST: "Carlos"}
NINE_DEALS = (
    "2hs+2",
    "4sxw-2",
    "3nte+1",
    "3se=",
    "2dw-2",
    "6hxn+1",
    "1ntw+1",
    "3cn=",
    "3he=",
)


def sheet_of(*lines: str, unfinished: bool = False) -> Sheet:
    return fold([parse_deal(line) for line in lines], unfinished=unfinished)


def paper_of(
    *lines: str, view: str = "NS", unfinished: bool = False, reason: str = ""
) -> Paper:
    return paper(
        sheet_of(*lines, unfinished=unfinished),
        names=NAMES,
        view=view,
        reason_given=reason,
    )


def figures(rows: tuple[PadRow, ...]) -> list[tuple[int | None, int | None]]:
    return [
        (row.left.points if row.left else None, row.right.points if row.right else None)
        for row in rows
    ]


def labels(*lines: str) -> list[str]:
    return [
        label(scored, line)
        for scored in sheet_of(*lines).deals
        for line in scored.lines
    ]


def test_premiums_stack_upwards_from_the_line() -> None:
    drawn = paper_of(*NINE_DEALS)
    assert figures(drawn.pad.above) == [
        (500, None),
        (50, None),
        (100, None),
        (200, 500),
        (300, 30),
        (60, 30),
    ]


def test_trick_points_run_downwards_game_by_game_in_order_of_play() -> None:
    drawn = paper_of(*NINE_DEALS)
    assert [figures(game.rows) for game in drawn.pad.games] == [
        [(60, None), (None, 100)],
        [(None, 90), (360, None)],
        [(None, 40), (60, None), (None, 90)],
    ]
    assert [game.won for game in drawn.pad.games] == [True, True, True]


def test_the_open_game_stands_last_and_empty_until_somebody_scores_in_it() -> None:
    drawn = paper_of(*NINE_DEALS[:3])
    assert [(figures(game.rows), game.won) for game in drawn.pad.games] == [
        ([(60, None), (None, 100)], True),
        ([], False),
    ]


def test_an_empty_sheet_has_one_open_game_and_nothing_to_say_about_the_score() -> None:
    drawn = paper_of()
    assert (
        drawn.pad.above,
        figures(drawn.pad.games[0].rows),
        drawn.need,
        drawn.leader,
    ) == ((), [], "", "")
    assert drawn.heading == "Deal 1 · Ruth deals · nobody vulnerable"
    assert drawn.deals == ()


def test_a_passed_out_deal_writes_no_figure_and_moves_the_dealer_on() -> None:
    drawn = paper_of("p")
    assert drawn.pad.above == ()
    assert drawn.heading == "Deal 2 · Mei deals · nobody vulnerable"
    assert (drawn.deals[0].words, drawn.deals[0].effects, drawn.leader) == (
        "Passed out",
        (),
        "",
    )


def test_each_side_reads_itself_on_the_left() -> None:
    ours, theirs = paper_of("2hs=", view="NS"), paper_of("2hs=", view="EW")
    assert [(column.title, column.names) for column in ours.columns] == [
        ("We", "Ruth & Ivo"),
        ("They", "Mei & Carlos"),
    ]
    assert [(column.title, column.names) for column in theirs.columns] == [
        ("We", "Mei & Carlos"),
        ("They", "Ruth & Ivo"),
    ]
    assert figures(theirs.pad.games[0].rows) == [(None, 60)]


def test_watchers_read_compass_points() -> None:
    drawn = paper_of(*NINE_DEALS[:5], view="watch")
    assert [column.title for column in drawn.columns] == ["N–S", "E–W"]
    assert drawn.heading == "Deal 6 · Mei deals · E–W vulnerable"
    assert drawn.need == "E–W need 10 more for the game."


def test_a_game_won_gives_its_side_a_dot_and_makes_it_vulnerable() -> None:
    drawn = paper_of(*NINE_DEALS[:3])
    assert [(column.games, column.vulnerable) for column in drawn.columns] == [
        (0, False),
        (1, True),
    ]
    assert drawn.vulnerable == "They vulnerable"


def test_both_vulnerable_is_said_of_both() -> None:
    assert paper_of(*NINE_DEALS[:6]).heading == "Deal 7 · Ivo deals · both vulnerable"


@pytest.mark.parametrize(
    ("lines", "need"),
    [
        (("2hs=",), "We need 40 more for the game."),
        (("3se=",), "They need 10 more for the game."),
        (("2hs=", "3se="), "We need 40 more for the game, They 10."),
        (("3nts=",), ""),
    ],
)
def test_a_part_score_says_what_it_still_needs(
    lines: tuple[str, ...], need: str
) -> None:
    assert paper_of(*lines).need == need


@pytest.mark.parametrize(
    ("lines", "leader"),
    [
        (NINE_DEALS[:4], "We lead by 200 before the rubber bonus."),
        (("2hs-1", "2he-1"), "Level before the rubber bonus."),
        (("2hs-1",), "They lead by 50 before the rubber bonus."),
    ],
)
def test_the_leader_is_named_before_the_rubber_bonus(
    lines: tuple[str, ...], leader: str
) -> None:
    assert paper_of(*lines).leader == leader


def test_losing_the_rubber_and_winning_the_points_is_said_in_one_sentence() -> None:
    drawn = paper_of(*NINE_DEALS)
    assert drawn.finished
    assert drawn.leader == "They won the rubber. We won 810 on points."
    assert [(column.total, column.margin) for column in drawn.columns] == [
        (1690, 810),
        (880, 0),
    ]
    assert drawn.heading == "Rubber over · 9 deals"


def test_winning_both_is_one_sentence_too() -> None:
    assert paper_of("3nts=", "3nts=").leader == "We won the rubber and 900 points."


def test_a_rubber_won_with_level_points_has_no_circled_figure() -> None:
    drawn = paper_of("3nts=", "4sxn-5", "3nts=")
    assert [column.total for column in drawn.columns] == [900, 1400]
    level = paper_of("3nts=", "4sxn-3", "2hs-1", "3nts=")
    assert [column.total for column in level.columns] == [900, 900]
    assert (level.leader, [column.margin for column in level.columns]) == (
        "We won the rubber; the points are level.",
        [0, 0],
    )


def test_the_rubber_bonus_is_a_figure_without_a_deal() -> None:
    top = paper_of("3nts=", "3nts=").pad.above[0].left
    assert top is not None
    assert (top.label, top.points, top.number, top.key) == (
        "rubber",
        700,
        None,
        "end-rubber-NS",
    )


def test_an_unfinished_rubber_shows_its_premiums_and_why_it_was_left() -> None:
    drawn = paper_of(
        *NINE_DEALS[:4], unfinished=True, reason="Mei had to catch her train"
    )
    top = [row.right for row in drawn.pad.above if row.right]
    assert [(figure.label, figure.points) for figure in top] == [
        ("part score", 100),
        ("one game", 300),
        ("3NT +1", 30),
    ]
    assert drawn.heading == "Left unfinished · 4 deals"
    assert drawn.leader == "They win 200."
    assert drawn.stopped == "Left unfinished: Mei had to catch her train"
    assert [(entry.who, entry.points) for entry in drawn.closing] == [
        ("They", 300),
        ("They", 100),
    ]
    assert [game.won for game in drawn.pad.games] == [True, False]


def test_a_rubber_left_level_says_so() -> None:
    assert paper_of("p", unfinished=True).leader == "The points are level."
    assert paper_of("p", unfinished=True).heading == "Left unfinished · 1 deal"


def test_every_figure_says_what_it_is_for() -> None:
    assert labels("2hs+1 h4s") == ["2♥", "2♥ +1", "4 honours ♥"]
    assert labels("4sxw-1 h5e") == ["4♠X −1", "5 honours ♠"]
    assert labels("6hxn+1") == ["6♥X", "6♥X +1", "insult 6♥X", "small slam 6♥X"]
    assert labels("7ntn= h4n") == ["7NT", "grand slam 7NT", "4 aces"]


def test_each_premium_of_a_deal_is_its_own_figure_with_its_own_key() -> None:
    drawn = paper_of("6hxn+1 h4s")
    keys = [row.left.key for row in drawn.pad.above if row.left]
    assert len(set(keys)) == len(keys) == 4
    assert all(key.startswith("1-above-") for key in keys)


def test_a_key_stays_the_same_when_more_is_written() -> None:
    before = {row.left.key for row in paper_of(*NINE_DEALS[:4]).pad.above if row.left}
    after = {row.left.key for row in paper_of(*NINE_DEALS).pad.above if row.left}
    assert before < after


def test_the_deals_are_told_in_words_from_the_viewers_side() -> None:
    second = paper_of(*NINE_DEALS, view="EW").deal(2)
    assert (second.number, second.dealer, second.words) == (
        2,
        "Mei",
        "4♠ doubled by Carlos, two down",
    )
    assert second.vulnerable == "nobody vulnerable"
    assert [str(effect) for effect in second.effects] == ["They 300 above"]


def test_a_deal_tells_the_sum_and_the_law_of_each_figure() -> None:
    sheet = sheet_of(*NINE_DEALS)
    sixth = paper_of(*NINE_DEALS).deal(6)
    assert [(entry.who, entry.points, entry.where) for entry in sixth.lines] == [
        ("We", 360, "below the line"),
        ("We", 100, "above the line"),
        ("We", 50, "above the line"),
        ("We", 500, "above the line"),
    ]
    assert [(entry.text, entry.law) for entry in sixth.lines] == [
        (line.text, line.law) for line in sheet.deals[5].lines
    ]
    assert [(str(effect), effect.total) for effect in sixth.effects] == [
        ("We 360 below, 650 above", 1010)
    ]
    assert sixth.game == "We won game 2"


def test_a_note_goes_with_its_deal() -> None:
    assert (
        paper_of("2hs= # claimed at trick nine").deal(1).note == "claimed at trick nine"
    )


def test_honours_of_the_defenders_give_both_sides_an_effect() -> None:
    assert [str(effect) for effect in paper_of("4sn= h4w").deal(1).effects] == [
        "We 120 below",
        "They 100 above",
    ]


def test_a_deal_that_was_not_played_is_refused() -> None:
    with pytest.raises(KeyError):
        paper_of("2hs=").deal(2)


def test_the_columns_add_up_to_the_totals_of_the_sheet() -> None:
    sheet = sheet_of(*NINE_DEALS)
    drawn = paper(sheet, names=NAMES, view="EW")
    assert {column.side: column.total for column in drawn.columns} == {
        side: sheet.totals[side].total for side in Side
    }
