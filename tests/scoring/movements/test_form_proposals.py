"""Proposed movements for individuals, teams and a Swiss that fit into an evening."""

from collections import Counter

import pytest

from scoring.errors import InvalidMovement
from scoring.movements.check import check
from scoring.movements.form_proposals import (
    individual_proposals,
    swiss_pair_proposals,
    swiss_team_proposals,
    team_proposals,
)


@pytest.mark.parametrize(
    ("players", "boards", "rounds"),
    [(8, 21, 7), (12, 22, 11), (12, 33, 11), (8, 14, 7)],
)
def test_an_individual_of_all_rounds_comes_first_where_it_fits(players, boards, rounds):
    best = individual_proposals(players, boards)[0]
    assert (best.movement.rounds, best.boards) == (rounds, boards)
    assert best.movement.form == "individual"


@pytest.mark.parametrize(
    ("number", "boards", "rounds"),
    [(2, 24, 4), (3, 24, 2), (5, 24, 4), (7, 24, 6), (9, 24, 8)],
)
def test_every_team_meets_every_other_where_the_boards_allow_it(number, boards, rounds):
    best = team_proposals(number, boards)[0]
    assert (best.movement.rounds, best.boards) == (rounds, boards)
    assert len(best.movement.entries) == number


@pytest.mark.parametrize("boards", [2, 12, 26, 99])
def test_all_that_is_proposed_keeps_the_rules_and_comes_near_the_boards(boards):
    fits = [
        fit for players in (8, 12, 32) for fit in individual_proposals(players, boards)
    ]
    fits += [
        fit
        for number in (*range(2, 18), 30, 31)
        for fit in team_proposals(number, boards)
    ]
    assert [
        fit.boards
        for fit in fits
        if check(fit.movement) or abs(fit.boards - boards) > boards / 4
    ] == []


@pytest.mark.parametrize("players", [4, 9, 36])
def test_other_numbers_of_players_are_refused_with_those_that_there_are(players):
    with pytest.raises(InvalidMovement, match="is the nearest number"):
        individual_proposals(players, 24)


@pytest.mark.parametrize(
    ("number", "words"),
    [(1, "from 2 to 31"), (33, "from 2 to 31")],
)
def test_other_numbers_of_teams_are_refused(number, words):
    with pytest.raises(InvalidMovement, match=words):
        team_proposals(number, 24)


@pytest.mark.parametrize(
    ("number", "boards", "rounds"),
    [(4, 24, 3), (9, 24, 4), (12, 24, 6), (20, 24, 6), (40, 28, 7)],
)
def test_a_swiss_of_pairs_has_many_matches_that_are_not_too_short(
    number, boards, rounds
):
    best = swiss_pair_proposals(number, boards)[0]
    assert (best.movement.rounds_planned, best.boards, best.movement.tables) == (
        rounds,
        boards,
        number // 2,
    )
    assert (
        str(best.name) == "Swiss pairs"
        and best.movement.form == "pairs"
        and check(best.movement) == ()
    )
    assert (
        len(best.movement.entries) == number
        and best.sits_out == number % 2 * best.boards_a_round
    )


@pytest.mark.parametrize("number", [3, 65])
@pytest.mark.parametrize(
    ("of", "noun"), [(swiss_pair_proposals, "pairs"), (swiss_team_proposals, "teams")]
)
def test_other_numbers_have_no_swiss(number, of, noun):
    with pytest.raises(InvalidMovement, match=f"from 4 to 64 {noun}") as refused:
        of(number, 24)
    assert refused.value.field == noun


@pytest.mark.parametrize(
    ("number", "boards", "name", "rounds", "a_round"),
    [
        (4, 24, "Round robin, head to head", 3, 8),
        (6, 24, "Round robin, head to head", 5, 5),
        (8, 28, "Round robin, head to head", 7, 4),
        (16, 28, "Round robin, head to head", 7, 4),
        (3, 28, "American Whist", 2, 14),
        (15, 28, "American Whist", 14, 2),
    ],
)
def test_an_even_number_of_teams_meets_head_to_head_and_an_odd_one_in_a_whist(
    number, boards, name, rounds, a_round
):
    best = team_proposals(number, boards)[0]
    found = best.name, best.movement.rounds, best.boards_a_round
    assert found == (name, rounds, a_round)


@pytest.mark.parametrize(
    ("number", "names"),
    [
        (5, {"American Whist", "Head to head with a triangle"}),
        (6, {"Round robin, head to head", "Round robin as a stagger"}),
        (
            8,
            {
                "Round robin, head to head",
                "Round robin, head to head, each match with its own boards",
                "Round robin as a stagger",
            },
        ),
    ],
)
def test_the_other_ways_are_offered_too(number, names):
    assert {str(fit.name) for fit in team_proposals(number, 28)} == names


@pytest.mark.parametrize("number", range(2, 17))
def test_there_is_a_plan_for_every_number_of_teams_to_sixteen(number):
    for boards in range(18, 33):
        lengths = Counter(fit.name for fit in team_proposals(number, boards))
        assert lengths and max(lengths.values()) <= 5


@pytest.mark.parametrize("players", range(8, 33, 4))
def test_the_best_individual_has_two_boards_a_round_or_more(players):
    for boards in range(18, 33):
        assert individual_proposals(players, boards)[0].boards_a_round >= 2


@pytest.mark.parametrize("number", range(4, 17))
def test_no_match_passes_a_single_board_between_two_tables(number):
    for fit in team_proposals(number, 16):
        assert fit.boards_a_round >= 2 or not fit.movement.shared
