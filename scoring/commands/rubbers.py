"""The commands ``sheet``, ``deal`` and ``systems``: they score rubbers, score single deals, and list the systems."""

import argparse
from collections.abc import Iterable, Iterator
from typing import Final

from scoring.commands.running import (
    Commands,
    add_format,
    add_rules,
    chosen_rules,
    json_line,
    refuse,
    run_file,
    write,
)
from scoring.errors import InvalidDeal
from scoring.quickline import column_of, parse_deal
from scoring.rules import Rules
from scoring.systems import DEFAULT, SYSTEMS
from scoring.text.deal_file import read_sheets
from scoring.text.sheet_json import scored_deal_as_json, sheet_as_json
from scoring.text.sheet_text import scored_deal_as_text, sheet_as_text
from scoring.values import Seat, Side

_VULNERABLE: Final[dict[str, tuple[Side, ...]]] = {
    "none": (),
    "ns": (Side.NS,),
    "ew": (Side.EW,),
    "both": tuple(Side),
}


def add_to(commands: Commands) -> None:
    """Add the commands ``sheet``, ``deal`` and ``systems`` to the command line."""
    sheet = commands.add_parser(
        "sheet", help="score rubbers from a file, one deal a line, --- between rubbers"
    )
    _add_scoring_options(sheet)
    dealers = [seat.value for seat in Seat]
    sheet.add_argument(
        "--dealer", type=str.upper, choices=dealers, default="N", help="who deals first"
    )
    sheet.add_argument(
        "--unfinished",
        action="store_true",
        help="close a rubber or round that has not ended",
    )
    sheet.add_argument(
        "file",
        nargs="?",
        default="-",
        metavar="FILE",
        help="the file; - or none is standard input",
    )
    sheet.set_defaults(run=run_sheet)

    deal = commands.add_parser("deal", help="score one deal")
    _add_scoring_options(deal)
    deal.add_argument("--vulnerable", choices=_VULNERABLE, default="none")
    deal.add_argument("deal", metavar="DEAL", help='a quick line, such as "4SXN+1 h4S"')
    deal.set_defaults(run=run_deal)

    systems = commands.add_parser("systems", help="list the systems and their rules")
    systems.set_defaults(run=run_systems)


def run_sheet(options: argparse.Namespace) -> int:
    """Print the sheet of every rubber in a file; return the exit code."""
    return run_file(options.file, lambda lines: _sheets(lines, options))


def run_deal(options: argparse.Namespace) -> int:
    """Print the score of one deal by itself; return the exit code."""
    system = SYSTEMS[options.system]
    try:
        deal = parse_deal(options.deal, royals=system.royals)
        scored = system.score_deal(
            deal, rules=_rules(options), vulnerable=_VULNERABLE[options.vulnerable]
        )
    except InvalidDeal as refusal:
        column = refusal.column or column_of(
            refusal.field, options.deal, royals=system.royals
        )
        return refuse("deal", 1, column, refusal.message)

    if options.format == "json":
        write(json_line(scored_deal_as_json(scored)))
    else:
        write(scored_deal_as_text(scored, system))

    return 0


def run_systems(options: argparse.Namespace) -> int:
    """Print the systems with their rules, and return the exit code. The default value of each rule comes first."""
    write("\n".join(_systems()) + "\n")
    return 0


def _add_scoring_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--system", choices=SYSTEMS, default=DEFAULT)
    add_rules(parser)
    add_format(parser)


def _rules(options: argparse.Namespace) -> Rules:
    rules: Rules = SYSTEMS[options.system].rules(chosen_rules(options))
    return rules


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
            yield json_line(sheet_as_json(sheet))
            continue
        if number:
            yield "\n\n"
        yield sheet_as_text(sheet)


def _systems() -> Iterator[str]:
    for system in SYSTEMS.values():
        yield f"{system.name}: {system.title}"
        for rule, allowed in system.allowed_rules().items():
            yield f"  {rule}: {' | '.join(map(str, allowed))}"
    yield "The first value of a rule is its default, the first system the default system."
