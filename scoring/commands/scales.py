"""The commands ``imps`` and ``vp``: IMPs for a difference of points, and victory points for a margin of IMPs."""

import argparse
from collections.abc import Sequence
from fractions import Fraction

from scoring.commands.running import Commands, add_format, json_line, refuse, write
from scoring.contest.rounding import two_decimals
from scoring.duplicate.imps import imps
from scoring.duplicate.victory_points import (
    MOST_BOARDS,
    victory_point_scale,
    victory_points,
)

MOST_POINTS = 99_990


def add_to(commands: Commands) -> None:
    """Add the commands ``imps`` and ``vp`` to the command line."""
    scale = commands.add_parser("imps", help="the IMPs of a difference of points")
    add_format(scale)
    scale.add_argument(
        "points", metavar="POINTS", help="a difference of scores; negative for a loss"
    )
    scale.set_defaults(run=run_imps)

    match = commands.add_parser("vp", help="the victory points of a match")
    add_format(match)
    match.add_argument(
        "--boards",
        required=True,
        metavar="BOARDS",
        help="the number of boards of the match",
    )
    match.add_argument(
        "--margin",
        metavar="IMPS",
        help="by how many IMPs it was won; negative if it was lost",
    )
    match.add_argument(
        "--table",
        action="store_true",
        help="every margin, up to the first that wins 20",
    )
    match.set_defaults(run=run_vp, refuse=match.error)


def run_imps(options: argparse.Namespace) -> int:
    """Print the IMPs for a difference of points; return the exit code."""
    points = _whole(options.points)
    if points is None or points % 10 or abs(points) > MOST_POINTS:
        return refuse(
            "imps",
            1,
            1,
            f"A difference of scores is a multiple of ten, up to {MOST_POINTS}: such as 430.",
        )
    won = imps(points)
    if options.format == "json":
        write(json_line({"points": points, "imps": won}))
    else:
        write(f"{won}\n")
    return 0


def run_vp(options: argparse.Namespace) -> int:
    """Print the victory points of both sides; return the exit code.

    The options ask for one margin, for the table of all margins, or for the margin and the table.
    """
    boards = _whole(options.boards)
    if boards is None or not 1 <= boards <= MOST_BOARDS:
        return refuse("--boards", 1, 1, f"A match has from 1 to {MOST_BOARDS} boards.")
    if options.margin is None and not options.table:
        options.refuse("Give --margin, or --table for every margin.")

    margin = None
    if options.margin is not None:
        margin = _whole(options.margin)
        if margin is None:
            return refuse(
                "--margin",
                1,
                1,
                "A margin is a whole number of IMPs, such as 14 or -14.",
            )

    table: Sequence[int] = ()
    if options.table:
        table = range(len(victory_point_scale(boards)))
    if options.format == "json":
        write(_scale_json(boards, margin, table))
    else:
        write(_scale_text(boards, margin, table))

    return 0


def _scale_json(boards: int, margin: int | None, table: Sequence[int]) -> str:
    """One line of JSON: the victory points of ``margin``, if it is given, and of each margin in the table."""
    answer: dict[str, object] = {"boards": boards}
    if margin is not None:
        answer["margin"] = margin
        answer["vp"] = _texts(boards, margin)
    if table:
        rows = []
        for imps_won in table:
            rows.append([imps_won, *_texts(boards, imps_won)])
        answer["table"] = rows
    return json_line(answer)


def _scale_text(boards: int, margin: int | None, table: Sequence[int]) -> str:
    """Lines of text: the victory points of ``margin``, if it is given, and of each margin in the table."""
    lines = []
    if margin is not None:
        lines.append(" ".join(_texts(boards, margin)))
    for imps_won in table:
        ours, theirs = _texts(boards, imps_won)
        lines.append(f"{imps_won:>4}  {ours:>5}  {theirs:>5}")
    return "".join(f"{line}\n" for line in lines)


def _texts(boards: int, margin: int) -> list[str]:
    """The victory points of both sides as texts with two decimals; the side that won by ``margin`` IMPs comes first."""
    return [two_decimals(Fraction(points)) for points in victory_points(boards, margin)]


def _whole(text: str) -> int | None:
    """The text as a whole number, with or without a sign; None for any other text."""
    plain = text.strip().replace("−", "-")
    digits = plain
    if plain.startswith(("-", "+")):
        digits = plain[1:]
    if digits.isascii() and digits.isdigit() and len(digits) <= 9:
        return int(plain)
    return None
