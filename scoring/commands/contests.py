"""The commands ``matchpoints`` and ``session``: they score one board at all its tables, and a whole contest."""

import argparse
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial
from itertools import chain
from typing import Final

from scoring.commands.running import (
    Commands,
    add_format,
    add_rules,
    chosen_rules,
    json_line,
    refuse,
    run_file,
)
from scoring.contest import Award, Contest, ContestRules, Result, ScoredSlot, fold
from scoring.contest.practices import with_practice
from scoring.contest.rounding import as_number, shown
from scoring.duplicate import parse_board
from scoring.duplicate.outcome_line import outcome_line
from scoring.errors import InvalidBoard, InvalidContest, InvalidRules
from scoring.text.contest_json import reasons, result_as_json, scored_slot_as_json
from scoring.text.contest_text import awards_table, result_as_text
from scoring.text.lines import InvalidLine
from scoring.text.reading.compared_text import differences_as_json, differences_as_text
from scoring.text.reading.comparing import ComparedSession, compared
from scoring.text.reading.files import file_kind, read_sessions
from scoring.text.reading.xml_tree import MOST_BYTES
from scoring.text.results.pbn import pbn_text
from scoring.text.results.session import session_results
from scoring.text.results.usebio import UsebioVersion, usebio_text
from scoring.text.results.values import SessionResults
from scoring.text.session_file import read_session
from scoring.text.session_lines import session_lines
from scoring.text.traveller_file import BoardContest, read_traveller

METHODS = ("matchpoints", "cross-imps", "butler")
MOST_EXPECTED = 9999
_HEAD: Final = 4096
FILES: Final[Mapping[str, Callable[[SessionResults], str]]] = {
    "pbn": pbn_text,
    "usebio": usebio_text,
    "usebio-1.3": partial(usebio_text, version=UsebioVersion.V1_3),
}
"""The functions that write a session for other programs, by the name of the file format."""


def add_to(commands: Commands) -> None:
    """Add the commands ``matchpoints`` and ``session`` to the command line."""
    board = commands.add_parser(
        "matchpoints", help="compare the results of one board, a line NAME RESULT each"
    )
    add_format(board)
    add_rules(board)
    board.add_argument("file", metavar="FILE", help="the file, or - for standard input")
    board.add_argument(
        "--board", metavar="BOARD", help="its number, by which contracts are scored"
    )
    board.add_argument(
        "--expected",
        metavar="N",
        help="how many results it should have, where some are missing",
    )
    board.add_argument("--method", choices=METHODS, default=METHODS[0])
    board.set_defaults(run=run_matchpoints)

    session = commands.add_parser(
        "session", help="score a whole session from its file, USEBIO or PBN"
    )
    add_format(session, *FILES, "session")
    session.add_argument(
        "file", metavar="FILE", help="the file, or - for standard input"
    )
    session.add_argument(
        "--compare",
        action="store_true",
        help="what USEBIO or PBN prints otherwise than it follows from the results",
    )
    session.add_argument(
        "--part", metavar="N", help="one session of a file with several, from 1"
    )
    session.add_argument(
        "--why", metavar="BOARD/ENTRY", help="the reason behind one award, such as 12/7"
    )
    session.set_defaults(run=run_session, refuse=session.error)


def run_matchpoints(options: argparse.Namespace) -> int:
    """Print the awards of one board, and return the exit code.

    Raises:
        InvalidRules: for a rule or value that does not exist, and for the rules ``scoring`` and ``winners``, which the
            command does not take.
    """
    chosen = chosen_rules(options)
    if chosen.keys() & {"scoring", "winners"}:
        raise InvalidRules("One board is compared by --method, and has no winners.")

    rules = ContestRules.from_mapping(
        with_practice({**chosen, "scoring": options.method})
    )
    board = expected = None
    if options.board is not None:
        try:
            board = parse_board(options.board)
        except InvalidBoard as refusal:
            return refuse("--board", 1, 1, refusal.message)
    if options.expected is not None:
        expected = _number(options.expected)
        if not expected:
            return refuse(
                "--expected",
                1,
                1,
                f"From 1 to {MOST_EXPECTED} results can be expected.",
            )

    def printed(lines: Iterable[bytes]) -> Iterator[str]:
        compared = read_traveller(lines, rules, board=board, expected=expected)
        result = fold(compared.contest)
        if options.format == "json":
            return _board_json(compared, result)
        return _board_text(compared, result)

    return run_file(options.file, printed)


def run_session(options: argparse.Namespace) -> int:
    """Print the lists and awards of a session, or the reason behind one award; return the exit code."""
    is_file = options.format in (*FILES, "session")
    if options.why is not None and is_file:
        options.refuse("--why is told in text or json.")
    if options.compare and is_file:
        options.refuse("--compare is told in text or json.")
    return run_file(options.file, lambda lines: _session(lines, options))


def _number(text: str) -> int:
    """The text as a number from 1 to 9999; 0 for any other text."""
    if text.isascii() and text.isdigit() and len(text) <= len(str(MOST_EXPECTED)):
        return int(text)
    return 0


def _board_json(compared: BoardContest, result: Result) -> Iterator[str]:
    """Yield the awards of one board as a line of JSON."""
    expected = len(compared.names)
    for _, number in compared.contest.expected:
        expected = number
    awards = []
    for name, scored in zip(compared.names, result.slots, strict=True):
        awards.append(
            {
                "name": name,
                "group": scored.slot.group,
                **_without_entries(scored, result),
            }
        )
    most = str(result.top) if result.top else None
    yield json_line({"expected": expected, "max": most, "awards": awards})


def _board_text(compared: BoardContest, result: Result) -> Iterator[str]:
    """Yield a line for each result of one board, with its awards and the reason for them."""
    rows = []
    for name, scored in zip(compared.names, result.slots, strict=True):
        rows.append((name, outcome_line(scored.slot.outcome), scored))
    for line, scored in zip(awards_table(rows), result.slots, strict=True):
        yield f"{line}  {'; '.join(reasons(scored))}\n"


def _without_entries(scored: ScoredSlot, result: Result) -> dict[str, object]:
    """The JSON of a slot (one board at one table) without the numbers of its board and entries.

    A traveller does not have these numbers.
    """
    slot = scored_slot_as_json(scored, result.rules.rounding)
    for key in ("board", "ns", "ew"):
        del slot[key]
    return slot


def _session(lines: Iterable[bytes], options: argparse.Namespace) -> Iterator[str]:
    """Yield the text of each session in a file, which is a session file, USEBIO or PBN."""
    rest = iter(lines)
    head: list[bytes] = []
    while sum(map(len, head)) < _HEAD and (line := next(rest, None)) is not None:
        head.append(line)

    if file_kind(b"".join(head)):
        yield from _foreign(chain(head, rest), options)
        return
    if options.compare or options.part is not None:
        options.refuse("--compare and --part are for files in USEBIO and PBN.")
    contest = read_session(chain(head, rest))
    yield from _printed(contest, fold(contest), options)


def _foreign(lines: Iterable[bytes], options: argparse.Namespace) -> Iterator[str]:
    """Yield the text of each session in a file of another program, or of one part of it."""
    sessions = read_sessions(_content(lines))
    if options.part is not None:
        part = _number(options.part)
        if not 1 <= part <= len(sessions):
            options.refuse(f"The sessions of this file are 1 to {len(sessions)}.")
        sessions = sessions[part - 1 : part]
    if len(sessions) > 1 and (options.why or options.format in (*FILES, "session")):
        options.refuse("This file has several sessions: choose one with --part.")

    for number, session in enumerate(sessions):
        if number and options.format == "text":
            yield "\n"
        yield from _compared(compared(session), options)


def _content(lines: Iterable[bytes]) -> bytes:
    """The content of a file, but not much more than is read of one."""
    parts, size = [], 0
    for line in lines:
        parts.append(line)
        size += len(line)
        if size > MOST_BYTES:
            break
    return b"".join(parts)


def _compared(found: ComparedSession, options: argparse.Namespace) -> Iterator[str]:
    """Yield the text of a session of another program, with the differences if they are wanted."""
    if not options.compare:
        yield from _printed(found.contest, found.result, options)
    elif options.format == "json":
        yield json_line({**result_as_json(found.result), **differences_as_json(found)})
    else:
        yield from _printed(found.contest, found.result, options)
        yield "\n"
        yield from differences_as_text(found)


def _printed(
    contest: Contest, result: Result, options: argparse.Namespace
) -> Iterator[str]:
    """Yield the text of a session in the format that is wanted."""
    if options.why is not None:
        yield _why(result, options)
    elif options.format == "json":
        yield json_line(result_as_json(result))
    elif options.format in FILES:
        yield _file(contest, result, options.format)
    elif options.format == "session":
        for line in session_lines(contest):
            yield f"{line}\n"
    else:
        yield result_as_text(contest, result)


def _file(contest: Contest, result: Result, form: str) -> str:
    """The results as a file in the format ``form``. Raises InvalidLine, at line 1, if the format cannot hold them."""
    try:
        return FILES[form](session_results(contest, result))
    except InvalidContest as refusal:
        raise InvalidLine(refusal.message, line=1, column=1) from None


def _why(result: Result, options: argparse.Namespace) -> str:
    """The award of one entry on one board, and the steps that lead to the award, as text or JSON."""
    board_text, _, entry_text = options.why.partition("/")
    board, entry = _number(board_text), _number(entry_text)
    if not board or not entry:
        options.refuse("--why takes a board and an entry, such as 12/7.")

    explained = _explained_json if options.format == "json" else _explained_text
    for scored in result.slots:
        slot = scored.slot
        if (slot.board, slot.ns) == (board, entry):
            return explained(scored, entry, scored.ns, result)
        if (slot.board, slot.ew) == (board, entry):
            return explained(scored, entry, scored.ew, result)

    options.refuse(
        f"Entry {entry_text} has not played board {board_text} in this session."
    )
    raise AssertionError  # the parser has ended the program


def _explained_json(
    scored: ScoredSlot, entry: int, award: Award | None, result: Result
) -> str:
    points = as_number(award.points, result.rules.rounding) if award else None
    return json_line(
        {
            "board": scored.slot.board,
            "entry": entry,
            "award": points,
            "why": _steps(award),
        }
    )


def _explained_text(
    scored: ScoredSlot, entry: int, award: Award | None, result: Result
) -> str:
    points = "no award"
    if award:
        points = str(shown(award.points))
        if award.top:
            points += f" of {award.top}"
    lines = [
        f"Board {scored.slot.board}, entry {entry}, {outcome_line(scored.slot.outcome)}: {points}"
    ]
    lines += [f"  {step}" for step in _steps(award)]
    return "\n".join(lines) + "\n"


def _steps(award: Award | None) -> list[str]:
    if award is None:
        return ["not played"]
    return list(award.steps)
