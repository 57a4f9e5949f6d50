"""Dealing: each board comes from one secret number and no other source of chance."""

import ast
from pathlib import Path

import pytest

import scoring.hands
from scoring.errors import InvalidBoard, InvalidHands
from scoring.hands import LAYOUTS, deal_boards, layout_of


def test_each_board_is_the_layout_of_one_number_below_the_number_of_all_deals():
    asked = []

    def below(limit):
        asked.append(limit)
        return 1_000 + len(asked)

    boards = deal_boards(5, 3, below=below)
    assert [(board.number, board.layout) for board in boards] == [
        (5, layout_of(1_001)),
        (6, layout_of(1_002)),
        (7, layout_of(1_003)),
    ]
    assert asked == [LAYOUTS] * 3


def test_the_number_comes_from_the_system_s_source_of_secrets():
    first, second = deal_boards(1, 36), deal_boards(1, 36)
    assert len({board.layout for board in (*first, *second)}) == 72


def test_nothing_here_knows_the_module_random():
    for path in Path(scoring.hands.__file__).parent.glob("*.py"):
        names = {
            node.id
            for node in ast.walk(ast.parse(path.read_text()))
            if isinstance(node, ast.Name)
        }
        assert "random" not in names and "import random" not in path.read_text()


@pytest.mark.parametrize(("first", "boards"), [(1, 0), (1, 129), (1, -3)])
def test_a_set_has_boards_and_not_too_many(first, boards):
    with pytest.raises(InvalidHands, match="from 1 to 128"):
        deal_boards(first, boards)


@pytest.mark.parametrize(("first", "boards"), [(0, 4), (9_998, 4)])
def test_boards_have_numbers_that_there_are(first, boards):
    with pytest.raises(InvalidBoard):
        deal_boards(first, boards)
