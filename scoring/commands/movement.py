"""The command ``movement``: makes a movement, or checks a movement from a file."""

import argparse
from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction
from typing import Final

from scoring.commands.running import (
    Commands,
    add_format,
    json_line,
    refuse,
    run_file,
    write,
)
from scoring.errors import InvalidMovement
from scoring.movements.change.late_pair import late_pair
from scoring.movements.change.proposal import Proposal
from scoring.movements.check import Breach, check
from scoring.movements.howell import howell, three_quarter_howell
from scoring.movements.individual import individual
from scoring.movements.mitchell import EVEN, mitchell, web
from scoring.movements.plan import Movement
from scoring.movements.ring import double_hesitation, hesitation
from scoring.movements.rover import rover
from scoring.movements.teams import WAYS, teams
from scoring.text.movement_file import read_movement
from scoring.text.movement_json import cards_as_json, movement_as_json, proposal_as_json
from scoring.text.movement_text import (
    cards_as_text,
    movement_as_text,
    proposals_as_text,
)

BROKEN: Final = 1
_EVEN: Final = ("even",)
_SWITCH: Final = ("switch",)
_WAY: Final = ("way",)
# For each kind its function, its options beside tables and rounds, and its help.
_KINDS: Final[dict[str, tuple[Callable[..., Movement], tuple[str, ...], str]]] = {
    "mitchell": (mitchell, _EVEN + _SWITCH, "one line stays, the other moves up"),
    "web": (web, _SWITCH, "a Mitchell with copies of the boards: all play the same"),
    "howell": (howell, (), "every pair meets every other; 2 to 10 tables"),
    "three-quarter-howell": (
        three_quarter_howell,
        (),
        "some pairs stay, in fewer rounds; 5 to 10 tables",
    ),
    "hesitation": (
        hesitation,
        _SWITCH,
        "a Mitchell in which one seat more is in the moving line",
    ),
    "double-hesitation": (double_hesitation, _SWITCH, "the same with two seats"),
    "rover": (rover, _EVEN, "one pair more than the tables seat"),
    "teams": (
        teams,
        _WAY,
        "American Whist, a table for each team; an even number head to head",
    ),
}
_SMALL_NUMBERS: Final = {
    "rounds": "how many rounds",
    "switch": "how many rounds at the end are turned",
}


def add_to(commands: Commands) -> None:
    """Add the command ``movement`` to the command line."""
    parser = commands.add_parser(
        "movement", help="make a movement, or check one from a file"
    )
    kinds = parser.add_subparsers(required=True, metavar="KIND")
    for name, (_, options, words) in _KINDS.items():
        kind = kinds.add_parser(name, help=words)
        halves = "" if name in ("rover", "teams") else "; 9.5 is nine and a half"
        kind.add_argument(
            "--tables", required=True, metavar="N", help=f"how many tables{halves}"
        )
        _add_options(kind, options)
        kind.set_defaults(run=run_kind, kind=name)

    players = kinds.add_parser(
        "individual",
        help="everybody plays with everybody; 8 to 32 players, four a table",
    )
    players.add_argument(
        "--players", required=True, metavar="N", help="how many players"
    )
    _add_options(players, ())
    players.set_defaults(run=run_individual)
    checked = kinds.add_parser("check", help="check a movement against the rules")
    checked.add_argument(
        "file", metavar="FILE", help="the file, or - for standard input"
    )
    checked.add_argument(
        "--late-from", metavar="ROUND", help="let one more pair in from this round on"
    )
    checked.add_argument(
        "--cards", action="store_true", help="guide cards, and where the boards go"
    )
    add_format(checked)
    checked.set_defaults(run=run_check)


def run_kind(options: argparse.Namespace) -> int:
    """Make a movement of pairs or teams and print it; return the exit code."""
    make, names, _ = _KINDS[options.kind]

    def made() -> Movement:
        tables = _tables(options.tables)
        chosen: dict[str, object] = {}
        for name in ("even", "way"):
            if name in names:
                chosen[name] = getattr(options, name)

        for name in _SMALL_NUMBERS:
            number = _number(getattr(options, name, None), name)
            if number is not None:
                chosen[name] = number

        if tables.denominator == 1:
            return make(int(tables), **chosen)
        if options.kind in ("rover", "teams"):
            raise InvalidMovement(
                "Half a table is for movements of pairs, each in its seat.",
                field="tables",
            )

        whole = make(int(tables + Fraction(1, 2)), **chosen)
        return whole.without(whole.entries[-1])

    return _print(made, options)


def run_individual(options: argparse.Namespace) -> int:
    """Make an individual movement and print it; return the exit code."""

    def made() -> Movement:
        players = _number(options.players, "players") or 0
        rounds = _number(options.rounds, "rounds")
        return individual(players, rounds=rounds)

    return _print(made, options)


def run_check(options: argparse.Namespace) -> int:
    """Print a movement from a file, with every rule that it breaks; return the exit code."""
    code = 0

    def texts(lines: Iterable[bytes]) -> Iterator[str]:
        nonlocal code
        movement = read_movement(lines).movement
        try:
            code, text = _shown(movement, options)
        except InvalidMovement as refusal:
            raise _OptionRefused(refusal) from None
        yield text

    try:
        return run_file(options.file, texts) or code
    except _OptionRefused as refused:
        return _refuse(refused.refusal)


class _OptionRefused(Exception):
    """Raised for an option on the command line that does not fit the movement in the file."""

    def __init__(self, refusal: InvalidMovement) -> None:
        super().__init__()
        self.refusal = refusal


def _add_options(parser: argparse.ArgumentParser, names: tuple[str, ...]) -> None:
    for name, words in _SMALL_NUMBERS.items():
        if name == "rounds" or name in names:
            parser.add_argument(f"--{name}", metavar="N", help=words)
    if "even" in names:
        parser.add_argument(
            "--even",
            choices=EVEN,
            default=EVEN[0],
            help="how an even number of tables is played",
        )
    if "way" in names:
        parser.add_argument("--way", choices=WAYS, help="how the teams meet")
    parser.add_argument(
        "--late-from", metavar="ROUND", help="let one more pair in from this round on"
    )
    parser.add_argument(
        "--cards", action="store_true", help="guide cards, and where the boards go"
    )
    add_format(parser)


def _print(made: Callable[[], Movement], options: argparse.Namespace) -> int:
    try:
        code, text = _shown(made(), options)
    except InvalidMovement as refusal:
        return _refuse(refusal)
    write(text)
    return code


def _refuse(refusal: InvalidMovement) -> int:
    place = f"--{refusal.field}" if refusal.field else "movement"
    return refuse(place, 1, 1, refusal.message)


def _shown(movement: Movement, options: argparse.Namespace) -> tuple[int, str]:
    """The exit code, and the movement as text or JSON.

    If a late pair is to join a movement that keeps the rules, the result shows the proposals for the late pair, and the
    movement of the cheapest proposal.
    """
    breaches = check(movement)
    late = _number(options.late_from, "late-from")
    proposals: tuple[Proposal, ...] = ()
    if late is not None and not breaches:
        proposals = late_pair(movement, late)
        movement = proposals[0].movement

    code = BROKEN if breaches else 0
    if options.format == "json":
        return code, _json(movement, breaches, proposals, cards=options.cards)

    return code, _text(movement, breaches, proposals, cards=options.cards)


def _json(
    movement: Movement,
    breaches: tuple[Breach, ...],
    proposals: tuple[Proposal, ...],
    *,
    cards: bool,
) -> str:
    parts = movement_as_json(movement, breaches)
    if proposals:
        parts["proposals"] = [proposal_as_json(proposal) for proposal in proposals]
    if cards:
        parts |= cards_as_json(movement)
    return json_line(parts)


def _text(
    movement: Movement,
    breaches: tuple[Breach, ...],
    proposals: tuple[Proposal, ...],
    *,
    cards: bool,
) -> str:
    texts = []
    if proposals:
        texts.append(proposals_as_text(proposals))
    texts.append(movement_as_text(movement, breaches))
    if cards:
        texts.append(cards_as_text(movement))
    return "\n".join(texts)


def _tables(text: str) -> Fraction:
    """The number of tables in a text: a whole number, with or without a half. Raises InvalidMovement for other text."""
    plain = text.strip().replace("½", ".5").removeprefix("+")
    digits, point, half = plain.partition(".")
    is_number = digits.isascii() and digits.isdigit() and len(digits) <= 3
    if not is_number or (point and half not in ("5", "0")):
        raise InvalidMovement(
            "A number of tables is whole, or a whole number and a half, such as 9.5.",
            field="tables",
        )
    tables = Fraction(int(digits))
    if half == "5":
        tables += Fraction(1, 2)
    return tables


def _number(text: str | None, field: str) -> int | None:
    """The value of an option as a whole number; None if the option is not given. Raises InvalidMovement for any other
    text.
    """
    if text is None:
        return None
    if not (text.isascii() and text.isdigit() and len(text) <= 3):
        raise InvalidMovement("Here stands a whole number, such as 3.", field=field)
    return int(text)
