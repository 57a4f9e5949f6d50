"""The command ``board``: scores results on duplicate boards, each result by itself."""

import argparse
from collections.abc import Iterable, Iterator

from scoring.commands.running import (
    Commands,
    add_format,
    json_line,
    refuse,
    run_file,
    write,
)
from scoring.duplicate import BoardScore, parse_board, score_board
from scoring.errors import InvalidBoard, InvalidDeal
from scoring.quickline import column_of, parse_deal
from scoring.text.board_file import read_boards
from scoring.text.board_text import board_as_text
from scoring.text.sheet_json import board_as_json


def add_to(commands: Commands) -> None:
    """Add the command ``board`` to the command line."""
    board = commands.add_parser(
        "board", help="score a result on a duplicate board, as North-South see it"
    )
    add_format(board)
    board.add_argument(
        "--file",
        metavar="FILE",
        help="many: a line is a board number, a blank and a quick line; or -",
    )
    board.add_argument(
        "board", nargs="?", metavar="BOARD", help="the number of the board"
    )
    board.add_argument(
        "deal", nargs="?", metavar="DEAL", help='a quick line, such as "4SXN+1"'
    )
    board.set_defaults(run=run_board, refuse=board.error)


def run_board(options: argparse.Namespace) -> int:
    """Print the score of one result on a duplicate board, or of every result in a file; return the exit code."""
    if options.file is not None:
        if options.board is not None:
            options.refuse("Give a board and a deal, or --file, not both.")
        return run_file(options.file, lambda lines: _boards(lines, options))
    if options.deal is None:
        options.refuse("A board's number and a deal are needed, or --file.")

    try:
        scored = score_board(parse_board(options.board), parse_deal(options.deal))
    except InvalidBoard as refusal:
        return refuse("board", 1, 1, refusal.message)
    except InvalidDeal as refusal:
        column = refusal.column or column_of(refusal.field, options.deal)
        return refuse("deal", 1, column, refusal.message)

    write(_board(scored, options))
    return 0


def _boards(lines: Iterable[bytes], options: argparse.Namespace) -> Iterator[str]:
    for number, scored in enumerate(read_boards(lines)):
        if number and options.format == "text":
            yield "\n"
        yield _board(scored, options)


def _board(scored: BoardScore, options: argparse.Namespace) -> str:
    if options.format == "json":
        return json_line(board_as_json(scored))
    return board_as_text(scored)
