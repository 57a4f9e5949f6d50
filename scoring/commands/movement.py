"""``movement``: make a movement, or check one from a file."""

import argparse
from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction
from typing import Final

from scoring.commands.running import Commands, add_format, json_line, refuse, run_file, write
from scoring.errors import InvalidMovement
from scoring.movements.change.late_pair import late_pair
from scoring.movements.change.proposal import Proposal
from scoring.movements.check import Breach, check
from scoring.movements.howell import howell
from scoring.movements.individual import individual
from scoring.movements.mitchell import EVEN, mitchell
from scoring.movements.plan import Movement
from scoring.movements.ring import double_hesitation, hesitation
from scoring.movements.rover import rover
from scoring.movements.teams import teams
from scoring.text.movement_file import read_movement
from scoring.text.movement_json import cards_as_json, movement_as_json, proposal_as_json
from scoring.text.movement_text import cards_as_text, movement_as_text, proposals_as_text

BROKEN: Final = 1
_EVEN, _SWITCH = ("even",), ("switch",)
# Each kind with the options that it has beside tables and rounds.
_KINDS: Final[dict[str, tuple[Callable[..., Movement], tuple[str, ...], str]]] = {
    "mitchell": (mitchell, _EVEN + _SWITCH, "one line stays, the other moves up"),
    "howell": (howell, (), "every pair meets every other; 2 to 7 tables"),
    "hesitation": (hesitation, _SWITCH, "a Mitchell in which one seat more is in the moving line"),
    "double-hesitation": (double_hesitation, _SWITCH, "the same with two seats"),
    "rover": (rover, _EVEN, "one pair more than the tables seat"),
    "teams": (teams, (), "American Whist, a table for each team; with 2, head to head"),
}
_SMALL_NUMBERS: Final = {"rounds": "how many rounds", "switch": "how many rounds at the end are turned"}


def add_to(commands: Commands) -> None:
    """Add the command to the command line."""
    parser = commands.add_parser("movement", help="make a movement, or check one from a file")
    kinds = parser.add_subparsers(required=True, metavar="KIND")
    for name, (_, options, words) in _KINDS.items():
        kind = kinds.add_parser(name, help=words)
        halves = "" if name in ("rover", "teams") else "; 9.5 is nine and a half"
        kind.add_argument("--tables", required=True, metavar="N", help=f"how many tables{halves}")
        _add_options(kind, options)
        kind.set_defaults(run=run_kind, kind=name)
    players = kinds.add_parser("individual", help="everybody plays with everybody; 8 or 12 players")
    players.add_argument("--players", required=True, metavar="N", help="how many players")
    _add_options(players, ())
    players.set_defaults(run=run_individual)
    checked = kinds.add_parser("check", help="check a movement against the rules")
    checked.add_argument("file", metavar="FILE", help="the file, or - for standard input")
    checked.add_argument("--late-from", metavar="ROUND", help="let one more pair in from this round on")
    checked.add_argument("--cards", action="store_true", help="guide cards, and where the boards go")
    add_format(checked)
    checked.set_defaults(run=run_check)


def run_kind(options: argparse.Namespace) -> int:
    """Print a movement of pairs or teams."""
    make, names, _ = _KINDS[options.kind]

    def made() -> Movement:
        tables = _tables(options.tables)
        chosen = {name: getattr(options, name) for name in names if name == "even"}
        numbers = {
            name: _number(getattr(options, name), name) for name in ("rounds", "switch") if hasattr(options, name)
        }
        chosen |= {name: number for name, number in numbers.items() if number is not None}
        if tables.denominator == 1:
            return make(int(tables), **chosen)
        if options.kind in ("rover", "teams"):
            raise InvalidMovement("Half a table is for movements of pairs, each in its seat.", field="tables")
        whole = make(int(tables + Fraction(1, 2)), **chosen)
        return whole.without(whole.entries[-1])

    return _print(made, options)


def run_individual(options: argparse.Namespace) -> int:
    """Print an individual movement."""

    def made() -> Movement:
        return individual(_number(options.players, "players") or 0, rounds=_number(options.rounds, "rounds"))

    return _print(made, options)


def run_check(options: argparse.Namespace) -> int:
    """Print a movement from a file, with every rule that it breaks."""
    code = 0

    def texts(lines: Iterable[bytes]) -> Iterator[str]:
        nonlocal code
        movement = read_movement(lines).movement
        try:
            code, found = _shown(movement, options)
        except InvalidMovement as refusal:
            raise _Refused(refusal) from None
        yield found

    try:
        return run_file(options.file, texts) or code
    except _Refused as refused:
        return _refuse(refused.refusal)


class _Refused(Exception):
    """A choice on the command line that the movement of the file refuses."""

    def __init__(self, refusal: InvalidMovement) -> None:
        super().__init__()
        self.refusal = refusal


def _add_options(parser: argparse.ArgumentParser, names: tuple[str, ...]) -> None:
    for name in ("rounds", *(each for each in names if each in _SMALL_NUMBERS)):
        parser.add_argument(f"--{name}", metavar="N", help=_SMALL_NUMBERS[name])
    if "even" in names:
        parser.add_argument("--even", choices=EVEN, default=EVEN[0], help="how an even number of tables is played")
    parser.add_argument("--late-from", metavar="ROUND", help="let one more pair in from this round on")
    parser.add_argument("--cards", action="store_true", help="guide cards, and where the boards go")
    add_format(parser)


def _print(made: Callable[[], Movement], options: argparse.Namespace) -> int:
    try:
        code, text = _shown(made(), options)
    except InvalidMovement as refusal:
        return _refuse(refusal)
    write(text)
    return code


def _refuse(refusal: InvalidMovement) -> int:
    return refuse(f"--{refusal.field}" if refusal.field else "movement", 1, 1, refusal.message)


def _shown(movement: Movement, options: argparse.Namespace) -> tuple[int, str]:
    """The exit code, and the movement as text or JSON: with what a late pair can do, as that leaves it."""
    breaches = check(movement)
    late = _number(options.late_from, "late-from")
    found: tuple[Proposal, ...] = ()
    if late is not None and not breaches:
        found = late_pair(movement, late)
        movement = found[0].movement
    return (BROKEN if breaches else 0), _text(movement, breaches, found, options)


def _text(
    movement: Movement, breaches: tuple[Breach, ...], found: tuple[Proposal, ...], options: argparse.Namespace
) -> str:
    if options.format == "json":
        parts = movement_as_json(movement, breaches)
        parts |= {"proposals": [proposal_as_json(each) for each in found]} if found else {}
        parts |= cards_as_json(movement) if options.cards else {}
        return json_line(parts)
    texts = [proposals_as_text(found)] if found else []
    texts += [movement_as_text(movement, breaches)]
    texts += [cards_as_text(movement)] if options.cards else []
    return "\n".join(texts)


def _tables(text: str) -> Fraction:
    """A number of tables, which may be a whole number and a half."""
    plain = text.strip().replace("½", ".5").removeprefix("+")
    digits, point, half = plain.partition(".")
    if not (digits.isascii() and digits.isdigit() and len(digits) <= 3) or (point and half not in ("5", "0")):
        raise InvalidMovement("A number of tables is whole, or a whole number and a half, such as 9.5.", field="tables")
    return Fraction(int(digits)) + (Fraction(1, 2) if half == "5" else 0)


def _number(text: str | None, field: str) -> int | None:
    if text is None:
        return None
    if not (text.isascii() and text.isdigit() and len(text) <= 3):
        raise InvalidMovement("Here stands a whole number, such as 3.", field=field)
    return int(text)
