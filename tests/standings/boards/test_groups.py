"""A person's boards in groups: roles, contracts, leads."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clubscore.standings.boards.groups import (
    BoardRole,
    ContractLevel,
    LeadKind,
    by_doubled,
    by_lead,
    by_level,
    by_role,
    by_strain,
    grouped,
    leads_of,
    level_of,
    own_boards,
)
from clubscore.standings.boards.played import AwardUnit, BoardPlayed
from scoring import Seat, Strain

ANNA, BEN, CLEO, DAN = 1, 2, 3, 4
STRAINS = ("C", "D", "H", "S", "NT")


def board(
    level: int = 4, strain: str = "S", declarer: Seat | None = Seat.NORTH, **more
) -> BoardPlayed:
    """A board with Anna in North, Ben in South, Cleo in East and Dan in West; it brought North-South 75 per cent."""
    usual = {
        "players": (ANNA, CLEO, BEN, DAN),
        "is_doubled": False,
        "lead": "",
        "unit": AwardUnit.PERCENT,
        "ns": Fraction(75),
        "ew": Fraction(25),
    }
    return BoardPlayed(
        level=level, strain=Strain(strain), declarer=declarer, **(usual | more)
    )


PASSED_OUT = board(declarer=None)._replace(level=0, strain=None)


@st.composite
def boards(draw) -> BoardPlayed:
    seat = draw(st.sampled_from((None, *Seat)))
    if seat is None:
        found = PASSED_OUT
    else:
        level, strain = draw(st.integers(1, 7)), draw(st.sampled_from(STRAINS))
        found = board(level, strain, seat, lead=draw(st.sampled_from(("", "S2", "DK"))))
    ns = draw(st.fractions(0, 100, max_denominator=16))
    players = draw(st.permutations((ANNA, BEN, CLEO, DAN, None)))[:4]
    return found._replace(ns=ns, ew=100 - ns, players=tuple(players))


@pytest.mark.parametrize(
    ("player", "role", "partner", "leads", "award"),
    [
        (ANNA, BoardRole.DECLARER, BEN, False, 75),
        (BEN, BoardRole.DUMMY, ANNA, False, 75),
        (CLEO, BoardRole.DEFENDER, DAN, True, 25),
        (DAN, BoardRole.DEFENDER, CLEO, False, 25),
    ],
)
def test_each_player_has_a_role_a_partner_and_the_award_of_the_side(
    player, role, partner, leads, award
):
    [own] = own_boards([board()], [player])
    assert own[1:] == (role, partner, leads, award)


def test_nobody_has_a_part_in_a_board_that_was_passed_out():
    [own] = own_boards([PASSED_OUT], [DAN])
    assert own[1:] == (BoardRole.PASSED_OUT, CLEO, False, 25)
    for of in (by_strain, by_level, by_doubled, by_lead):
        assert of(own) == ()


def test_a_board_of_others_is_not_ones_own():
    assert list(own_boards([board()], [5])) == []


@pytest.mark.parametrize(
    ("level", "strain", "expected"),
    [
        (2, "NT", ContractLevel.PART_SCORE),
        (3, "NT", ContractLevel.GAME),
        (3, "S", ContractLevel.PART_SCORE),
        (4, "H", ContractLevel.GAME),
        (4, "D", ContractLevel.PART_SCORE),
        (5, "C", ContractLevel.GAME),
        (5, "NT", ContractLevel.GAME),
        (6, "C", ContractLevel.SLAM),
        (7, "NT", ContractLevel.SLAM),
    ],
)
def test_a_contract_is_a_part_score_a_game_or_a_slam(level, strain, expected):
    assert level_of(board(level, strain)) is expected


@pytest.mark.parametrize(
    ("strain", "lead", "expected"),
    [
        ("NT", "ST", (LeadKind.MAJOR_TO_NOTRUMP, LeadKind.HONOUR)),
        ("NT", "C9", (LeadKind.MINOR_TO_NOTRUMP, LeadKind.LOW)),
        ("S", "S2", (LeadKind.TRUMP, LeadKind.LOW)),
        ("S", "HA", (LeadKind.SIDE_SUIT, LeadKind.HONOUR)),
    ],
)
def test_a_lead_is_of_a_suit_and_of_a_rank(strain, lead, expected):
    assert leads_of(board(3, strain, lead=lead)) == expected


def test_a_lead_counts_for_the_defender_on_the_left_alone():
    led = [board(lead="HA")]
    found = {}
    for player in (ANNA, BEN, CLEO, DAN):
        found[player] = grouped(own_boards(led, [player]), by_lead)
    cleo = {LeadKind.SIDE_SUIT: [25], LeadKind.HONOUR: [25]}
    assert found == {ANNA: {}, BEN: {}, CLEO: cleo, DAN: {}}


def test_contracts_count_for_the_declarer_alone():
    doubled = [board(is_doubled=True)]
    [declarer], [dummy] = own_boards(doubled, [ANNA]), own_boards(doubled, [BEN])
    assert by_strain(declarer) == (Strain.SPADES,)
    assert (by_level(declarer), by_doubled(declarer)) == (
        (ContractLevel.GAME,),
        (True,),
    )
    assert by_strain(dummy) == by_level(dummy) == by_doubled(dummy) == ()


@given(st.lists(boards(), min_size=1))
def test_the_roles_share_out_all_boards_and_their_weighted_mean_is_that_of_all(played):
    own = list(own_boards(played, [ANNA]))
    roles = grouped(own, by_role)
    assert sum(map(len, roles.values())) == len(own)
    total = Fraction()
    for awards in roles.values():
        total += len(awards) * (sum(awards, Fraction()) / len(awards))
    assert total == sum((each.award for each in own), Fraction())


@given(st.lists(boards()))
def test_strains_and_levels_each_share_out_the_boards_of_the_declarer(played):
    own = list(own_boards(played, [ANNA]))
    declared = len(grouped(own, by_role).get(BoardRole.DECLARER, []))
    for of in (by_strain, by_level, by_doubled):
        assert sum(map(len, grouped(own, of).values())) == declared
