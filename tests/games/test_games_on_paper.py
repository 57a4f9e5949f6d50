"""The sheets of Chicago and royal auction on paper: where everything stands, and the sentences below."""

import pytest

from clubscore.games import GAMES, game_of
from clubscore.games.viewpoint import Viewpoint
from clubscore.rubbers.sheet.paper import Paper, paper
from scoring import SYSTEMS, Seat, Sheet, parse_deal

NAMES = {Seat.NORTH: "Ruth", Seat.EAST: "Mei", Seat.SOUTH: "Ivo", Seat.WEST: "Carlos"}


def sheet_of(
    system: str, *lines: str, unfinished: bool = False, **rules: object
) -> Sheet:
    game = SYSTEMS[system]
    deals = [parse_deal(line, royals=game.royals) for line in lines]
    return game.fold(
        deals, rules=game.rules(rules), dealer=Seat.EAST, unfinished=unfinished
    )


def paper_of(
    system: str,
    *lines: str,
    view: str = "NS",
    unfinished: bool = False,
    **rules: object,
) -> Paper:
    return paper(
        sheet_of(system, *lines, unfinished=unfinished, **rules), names=NAMES, view=view
    )


def chicago_lines(drawn: Paper) -> list[tuple[int, object, object]]:
    return [
        (row.called.number, *(cell.figure and cell.figure.points for cell in row.cells))
        for row in drawn.pad.rows
    ]


def test_every_system_has_its_game():
    assert set(GAMES) == set(SYSTEMS)


# --- Chicago ---


def test_a_deal_of_chicago_is_one_figure_a_side():
    drawn = paper_of("chicago", "2hn+1", "2se= h4n")
    assert chicago_lines(drawn) == [(1, 90, None), (2, 100, 60)]
    assert [cell.figure.label for cell in drawn.pad.rows[1].cells if cell.figure] == [
        "4 honours ♠",
        "2♠",
    ]


def test_the_wheel_is_numbered_from_the_first_dealer_as_far_as_it_has_come():
    wheel = paper_of("chicago", "2hn+1").pad.wheel
    assert [(angle.seat.value, angle.number, angle.dealt, angle.deals) for angle in wheel] == [
        ("N", 4, False, False), ("E", 1, True, False), ("S", 2, True, True), ("W", 3, False, False),
    ]  # fmt: skip


def test_a_deal_passed_out_keeps_its_number_and_is_dealt_again():
    drawn = paper_of("chicago", "2hn=", "p", "2hn=")
    assert [(str(row.called), row.passed_out) for row in drawn.pad.rows] == [
        ("1", False), ("2", True), ("2 (dealt again)", False),
    ]  # fmt: skip
    assert drawn.heading == "Deal 3 of 4 · Carlos deals · They vulnerable"
    assert [(entry.number, str(entry.called)) for entry in drawn.deals] == [
        (1, "1"),
        (2, "2"),
        (3, "2 (dealt again)"),
    ]
    assert drawn.deals[1].nobody_scores == "Nobody scores; the same dealer deals again."


def test_a_deal_to_come_is_announced_as_dealt_again():
    drawn = paper_of("chicago", "2hn=", "p", "p")
    assert drawn.heading == "Deal 2 of 4 (dealt again ×2) · Ivo deals · We vulnerable"
    assert [str(called) for called in drawn.pad.to_come] == [
        "2 (dealt again ×2)",
        "3",
        "4",
    ]


def test_where_passing_out_counts_it_is_one_of_the_four():
    drawn = paper_of("chicago", "p", "p", passed_out="counts")
    numbers = [str(row.called) for row in drawn.pad.rows]
    assert (numbers, drawn.stand) == (["1", "2"], "Deal 3 of 4 · Carlos deals")
    assert drawn.deals[1].nobody_scores == "Nobody scores; the deal moves on."


def test_part_scores_are_carried_on_the_sheet_until_a_game_is_completed():
    carried = paper_of("chicago", "2hn=", "1nte=")
    assert (carried.pad.carried, carried.need) == (
        (60, 40),
        "We need 40 more for the game, They 60.",
    )
    assert carried.leader == "We lead by 20."
    wiped = paper_of("chicago", "2hn=", "1nte=", "2dn=")
    assert (wiped.pad.carried, wiped.need, wiped.pad.rows[2].game) == ((), "", True)
    assert wiped.deals[2].game == "We completed a game"


def test_who_is_vulnerable_stands_beside_the_deal():
    drawn = paper_of("chicago", "2hn=", "2hn=", "2hn=", "2hn=")
    assert [[cell.vulnerable for cell in row.cells] for row in drawn.pad.rows] == [
        [False, False], [True, False], [False, True], [True, True],
    ]  # fmt: skip


def test_after_four_deals_the_round_is_over_and_the_difference_won():
    drawn = paper_of("chicago", "4hn=", "4he=", "1nn-1", "1nte=")
    assert (drawn.heading, drawn.leader) == ("Round over · 4 deals", "They win 190.")
    assert [column.margin for column in drawn.columns] == [0, 190]
    assert drawn.pad.to_come == ()


def test_a_round_that_is_left_keeps_what_it_brought():
    drawn = paper_of("chicago", "2hn=", "p", unfinished=True)
    assert (drawn.heading, drawn.leader, drawn.closing) == (
        "Left unfinished · 1 deal",
        "We win 60.",
        (),
    )


def test_an_effect_of_chicago_has_no_place():
    assert [
        str(effect) for effect in paper_of("chicago", "4hn+1").deals[0].effects
    ] == ["We 450"]


# --- royal auction ---


def columns(drawn: Paper) -> list[list[list[int]]]:
    return [
        [[figure.points for figure in cell] for cell in row.cells]
        for game in drawn.pad.games
        for row in game.rows
    ]


def test_tricks_and_honours_stand_in_their_columns():
    drawn = paper_of("royal", "2rs+1 h3s h2e", "1nte= h4e")
    assert columns(drawn) == [[[27], [18], [], []], [[], [], [10], [100]]]
    assert [row.label for game in drawn.pad.games for row in game.rows] == [
        "2R +1",
        "1NT =",
    ]
    assert drawn.pad.sums == (27, 18, 10, 100)


def test_a_deduction_has_its_minus():
    drawn = paper_of("royal", "2rxw-2 h3w h1e h1n vs", view="EW")
    assert columns(drawn) == [[[], [36, -18], [], [200]]]
    assert [str(effect) for effect in drawn.deals[0].effects] == [
        "We 18 honours",
        "They 200 honours",
    ]


def test_a_sentence_speaks_of_us_and_them():
    chicane = paper_of("royal", "2rxw-2 h3w h1e h1n vs", view="EW").deals[0].lines[-1]
    assert (chicane.points, chicane.law) == (-18, "Law 9")
    assert "honours of us" in chicane.text
    held = paper_of("royal", "2rs+1 h3s h2e").deals[0].lines[1]
    assert (held.who, held.text[:8], held.sentence[:4]) == ("We", "We held ", "held")


def test_a_line_is_drawn_under_a_game_and_the_next_begins_at_nothing():
    drawn = paper_of("royal", "2rs= h3s h2e", "2rs= h3s h2e", "1cs= h3s h2e")
    assert [(len(game.rows), game.won) for game in drawn.pad.games] == [
        (2, True),
        (1, False),
    ]
    assert drawn.need == "We need 24 more for the game."
    assert drawn.deals[1].game == "We won game 1"


def test_thirty_wins_a_game_of_royal_auction():
    assert paper_of("royal", "2rs= h3s h2e").need == "We need 12 more for the game."


def test_nobody_is_vulnerable_in_royal_auction_and_nothing_is_said_of_it():
    drawn = paper_of("royal", "4rs= h3s h2e")
    assert drawn.heading == "Deal 2 · Ivo deals"
    assert (
        drawn.deals[0].vulnerable,
        [column.vulnerable for column in drawn.columns],
    ) == ("", [False, False])


def test_the_rubber_bonus_of_royal_auction_stands_among_the_honours():
    drawn = paper_of("royal", "4rs= h3s h2e", "4rs= h3s h2e")
    assert [
        [[figure.points for figure in cell] for cell in row.cells]
        for row in drawn.pad.closing
    ] == [[[], [250], [], []]]
    assert (drawn.heading, drawn.leader) == (
        "Rubber over · 2 deals",
        "We won the rubber and 358 points.",
    )


def test_two_revokes_of_one_side_are_two_figures_with_two_keys():
    drawn = paper_of("royal", "2rn= h3n h2e !ew !ew")
    keys = [
        figure.key
        for row in drawn.pad.games[0].rows
        for cell in row.cells
        for figure in cell
    ]
    assert len(set(keys)) == len(keys)


# --- the strip above the entry, and what is said ---


def strip_of(
    system: str, *lines: str, view: str = "NS"
) -> tuple[list[int], tuple[str, str], int]:
    drawn = paper(
        sheet_of(system, *lines), names=dict.fromkeys(Seat, "Anna"), view=view
    )
    assert drawn.strip
    return (
        [side.points for side in drawn.strip.sides],
        drawn.strip.centre,
        drawn.strip.game,
    )


def test_the_strip_has_the_points_toward_a_game_ones_own_side_left():
    lines = ("4sn=", "2he=")
    assert strip_of("contract", *lines) == ([0, 60], ("1–0", "games"), 100)
    assert strip_of("contract", *lines, view="EW") == ([60, 0], ("0–1", "games"), 100)
    assert strip_of("chicago", "2hn=") == ([60, 0], ("2/4", "deal"), 100)
    assert strip_of("royal", "2dn= h3n h2e") == ([14, 0], ("0–0", "games"), 30)


@pytest.mark.parametrize(
    ("lines", "spoken"),
    [
        ((), ""),
        (("1sn-1",), "Deal 1: 1 spade by Anna, one down. They 50 above."),
        (
            ("4hxn=",),
            "Deal 1: 4 hearts doubled by Anna, made. We 240 below, 50 above. We won game 1.",
        ),
        (("p",), "Deal 1: Passed out. Nobody scores; the deal moves on."),
    ],
)
def test_the_last_deal_is_said_in_words_without_signs(
    lines: tuple[str, ...], spoken: str
):
    assert (
        paper(
            sheet_of("contract", *lines), names=dict.fromkeys(Seat, "Anna"), view="NS"
        ).spoken
        == spoken
    )


# --- a card of the room ---


def test_each_game_says_how_far_it_is():
    def progress(system: str, *lines: str) -> tuple[str, str]:
        sheet = sheet_of(system, *lines)
        assert sheet.next
        return game_of(system).progress(sheet, sheet.next), game_of(system).centre(
            sheet, Viewpoint("watch")
        )[0]

    assert progress("contract", "4sn=", "1nn=") == ("deal 3", "1–0")
    assert progress("chicago", "4sn=", "p") == ("deal 2 of 4 (dealt again)", "2/4")
    assert progress("royal", "4rn= h3n h2e") == ("game 2", "1–0")
