"""Writes about links to an evening."""

from datetime import date, datetime

from django.utils.translation import gettext as _

from clubscore.calendar import beginning_of, end_of
from clubscore.database.write_lock import write_transaction
from clubscore.members.models import Member
from clubscore.public.models import LINK_VALID_FOR, EveningLink, EveningMail
from clubscore.public.sharing.queries import not_sent_to, open_link
from clubscore.public.tokens import new_nonce
from clubscore.refusals import Refused
from clubscore.rubbers.models import Rubber


class LinkRefused(Refused):
    """There is nothing to send a link to, or the link is over."""


def make_link(*, day: date, by: Member, now: datetime) -> EveningLink:
    """A link to the results of that evening; the one that is open already, if there is.

    Raises LinkRefused for an evening on which nobody played.
    """
    with write_transaction():
        if found := open_link(day, now):
            return found
        if not Rubber.objects.filter(started_at__gte=beginning_of(day), started_at__lt=end_of(day)).exists():
            raise LinkRefused(_("Nobody played on that evening."))
        return EveningLink.objects.create(
            day=day, nonce=new_nonce(), made_by=by, made_at=now, expires_at=now + LINK_VALID_FOR
        )


def revoke_links(*, day: date, by: Member, now: datetime) -> int:
    """The links to that evening show nothing any more; how many were open."""
    with write_transaction():
        return EveningLink.objects.open_at(now).filter(day=day).update(revoked_at=now, revoked_by=by)


def claim_mails(*, link: EveningLink, most: int, by: Member, now: datetime) -> list[EveningMail]:
    """Note the next e-mails as sent, before they are: so nobody gets one twice when a button is pressed twice.

    Raises LinkRefused for a link that was taken back or has run out.
    """
    with write_transaction():
        # The link is locked, so that two who press the button at once do not choose the same members.
        if not EveningLink.objects.open_at(now).select_for_update(no_key=True).filter(pk=link.pk):
            raise LinkRefused(_("That link is over: make another one."))
        next_ones = list(not_sent_to(link)[:most])
        return [EveningMail.objects.create(link=link, member=member, by=by, at=now) for member in next_ones]


def note_failures(*, mails: list[EveningMail], by: Member, now: datetime) -> None:
    """These could not be sent, and may be tried again. `by` stands in the rows already."""
    with write_transaction():
        EveningMail.objects.filter(pk__in=[mail.pk for mail in mails]).update(failed_at=now)
