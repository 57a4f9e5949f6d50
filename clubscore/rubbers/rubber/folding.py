"""Deals from the versions of their rows, and the sheet that they make."""

from collections.abc import Iterable, Sequence

import scoring
from clubscore.rubbers.models import Deal, Rubber
from scoring import Seat, Sheet


def current_deals(versions: Iterable[Deal]) -> tuple[Deal, ...]:
    """The newest version of each deal that is not struck out, in order of play."""
    newest: dict[int, Deal] = {}
    for deal in sorted(versions, key=lambda row: (row.number, row.version)):
        newest[deal.number] = deal
    return tuple(deal for deal in newest.values() if not deal.is_struck)


def fold_facts(rubber: Rubber, facts: Iterable[scoring.Deal]) -> Sheet:
    """The sheet that these facts make by the rules pinned to the rubber.

    Raises scoring.ScoringError for facts that cannot be scored.
    """
    system = scoring.SYSTEMS[rubber.system]
    return system.fold(
        facts,
        rules=system.rules(rubber.rules),
        dealer=Seat(rubber.first_dealer),
        unfinished=rubber.ending == Rubber.Ending.UNFINISHED,
    )


def next_number(versions: Iterable[Deal]) -> int:
    """The number of the deal to come after these versions.

    A number stays with its deal, even if that is struck out. Only the number of an undone entry is used again.
    """
    newest = max(versions, key=lambda row: (row.number, row.version), default=None)
    if newest is None:
        return 1
    return newest.number if newest.is_undone else newest.number + 1


def numbered(sheet: Sheet, deals: Sequence[Deal], following: int) -> Sheet:
    """The sheet with the numbers of these deals, and with the number `following` for the deal to come."""
    pairs = zip(sheet.deals, deals, strict=False)
    scored = tuple(entry._replace(number=deal.number) for entry, deal in pairs)
    if sheet.next is None:
        return sheet._replace(deals=scored)
    return sheet._replace(deals=scored, next=sheet.next._replace(number=following))
