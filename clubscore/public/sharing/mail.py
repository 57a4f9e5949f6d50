"""Sends the results of an evening by e-mail, in each member's language, if the club sends e-mails (EMAIL_URL)."""

import logging
from collections.abc import Iterable
from smtplib import SMTPException

from django.conf import settings
from django.core.mail import EmailMessage, get_connection
from django.core.mail.backends.base import BaseEmailBackend
from django.template.loader import render_to_string
from django.utils import translation
from django.utils.dateformat import format as formatted
from django.utils.translation import gettext as _

from clubscore.languages.spoken import language_of_mail
from clubscore.public.models import EveningMail

log = logging.getLogger(__name__)


def send_all(mails: Iterable[EveningMail], address: str) -> list[EveningMail]:
    """Send one e-mail for each of `mails`. Returns the e-mails that the mail server did not accept.

    `address` is the address of the evening's page, to which the e-mails link.
    """
    mails = list(mails)
    connection = get_connection()
    try:
        connection.open()
    except (OSError, SMTPException):
        log.exception("The mail server cannot be reached.")
        return mails
    try:
        return [mail for mail in mails if not _is_sent(mail, address, connection)]
    finally:
        connection.close()


def _is_sent(mail: EveningMail, address: str, connection: BaseEmailBackend) -> bool:
    context = {
        "member": mail.member,
        "link": address,
        "club_name": settings.CLUB_NAME,
        "evening": mail.link,
    }
    with translation.override(language_of_mail(mail.member.language)):
        text = render_to_string("public/evening_mail.txt", context)
        subject = f"{settings.CLUB_NAME}: {formatted(mail.link.day, _('l j F Y'))}"
    message = EmailMessage(
        subject, text, None, [mail.member.email], connection=connection
    )
    try:
        message.send()
    except (OSError, SMTPException):
        log.exception("The e-mail to %s was not taken.", mail.member.name)
        return False
    return True
