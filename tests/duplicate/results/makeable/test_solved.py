"""A board as a browser has worked it out, read from the text of an address."""

import pytest
from django.core.exceptions import BadRequest

from clubscore.duplicate.results.makeable.solved import number_in, solved_from
from scoring import Seat, Strain
from scoring.hands import Card, DealtBoard
from tests.scoring.worked_out_deals import worked_out_deals

DEAL = worked_out_deals()[0]
BOARD = DealtBoard(10, DEAL.layout)
TRICKS = "58587585b2b2b1b18282"
LEADS = "SE9888888888889"


def test_a_board_has_its_tricks_and_the_tricks_after_each_lead():
    solved = solved_from(f"10-{TRICKS}-{LEADS}", BOARD)
    assert solved.dealt is BOARD
    assert solved.makeable[Strain.SPADES, Seat.EAST] == 8
    assert solved.makeable[Strain.CLUBS, Seat.NORTH] == 11
    [(declared, leads)] = solved.leads.items()
    assert declared == (Strain.SPADES, Seat.EAST)
    south = BOARD.layout.hand(Seat.SOUTH)
    assert [*leads] == [*south]
    assert leads[south[0]] == leads[south[-1]] == 9
    assert leads[south[1]] == 8
    assert isinstance(south[0], Card)


def test_a_board_without_a_contract_has_no_leads():
    assert solved_from(f"10-{TRICKS}", BOARD).leads == {}
    assert number_in(f"10-{TRICKS}") == 10


@pytest.mark.parametrize(
    "text",
    [
        "",
        "10",
        f"x-{TRICKS}",
        f"10-{TRICKS[:-1]}",
        f"10-{TRICKS[:-1]}e",
        f"10-{TRICKS}-{LEADS}-",
        f"10-{TRICKS}-{LEADS}1",
        f"10-{TRICKS}-XE{LEADS[2:]}",
        f"10-{TRICKS}-SX{LEADS[2:]}",
        f"10-{TRICKS}-SE{'9' * 13}",
        f"10-{TRICKS}-SE{'7' * 13}",
        f"10-{TRICKS}\n",
    ],
)
def test_any_other_text_is_refused(text: str):
    with pytest.raises(BadRequest):
        solved_from(text, BOARD)
