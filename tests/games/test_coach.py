"""The part-score coach: the lowest contract in each strain that makes game, for both sides and in each game."""

import pytest

from clubscore.games import game_of
from clubscore.games.coach import advice
from clubscore.games.viewpoint import Viewpoint
from scoring import SYSTEMS, parse_deal


def words(
    *lines: str, system: str = "contract", view: str = "NS", **rules: object
) -> list[tuple[str, int, str]]:
    scores = SYSTEMS[system]
    deals = [parse_deal(line, royals=scores.royals) for line in lines]
    sheet = scores.fold(deals, rules=scores.rules(rules))
    return [
        (each.who, each.lacks, each.words)
        for each in advice(sheet, game_of(system), Viewpoint(view))
    ]


FROM_NOTHING = "3NT, 4♥, 4♠, 5♣ or 5♦ makes game"


def test_without_a_part_score_it_takes_what_every_player_knows() -> None:
    assert words() == [("We", 100, FROM_NOTHING), ("They", 100, FROM_NOTHING)]


@pytest.mark.parametrize(
    ("line", "lacks", "contracts"),
    [
        ("1cn=", 80, "3♥, 3♠, 3NT, 4♣ or 4♦"),
        ("2cn=", 60, "2♥, 2♠, 2NT, 3♣ or 3♦"),
        ("2hn=", 40, "1NT, 2♣, 2♦, 2♥ or 2♠"),
        ("3hn=", 10, "1♣, 1♦, 1♥, 1♠ or 1NT"),
    ],
)
def test_with_a_part_score_it_takes_less(line: str, lacks: int, contracts: str) -> None:
    assert words(line)[0] == ("We", lacks, f"{contracts} makes game")


def test_a_game_wipes_the_part_scores_of_both_out() -> None:
    assert words("2hn=", "4se=") == [
        ("We", 100, FROM_NOTHING),
        ("They", 100, FROM_NOTHING),
    ]


def test_one_s_own_side_stands_first() -> None:
    assert [each[:2] for each in words("2hn=", view="EW")] == [
        ("We", 100),
        ("They", 40),
    ]


def test_overtricks_do_not_count_toward_game() -> None:
    assert words("2hn+2")[0][1] == 40


def test_chicago_counts_alike() -> None:
    assert words("2hn=", system="chicago")[0] == (
        "We",
        40,
        "1NT, 2♣, 2♦, 2♥ or 2♠ makes game",
    )


def test_royal_auction_has_its_own_prices_and_two_spade_suits() -> None:
    assert words(system="royal")[0] == ("We", 30, "3NT, 4♥, 4R, 5♣ or 5♦ makes game")


def test_where_there_is_one_spade_suit_royals_are_not_named() -> None:
    assert (
        words(system="royal", spades="royals")[0][2]
        == "3NT, 4♥, 4♠, 5♣ or 5♦ makes game"
    )


def test_a_sheet_that_is_closed_needs_no_coach() -> None:
    assert words("4sn=", "4sn=") == []
