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
    """A refusal about a link: nobody played on that evening, or the link is revoked or has expired."""


def make_link(*, day: date, by: Member, now: datetime) -> EveningLink:
    """Make a link to the results of that evening, or return the link that is open already.

    Raises LinkRefused for an evening on which nobody played.
    """
    with write_transaction():
        if found := open_link(day, now):
            return found
        rubbers = Rubber.objects.counting().filter(
            started_at__gte=beginning_of(day), started_at__lt=end_of(day)
        )
        if not rubbers.exists():
            raise LinkRefused(_("Nobody played on that evening."))
        return EveningLink.objects.create(
            day=day,
            nonce=new_nonce(),
            made_by=by,
            made_at=now,
            expires_at=now + LINK_VALID_FOR,
        )


def revoke_links(*, day: date, by: Member, now: datetime) -> int:
    """Revoke the open links to that evening. Returns their number."""
    with write_transaction():
        return (
            EveningLink.objects.open_at(now)
            .filter(day=day)
            .update(revoked_at=now, revoked_by=by)
        )


def claim_mails(
    *, link: EveningLink, most: int, by: Member, now: datetime
) -> list[EveningMail]:
    """Store e-mails for the next members who have not got this link. Returns them for the caller to send.

    At most `most` e-mails are stored. They are stored before they are sent, so that a button that is pressed twice
    sends each e-mail once. Raises LinkRefused if the link is revoked or has expired.
    """
    with write_transaction():
        # The link is locked, so that two who press the button at once do not choose the same members.
        if (
            not EveningLink.objects.open_at(now)
            .select_for_update(no_key=True)
            .filter(pk=link.pk)
        ):
            raise LinkRefused(_("That link is over: make another one."))
        next_ones = list(not_sent_to(link)[:most])
        return [
            EveningMail.objects.create(link=link, member=member, by=by, at=now)
            for member in next_ones
        ]


def note_failures(*, mails: list[EveningMail], by: Member, now: datetime) -> None:
    """Store that these e-mails could not be sent, so that they can be tried again."""
    with write_transaction():
        EveningMail.objects.filter(pk__in=[mail.pk for mail in mails]).update(
            failed_at=now
        )
