"""The deals that are worked out in tests/scoring/data, and their par on sixteen boards, compared with endplay."""

import sys

import pytest

from scoring import Seat
from scoring.duplicate.makeable import STRAINS, parse_makeable
from scoring.duplicate.par import par_of
from scoring.text.hands.deal_tag import deal_text
from tests.bench.measure import PEERS
from tests.scoring.worked_out_deals import WorkedOut, worked_out_deals

sys.path.append(PEERS)
BOARDS = range(1, 17)


def of_endplay(deal: WorkedOut) -> tuple[list[int], list[int]]:
    """Return the twenty tricks and the par on each of sixteen boards, as endplay has them."""
    from endplay.dds import calc_dd_table, par  # noqa: PLC0415 - a peer
    from endplay.types import Deal, Denom, Player, Vul  # noqa: PLC0415

    table = calc_dd_table(Deal(deal_text(deal.layout)))
    denoms = {"S": "spades", "H": "hearts", "D": "diamonds", "C": "clubs", "N": "nt"}
    tricks = []
    for strain in STRAINS:
        denom = getattr(Denom, denoms[strain[0]])
        tricks += [table[denom, Player.find(str(seat))] for seat in Seat]
    pars = []
    for board in BOARDS:
        pars.append(par(table, Vul.from_board(board), Player.from_board(board)).score)
    return tricks, pars


@pytest.mark.filterwarnings("ignore")  # those of the peers
def test_tricks_and_par_are_those_of_endplay():
    boards = 0
    for deal in worked_out_deals():
        makeable = parse_makeable(deal.tricks)
        pars = [par_of(board, makeable).score for board in BOARDS]
        assert ([*makeable.values()], pars) == of_endplay(deal)
        boards += len(pars)
    print(f"{boards} boards have the par of endplay")
