"""A club with a row of every kind that an archive carries: everything of history.py, and the work of the office."""

from django.contrib.admin.models import ADDITION, LogEntry
from django.contrib.auth.models import Permission
from django.contrib.contenttypes.models import ContentType

from clubscore.ledger.manual_entries.services import (
    book_adjustment,
    book_opening_balances,
)
from clubscore.ledger.models import Unit
from clubscore.members.models import Member
from clubscore.rubbers.models import HouseRules
from clubscore.settlements.services import confirm, mark_paid
from clubscore.standings.rating.services import work_in_ratings
from clubscore.upkeep.demonstration import mark_demonstration
from tests.archive.history import happen
from tests.factories import NOON
from tests.settlements.settling import LATER, settle


def fill() -> None:
    """Fill the database with the whole club, through the services except for rows that only raw records hold."""
    happen()
    ruth, anna = (Member.objects.get(name=name) for name in ("Ruth Abel", "Anna"))
    book_adjustment(
        number=1,
        member=anna,
        points=-320,
        against="Fines",
        unit=Unit.POINTS,
        reason="A pencil",
        by=ruth,
        now=LATER,
    )
    book_opening_balances(
        number=1,
        points={anna: 1200},
        unit=Unit.POINTS,
        reason="The paper book",
        by=ruth,
        now=LATER,
    )
    transfer = settle(ruth).transfers.exclude(payer=None).order_by("number").first()
    mark_paid(transfer=transfer, by=transfer.payer, now=LATER)
    confirm(transfer=transfer, by=ruth, now=LATER, reason="Paid in cash")
    anna.user_permissions.add(Permission.objects.get(codename="keep_members"))
    house = ContentType.objects.get_for_model(HouseRules)
    LogEntry.objects.create(
        user=ruth,
        content_type=house,
        object_id="1",
        object_repr="House rules",
        action_flag=ADDITION,
        action_time=NOON,
    )
    while work_in_ratings():
        pass
    mark_demonstration(now=NOON)
