"""Proposed movements for individuals, teams and a Swiss that fit into an evening."""

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
    fits = [fit for players in (8, 12) for fit in individual_proposals(players, boards)]
    fits += [fit for number in (2, 3, 5, 31) for fit in team_proposals(number, boards)]
    assert [
        fit.boards
        for fit in fits
        if check(fit.movement) or abs(fit.boards - boards) > boards / 4
    ] == []


@pytest.mark.parametrize("players", [4, 9, 16])
def test_other_numbers_of_players_are_refused_with_those_that_there_are(players):
    with pytest.raises(InvalidMovement, match="8 or 12 players"):
        individual_proposals(players, 24)


@pytest.mark.parametrize(
    ("number", "words"),
    [(4, "number must be odd"), (1, "from 2 to 31"), (33, "from 2 to 31")],
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
