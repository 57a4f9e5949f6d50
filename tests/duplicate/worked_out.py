"""A session that is over and whose boards have known cards, and what a browser sends of one of them."""

from clubscore.duplicate.director.dealing.services import name_set
from clubscore.duplicate.models import Session
from clubscore.hands.models import DealSet
from clubscore.hands.services import import_set
from clubscore.members.models import Member
from scoring.hands import DealtBoard
from tests.duplicate.published import played
from tests.factories import NOON
from tests.scoring.worked_out_deals import worked_out_deals

DEALS = worked_out_deals()


def known_set(by: Member, boards: int, name: str = "Known hands") -> DealSet:
    """Seal the first of the deals that are worked out, as boards 1, 2 and so on."""
    dealt = [
        DealtBoard(number, deal.layout)
        for number, deal in enumerate(DEALS[:boards], start=1)
    ]
    return import_set(name=name, dealt=dealt, opens_at=None, by=by, now=NOON)


def played_with_cards(director: Member | None = None) -> Session:
    """Return a Howell of two tables and six boards with known cards, whose play is over."""
    session = played(director)
    by = session.director
    name_set(session=session, deal_set=known_set(by, 6), by=by, now=NOON)
    session.refresh_from_db()
    return session


def solved(board: int, *declared: str) -> str:
    """What a browser sends of a board: its tricks, and for each contract, such as `SN`, as many after each lead."""
    tricks = DEALS[board - 1].tricks
    parts = [str(board), tricks]
    for each in declared:
        strain, seat = "SHDCNT".index(each[:-1]), "NESW".index(each[-1])
        parts.append(each + tricks[4 * strain + seat] * 13)
    return "-".join(parts)
