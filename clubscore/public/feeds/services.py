"""Makes and ends the address of a member's calendar feed."""

from datetime import datetime

from clubscore.database.write_lock import write_transaction
from clubscore.members.models import Member
from clubscore.public.models import CalendarFeed
from clubscore.public.tokens import new_nonce


def make_feed(*, member: Member, now: datetime) -> CalendarFeed:
    """Make a new address for the member's calendar. Returns its row; an earlier address shows nothing any more."""
    with write_transaction():
        Member.objects.select_for_update(no_key=True).get(pk=member.pk)
        end_feed(member=member, now=now)
        return CalendarFeed.objects.create(
            member=member, nonce=new_nonce(), made_at=now
        )


def end_feed(*, member: Member, now: datetime) -> None:
    """End the address of the member's calendar."""
    with write_transaction():
        CalendarFeed.objects.filter(member=member, revoked_at=None).update(
            revoked_at=now
        )
