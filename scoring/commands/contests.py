"""``matchpoints`` and ``session``: one board at all its tables, and a whole contest."""

import argparse
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Final

from scoring.commands.running import Commands, add_format, add_rules, chosen_rules, json_line, refuse, run_file
from scoring.contest import Award, Contest, ContestRules, Result, ScoredSlot, fold
from scoring.contest.rounding import as_number, shown
from scoring.duplicate import parse_board
from scoring.duplicate.outcome_line import outcome_line
from scoring.errors import InvalidBoard, InvalidContest, InvalidRules
from scoring.text.contest_json import reasons, result_as_json, scored_slot_as_json
from scoring.text.contest_text import awards_table, result_as_text
from scoring.text.lines import InvalidLine
from scoring.text.results.pbn import pbn_text
from scoring.text.results.session import SessionResults, session_results
from scoring.text.results.usebio import usebio_text
from scoring.text.session_file import read_session
from scoring.text.traveller_file import Traveller, read_traveller

METHODS = ("matchpoints", "cross-imps", "butler")
MOST_EXPECTED = 9999
FILES: Final[Mapping[str, Callable[[SessionResults], str]]] = {"pbn": pbn_text, "usebio": usebio_text}
"""The formats that other programs read."""


def add_to(commands: Commands) -> None:
    """Add the commands to the command line."""
    board = commands.add_parser("matchpoints", help="compare the results of one board, a line NAME RESULT each")
    add_format(board)
    add_rules(board)
    board.add_argument("file", metavar="FILE", help="the file, or - for standard input")
    board.add_argument("--board", metavar="BOARD", help="its number, by which contracts are scored")
    board.add_argument("--expected", metavar="N", help="how many results it should have, where some are missing")
    board.add_argument("--method", choices=METHODS, default=METHODS[0])
    board.set_defaults(run=run_matchpoints)

    session = commands.add_parser("session", help="score a whole session from its file")
    add_format(session, *FILES)
    session.add_argument("file", metavar="FILE", help="the file, or - for standard input")
    session.add_argument("--why", metavar="BOARD/ENTRY", help="the reason behind one award, such as 12/7")
    session.set_defaults(run=run_session, refuse=session.error)


def run_matchpoints(options: argparse.Namespace) -> int:
    """Print the awards of one board."""
    chosen = chosen_rules(options)
    if chosen.keys() & {"scoring", "winners"}:
        raise InvalidRules("One board is compared by --method, and has no winners.")
    rules = ContestRules.from_mapping({**chosen, "scoring": options.method})
    try:
        board = None if options.board is None else parse_board(options.board)
    except InvalidBoard as refusal:
        return refuse("--board", 1, 1, refusal.message)
    expected = None if options.expected is None else _number(options.expected)
    if expected == 0:
        return refuse("--expected", 1, 1, f"From 1 to {MOST_EXPECTED} results can be expected.")
    as_json = options.format == "json"
    return run_file(
        options.file, lambda lines: _traveller(read_traveller(lines, rules, board=board, expected=expected), as_json)
    )


def run_session(options: argparse.Namespace) -> int:
    """Print the lists and awards of a session, or the reason behind one award."""
    if options.why is not None and options.format in FILES:
        options.refuse("--why is told in text or json.")
    return run_file(options.file, lambda lines: _session(lines, options))


def _number(text: str) -> int:
    """A number from 1; 0 for text that is none."""
    return int(text) if text.isascii() and text.isdigit() and len(text) <= len(str(MOST_EXPECTED)) else 0


def _traveller(traveller: Traveller, as_json: bool) -> Iterator[str]:
    result = fold(traveller.contest)
    if as_json:
        expected = dict(traveller.contest.expected)
        yield json_line(
            {
                "expected": next(iter(expected.values()), len(traveller.names)),
                "max": str(result.top) if result.top else None,
                "awards": [
                    {"name": name, **_without_entries(each, result)}
                    for name, each in zip(traveller.names, result.slots, strict=True)
                ],
            }
        )
        return
    rows = [
        (name, outcome_line(each.slot.outcome), each) for name, each in zip(traveller.names, result.slots, strict=True)
    ]
    for line, each in zip(awards_table(rows), result.slots, strict=True):
        yield f"{line}  {'; '.join(reasons(each))}\n"


def _without_entries(scored: ScoredSlot, result: Result) -> dict[str, object]:
    """A slot's awards with its group, and without the numbers that it has only while it is being scored."""
    found = scored_slot_as_json(scored, result.rules.rounding)
    named = {key: value for key, value in found.items() if key not in ("board", "ns", "ew")}
    return {"group": scored.slot.group, **named}


def _session(lines: Iterable[bytes], options: argparse.Namespace) -> Iterator[str]:
    contest = read_session(lines)
    result = fold(contest)
    if options.why is not None:
        yield _why(result, options)
    elif options.format == "json":
        yield json_line(result_as_json(result))
    elif options.format in FILES:
        yield _file(contest, result, options.format)
    else:
        yield result_as_text(contest, result)


def _file(contest: Contest, result: Result, form: str) -> str:
    """The results for other programs; what the format has no place for is refused at the first line."""
    try:
        return FILES[form](session_results(contest, result))
    except InvalidContest as refusal:
        raise InvalidLine(refusal.message, line=1, column=1) from None


def _why(result: Result, options: argparse.Namespace) -> str:
    """The award of one entry on one board, and the steps to it."""
    board, slash, entry = options.why.partition("/")
    if not slash or not _number(board) or not _number(entry):
        options.refuse("--why takes a board and an entry, such as 12/7.")
    for scored in result.slots:
        for number, award in ((scored.slot.ns, scored.ns), (scored.slot.ew, scored.ew)):
            if (scored.slot.board, number) == (_number(board), _number(entry)):
                return _explained(scored, number, award, result, options.format == "json")
    options.refuse(f"Entry {entry} has not played board {board} in this session.")
    raise AssertionError  # the parser has left


def _explained(scored: ScoredSlot, entry: int, award: Award | None, result: Result, as_json: bool) -> str:
    steps = list(award.steps) if award else ["not played"]
    if as_json:
        points = as_number(award.points, result.rules.rounding) if award else None
        return json_line({"board": scored.slot.board, "entry": entry, "award": points, "why": steps})
    of_top = f" of {award.top}" if award and award.top else ""
    points = f"{shown(award.points)}{of_top}" if award else "no award"
    who = f"Board {scored.slot.board}, entry {entry}, {outcome_line(scored.slot.outcome)}: {points}"
    return "\n".join([who, *(f"  {step}" for step in steps)]) + "\n"
