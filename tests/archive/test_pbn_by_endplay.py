"""Another program, endplay, reads the PBN of an archive with the intended meaning."""

import sys
from importlib import import_module
from types import ModuleType
from typing import Any
from zipfile import ZipFile

import pytest

from clubscore.rubbers.models import Rubber
from clubscore.rubbers.rubber.loading import load
from scoring import Contract, Risk, Side, Strain
from tests.archive.history import happen
from tests.archive.zips import packed

# Those of endplay.
pytestmark = [
    pytest.mark.django_db,
    pytest.mark.filterwarnings("ignore"),
]

VULNERABLE = {
    (): "none",
    (Side.NS,): "ns",
    (Side.EW,): "ew",
    (Side.NS, Side.EW): "both",
}
RISKS = dict(zip(("passed", "doubled", "redoubled"), Risk, strict=True))


def contract_of(board) -> Contract | None:
    theirs = board.contract
    if theirs.is_passout():
        return None
    strain = (
        Strain.NOTRUMP
        if theirs.denom.name == "nt"
        else Strain[theirs.denom.name.upper()]
    )
    return Contract(theirs.level, strain, RISKS[theirs.penalty.name])


@pytest.fixture
def pbn(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Return endplay's PBN reader. Stand-ins replace matplotlib, with which endplay draws, and which is not there."""
    for name in ("matplotlib", "matplotlib.pyplot"):
        monkeypatch.setitem(sys.modules, name, ModuleType(name))
    return import_module("endplay.parsers.pbn")


def test_endplay_reads_the_deals_that_are_on_the_sheets(pbn):
    happen()
    with ZipFile(packed()) as archive:
        boards = pbn.loads(archive.read("pbn/2026-11.pbn").decode())
    rubbers = Rubber.objects.exclude(system="royal").order_by("started_at", "pk")
    scored = [deal for rubber in rubbers for deal in load(rubber.pk).sheet.deals]
    assert len(boards) == len(scored) > 20
    for board, ours in zip(boards, scored, strict=True):
        assert board.dealer.abbr == ours.dealer
        assert board.vul.name == VULNERABLE[ours.vulnerable]
        assert contract_of(board) == ours.deal.contract
        if ours.deal.contract:
            assert board.contract.declarer.abbr == ours.deal.declarer
            assert board.contract.level + 6 + board.contract.result == ours.deal.tricks
    assert boards[0].info["ScoreRubberHistory"] == "NS 0 0/0 EW 0 0/0"
