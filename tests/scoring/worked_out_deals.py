"""Two hundred deals with their tricks and par as endplay 0.5.12 has them, which asks DDS (`bench_double_dummy.py`)."""

from pathlib import Path
from typing import NamedTuple

from scoring.hands import Layout

DEALS = Path(__file__).parent / "data" / "double_dummy.txt"


class WorkedOut(NamedTuple):
    """A deal: its tricks as digits, and on one board the par of North-South and the strains and sides that score it."""

    layout: Layout
    tricks: str
    board: int
    par: int
    contracts: set[str]
    """A strain and a side each, such as `S:NS`."""


def worked_out_deals() -> list[WorkedOut]:
    deals = []
    for line in DEALS.read_text().splitlines()[1:]:
        owners, tricks, board, par, contracts = line.split()
        found = {*contracts.split(",")} - {"-"}
        deals.append(WorkedOut(Layout(owners), tricks, int(board), int(par), found))
    return deals
