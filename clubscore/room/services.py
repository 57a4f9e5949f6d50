"""Writes of the room: the cut, with what only the rubbers know."""

from datetime import datetime

from clubscore.calendar import evening_of
from clubscore.members.models import Member
from clubscore.room.queries import played_at
from clubscore.rubbers.models import HouseRules
from clubscore.tables.cuts import cut_for_partners
from clubscore.tables.models import Cut, Table
from clubscore.tables.services import bump
from clubscore.tables.turns import GoingOut
from clubscore.write_lock import write_transaction


def cut(*, table: Table, by: Member, now: datetime) -> Cut:
    """Cut for the next rubber by the club's house rule, with regard to who has played here this evening.

    Raises SeatingRefused with fewer than four players or while a rubber is on.
    """
    with write_transaction():
        bump(table=table)  # so that no rubber begins meanwhile
        return cut_for_partners(
            table=table,
            played=played_at(table, evening_of(now)),
            going_out=GoingOut(HouseRules.current().going_out),
            by=by,
            now=now,
        )
