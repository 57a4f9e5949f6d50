"""PBN of a session with its hands, read back by endplay and by our own strict reader of hands."""

import sys
from importlib import import_module
from types import ModuleType
from typing import Any

import pytest

from clubscore.duplicate.models import Session
from clubscore.duplicate.outcomes.results import results_of
from clubscore.duplicate.outcomes.scores import scores_of
from clubscore.duplicate.session.loading import load
from scoring.text.hands.deal_tag import deal_text
from scoring.text.hands.pbn_file import read_pbn
from tests.duplicate.results.publishing.files.test_results import text, with_hands

# Those of endplay.
pytestmark = [
    pytest.mark.django_db,
    pytest.mark.slow,
    pytest.mark.filterwarnings("ignore"),
]
VULNERABLE = {"none": "None", "ns": "NS", "ew": "EW", "both": "All"}


@pytest.fixture
def endplay(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Return endplay's PBN reader, with stand-ins for matplotlib, with which endplay draws."""
    for name in ("matplotlib", "matplotlib.pyplot"):
        monkeypatch.setitem(sys.modules, name, ModuleType(name))
    return import_module("endplay.parsers.pbn")


def rows(table: Any) -> list[dict[str, str]]:
    """The rows of a table of endplay, each by the names of its columns."""
    names = [
        header["name"] if isinstance(header, dict) else header
        for header in table["headers"]
    ]
    return [dict(zip(names, row, strict=True)) for row in table["rows"]]


def awards(session: Session) -> list[tuple[int, int, int, float, float]]:
    """The boards, pairs and matchpoints of each table as the fold gives them."""
    scores = scores_of(load(session.pk), results_of(session.pk))
    found = []
    for scored in scores.result.slots:
        slot, ns, ew = scored[:3]
        found.append((slot.board, slot.ns, slot.ew, float(ns.points), float(ew.points)))
    return sorted(found)


def test_endplay_reads_hands_results_and_ranking(endplay):
    session = with_hands(None)
    boards = endplay.loads(text(session, "pbn"))
    dealt = {board.number: board for board in session.deal_set.dealt}
    assert [board.board_num for board in boards] == [1, 2, 3, 4, 5, 6]
    found = []
    for board in boards:
        ours = dealt[board.board_num]
        assert str(board.deal) == deal_text(ours.layout)
        assert board.dealer.abbr == ours.dealer
        for row in rows(board.info["ScoreTable"]):
            ns, ew = int(row["PairId_NS"]), int(row["PairId_EW"])
            points = float(row["MP_NS"]), float(row["MP_EW"])
            found.append((board.board_num, ns, ew, *points))
    assert sorted(found) == awards(session)
    ranking = rows(boards[0].info["TotalScoreTable"])
    assert len(ranking) == 4


def test_our_own_strict_reader_takes_the_same_hands():
    session = with_hands(None)
    read = read_pbn(text(session, "pbn").encode())
    assert read == session.deal_set.dealt[:6]
