"""``imps`` and ``vp``: what a difference of points, and a margin of IMPs, are worth."""

import argparse
from collections.abc import Iterator, Sequence
from fractions import Fraction

from scoring.commands.running import Commands, add_format, json_line, refuse, write
from scoring.contest.rounding import two_decimals
from scoring.duplicate.imps import imps
from scoring.duplicate.victory_points import MOST_BOARDS, victory_point_scale, victory_points

MOST_POINTS = 99_990


def add_to(commands: Commands) -> None:
    """Add the commands to the command line."""
    scale = commands.add_parser("imps", help="the IMPs of a difference of points")
    add_format(scale)
    scale.add_argument("points", metavar="POINTS", help="a difference of scores; negative for a loss")
    scale.set_defaults(run=run_imps)

    match = commands.add_parser("vp", help="the victory points of a match")
    add_format(match)
    match.add_argument("--boards", required=True, metavar="BOARDS", help="the number of boards of the match")
    match.add_argument("--margin", metavar="IMPS", help="by how many IMPs it was won; negative if it was lost")
    match.add_argument("--table", action="store_true", help="every margin, up to the first that wins 20")
    match.set_defaults(run=run_vp, refuse=match.error)


def run_imps(options: argparse.Namespace) -> int:
    """Print the IMPs of a difference."""
    points = _whole(options.points)
    if points is None or points % 10 or abs(points) > MOST_POINTS:
        return refuse("imps", 1, 1, f"A difference of scores is a multiple of ten, up to {MOST_POINTS}: such as 430.")
    won = imps(points)
    write(json_line({"points": points, "imps": won}) if options.format == "json" else f"{won}\n")
    return 0


def run_vp(options: argparse.Namespace) -> int:
    """Print the victory points of both sides, or of every margin."""
    boards = _whole(options.boards)
    if boards is None or not 1 <= boards <= MOST_BOARDS:
        return refuse("--boards", 1, 1, f"A match has from 1 to {MOST_BOARDS} boards.")
    if options.margin is None and not options.table:
        options.refuse("Give --margin, or --table for every margin.")
    margin = None if options.margin is None else _whole(options.margin)
    if options.margin is not None and margin is None:
        return refuse("--margin", 1, 1, "A margin is a whole number of IMPs, such as 14 or -14.")
    table = range(len(victory_point_scale(boards))) if options.table else ()
    write("".join(_printed(boards, margin, table, options.format == "json")))
    return 0


def _printed(boards: int, margin: int | None, table: Sequence[int], as_json: bool) -> Iterator[str]:
    """The margin that was asked for, then the table."""
    if as_json:
        asked = {} if margin is None else {"margin": margin, "vp": _texts(boards, margin)}
        rows = {"table": [[each, *_texts(boards, each)] for each in table]} if table else {}
        yield json_line({"boards": boards, **asked, **rows})
        return
    if margin is not None:
        yield " ".join(_texts(boards, margin)) + "\n"
    for each in table:
        yield f"{each:>4}  " + "  ".join(f"{text:>5}" for text in _texts(boards, each)) + "\n"


def _texts(boards: int, margin: int) -> list[str]:
    return [two_decimals(Fraction(points)) for points in victory_points(boards, margin)]


def _whole(text: str) -> int | None:
    """A whole number with its sign; None for anything else."""
    plain = text.strip().replace("−", "-")
    digits = plain.removeprefix("-") if plain.startswith("-") else plain.removeprefix("+")
    return int(plain) if digits.isascii() and digits.isdigit() and len(digits) <= 9 else None
