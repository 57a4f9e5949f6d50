"""Members who leave the club leave their table."""

from datetime import datetime

from django.dispatch import receiver

from clubscore.members.models import Member
from clubscore.members.people.services import CannotLeave
from clubscore.members.signals import leaving
from clubscore.tables.models import Sitting
from clubscore.tables.services import SeatingRefused, leave_table


@receiver(leaving)
def leave_the_table(*, member: Member, now: datetime, **signal: object) -> None:
    """Leave the table. Raises CannotLeave in the middle of a rubber."""
    sitting = Sitting.objects.present().filter(member=member).select_related("table").first()
    if sitting is None:
        return
    try:
        leave_table(table=sitting.table, member=member, now=now)
    except SeatingRefused:
        raise CannotLeave(f"{member.name} is in the middle of a rubber at {sitting.table.name}.") from None
