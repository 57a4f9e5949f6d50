"""The command line: ``python -m scoring sheet | deal | board | systems``.

The only place here that reads or writes anything.
"""

import argparse
import json
import os
import shutil
import sys
import tempfile
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, nullcontext
from typing import IO, Final

from scoring import SYSTEMS, InvalidBoard, InvalidDeal, InvalidRules, Rules, Seat, Side, parse_deal, sheet_as_text
from scoring.duplicate import BoardScore, parse_board, score_board
from scoring.quickline import column_of
from scoring.systems import DEFAULT
from scoring.text.board_file import read_boards
from scoring.text.board_text import board_as_text
from scoring.text.deal_file import read_sheets
from scoring.text.lines import InvalidLine
from scoring.text.sheet_json import board_as_json, scored_deal_as_json, sheet_as_json
from scoring.text.sheet_text import scored_deal_as_text

REFUSED: Final = 2
_VULNERABLE: Final[dict[str, tuple[Side, ...]]] = {
    "none": (),
    "ns": (Side.NS,),
    "ew": (Side.EW,),
    "both": tuple(Side),
}


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and give the exit code: 0, or 2 when anything is refused."""
    parser = _parser()
    options = parser.parse_args(arguments)
    try:
        return int(options.run(options))
    except InvalidRules as refusal:
        parser.error(refusal.message)
    except BrokenPipeError:
        # The reader has gone. Python would fail once more when it flushes at the end.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1


def run_sheet(options: argparse.Namespace) -> int:
    """Score every rubber of a file."""
    return _run_file(options.file, lambda lines: _sheets(lines, options))


def run_deal(options: argparse.Namespace) -> int:
    """Score one deal by itself."""
    system = SYSTEMS[options.system]
    try:
        deal = parse_deal(options.deal, royals=system.royals)
        scored = system.score_deal(deal, rules=_rules(options), vulnerable=_VULNERABLE[options.vulnerable])
    except InvalidDeal as refusal:
        return _refuse("deal", 1, refusal.column or column_of(refusal.field, options.deal), refusal.message)
    as_json = options.format == "json"
    _write(_json_line(scored_deal_as_json(scored)) if as_json else scored_deal_as_text(scored, system))
    return 0


def run_board(options: argparse.Namespace) -> int:
    """Score one result on a duplicate board, or every line of a file of them."""
    if options.file is not None:
        if options.board is not None:
            options.refuse("Give a board and a deal, or --file, not both.")
        return _run_file(options.file, lambda lines: _boards(lines, options))
    if options.deal is None:
        options.refuse("A board's number and a deal are needed, or --file.")
    try:
        scored = score_board(parse_board(options.board), parse_deal(options.deal))
    except InvalidBoard as refusal:
        return _refuse("board", 1, 1, refusal.message)
    except InvalidDeal as refusal:
        return _refuse("deal", 1, refusal.column or column_of(refusal.field, options.deal), refusal.message)
    _write(_board(scored, options))
    return 0


def run_systems(options: argparse.Namespace) -> int:
    """List the systems with their rules, the default value of each first."""
    _write("\n".join(_systems()) + "\n")
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m scoring", description="Score bridge, each figure with its reason.")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")

    sheet = commands.add_parser("sheet", help="score rubbers from a file, one deal a line, --- between rubbers")
    _add_scoring_options(sheet)
    dealers = [seat.value for seat in Seat]
    sheet.add_argument("--dealer", type=str.upper, choices=dealers, default="N", help="who deals first")
    sheet.add_argument("--unfinished", action="store_true", help="close a rubber or round that has not ended")
    sheet.add_argument("file", nargs="?", default="-", metavar="FILE", help="the file; - or none is standard input")
    sheet.set_defaults(run=run_sheet)

    deal = commands.add_parser("deal", help="score one deal")
    _add_scoring_options(deal)
    deal.add_argument("--vulnerable", choices=_VULNERABLE, default="none")
    deal.add_argument("deal", metavar="DEAL", help='a quick line, such as "4SXN+1 h4S"')
    deal.set_defaults(run=run_deal)

    board = commands.add_parser("board", help="score a result on a duplicate board, as North-South see it")
    _add_format(board)
    board.add_argument("--file", metavar="FILE", help="many: a line is a board number, a blank and a quick line; or -")
    board.add_argument("board", nargs="?", metavar="BOARD", help="the number of the board")
    board.add_argument("deal", nargs="?", metavar="DEAL", help='a quick line, such as "4SXN+1"')
    board.set_defaults(run=run_board, refuse=board.error)

    systems = commands.add_parser("systems", help="list the systems and their rules")
    systems.set_defaults(run=run_systems)
    return parser


def _add_scoring_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--system", choices=SYSTEMS, default=DEFAULT)
    parser.add_argument("--rule", action="append", default=[], metavar="KEY=VALUE", help="a house choice; repeatable")
    _add_format(parser)


def _add_format(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--format", choices=("text", "json"), default="text")


def _rules(options: argparse.Namespace) -> Rules:
    chosen = {}
    for rule in options.rule:
        key, equals, value = rule.partition("=")
        if not equals:
            raise InvalidRules(f"A rule is given as KEY=VALUE, not as “{rule[:40]}”.")
        chosen[key] = value
    rules: Rules = SYSTEMS[options.system].rules(chosen)
    return rules


def _run_file(file: str, texts: Callable[[Iterable[bytes]], Iterator[str]]) -> int:
    """Write what a file becomes. Output waits in a temporary file until the whole input is known to be good."""
    with tempfile.TemporaryFile() as spool:
        try:
            with _opened(file) as lines:
                for text in texts(lines):
                    spool.write(text.encode())
        except InvalidLine as refusal:
            return _refuse(file, refusal.line, refusal.column, refusal.message)
        except OSError as error:
            return _refuse(file, 1, 1, f"This file cannot be read: {error.strerror}.")
        spool.seek(0)
        shutil.copyfileobj(spool, sys.stdout.buffer)
        sys.stdout.buffer.flush()
    return 0


def _opened(file: str) -> AbstractContextManager[IO[bytes]]:
    return nullcontext(sys.stdin.buffer) if file == "-" else open(file, "rb")


def _sheets(lines: Iterable[bytes], options: argparse.Namespace) -> Iterator[str]:
    sheets = read_sheets(
        lines,
        SYSTEMS[options.system],
        rules=_rules(options),
        dealer=Seat(options.dealer),
        unfinished=options.unfinished,
    )
    for number, sheet in enumerate(sheets):
        if options.format == "json":
            yield _json_line(sheet_as_json(sheet))
        else:
            yield ("\n\n" if number else "") + sheet_as_text(sheet)


def _boards(lines: Iterable[bytes], options: argparse.Namespace) -> Iterator[str]:
    for number, scored in enumerate(read_boards(lines)):
        yield ("\n" if number and options.format == "text" else "") + _board(scored, options)


def _board(scored: BoardScore, options: argparse.Namespace) -> str:
    return _json_line(board_as_json(scored)) if options.format == "json" else board_as_text(scored)


def _systems() -> Iterator[str]:
    for system in SYSTEMS.values():
        yield f"{system.name}: {system.title}"
        for rule, allowed in system.allowed_rules().items():
            yield f"  {rule}: {' | '.join(map(str, allowed))}"
    yield "The first value of a rule is its default, the first system the default system."


def _json_line(value: object) -> str:
    return json.dumps(value, ensure_ascii=False) + "\n"


def _write(text: str) -> None:
    sys.stdout.buffer.write(text.encode())
    sys.stdout.buffer.flush()


def _refuse(file: str, line: int, column: int, message: str) -> int:
    sys.stderr.buffer.write(f"{file}:{line}:{column}: {message}\n".encode(errors="surrogateescape"))
    sys.stderr.buffer.flush()
    return REFUSED


if __name__ == "__main__":
    sys.exit(main())
