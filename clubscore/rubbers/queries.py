"""Rubbers as sheets."""

from collections.abc import Hashable, Iterable, Mapping, Sequence
from typing import TypeVar

import scoring
from clubscore.ledger.rounding import Rounding, rounded
from clubscore.live.topics import WATCH
from clubscore.members.models import Member
from clubscore.members.permissions import may_keep_any_sheet, may_play
from clubscore.rubbers.models import Deal, Rubber
from clubscore.tables.models import Table
from clubscore.tables.queries import seating_at
from scoring import Seat, Sheet, Side

P = TypeVar("P", bound=Hashable)

VIEWS = frozenset({"NS", "EW", WATCH})


def standing_deals(deals: Iterable[Deal]) -> list[Deal]:
    """The newest version of each deal that is not struck out, in order of play."""
    newest: dict[int, Deal] = {}
    for deal in sorted(deals, key=lambda row: (row.number, row.version)):
        newest[deal.number] = deal
    return [deal for deal in newest.values() if not deal.is_struck]


def newest_row(deals: Iterable[Deal]) -> Deal | None:
    """What was written last: a deal or a striking out."""
    return max(deals, key=lambda row: row.pk, default=None)


def next_number(deals: Iterable[Deal]) -> int:
    """The number of the deal to come, of all versions of the deals so far."""
    standing = standing_deals(deals)
    return standing[-1].number + 1 if standing else 1


def sheet_of(rubber: Rubber) -> Sheet:
    """The rubber's deals folded to its sheet, by the rules pinned when it began."""
    return fold(rubber, standing_deals(rubber.deals.all()))


def fold(rubber: Rubber, deals: Iterable[Deal]) -> Sheet:
    return fold_facts(rubber, [deal.facts for deal in deals])


def fold_facts(rubber: Rubber, deals: Iterable[scoring.Deal]) -> Sheet:
    """These deals by the rules pinned to the rubber."""
    system = scoring.SYSTEMS[rubber.system]
    return system.fold(
        deals,
        rules=system.rules(rubber.rules),
        dealer=Seat(rubber.first_dealer),
        unfinished=rubber.ending == Rubber.Ending.UNFINISHED,
    )


def numbered(sheet: Sheet, standing: Sequence[Deal]) -> Sheet:
    """The sheet with the deals' own numbers: a deal that was struck out leaves a gap, so that none changes its name."""
    deals = tuple(scored._replace(number=row.number) for scored, row in zip(sheet.deals, standing, strict=False))
    following = sheet.next and sheet.next._replace(number=deals[-1].number + 1 if deals else 1)
    return sheet._replace(deals=deals, next=following)


def moves_of(rubber: Rubber) -> str:
    """What a live page has seen of the rubber: it differs whenever its sheet or a signature does."""
    return f"{rubber.revision}.{rubber.signatures}"


def view_of(rubber: Rubber, member: Member) -> str:
    """How this member sees the sheet: "NS" or "EW" when that is "We", else "watch"."""
    seat = seat_of(rubber, member)
    return seat.side.value if seat else WATCH


def seat_of(rubber: Rubber, member: Member) -> Seat | None:
    """Where this member plays now; None for everybody else, also for one who has been replaced."""
    seats = (place for place in rubber.seats.all() if place.member_id == member.pk and place.until is None)
    return next((Seat(place.seat) for place in seats), None)


def newest_version(rubber: Rubber, number: int) -> Deal | None:
    return rubber.deals.filter(number=number).order_by("version").last()


def may_keep(rubber: Rubber, member: Member) -> bool:
    """Who may write on the sheet: the four and whoever started it, unless they only watch; and the club's scorers."""
    if member.pk != rubber.started_by_id and seat_of(rubber, member) is None:
        return may_keep_any_sheet(member)
    return member.is_guest or may_play(member)


def newest_at(table: Table) -> Rubber | None:
    """The rubber in play at the table, else the one played last."""
    return Rubber.objects.for_sheets().newest_of([table]).first()


def still_seated(rubber: Rubber) -> bool:
    """Whether the four of the rubber sit at the table as they did in it."""
    return seating_at(rubber.table).seats == rubber.players


def rubber_number(rubber: Rubber) -> int:
    """Which of its game's at the table this is, counted from 1."""
    until_then = Rubber.objects.filter(table=rubber.table_id, system=rubber.system, started_at__lte=rubber.started_at)
    return until_then.exclude(started_at=rubber.started_at, pk__gt=rubber.pk).count()


def margins_of(rubber: Rubber, sheet: Sheet) -> dict[Member, int]:
    """Plus the margin for both winners, minus for both losers (Law 74), rounded as the club does.

    0 for all in a tie, {} without a deal.
    """
    return points_of(rubber, sheet, rubber.players)


def points_of(rubber: Rubber, sheet: Sheet, players: Mapping[Seat, P]) -> dict[P, int]:
    """The same for whatever stands for the players."""
    posted = rounded(sheet.margin, Rounding(rubber.rounding), wash_out_below=rubber.wash_out_below)
    return _for_each(players, sheet, posted)


def exact_margins_of(rubber: Rubber, sheet: Sheet) -> dict[Member, int]:
    """The same before it is rounded."""
    return _for_each(rubber.players, sheet, sheet.margin)


def _for_each(players: Mapping[Seat, P], sheet: Sheet, margin: int) -> dict[P, int]:
    if not sheet.deals:
        return {}

    def points(side: Side) -> int:
        if sheet.winner is None:
            return 0
        return margin if side == sheet.winner else -margin

    return {player: points(seat.side) for seat, player in players.items()}
