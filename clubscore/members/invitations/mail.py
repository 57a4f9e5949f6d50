"""Invitations by e-mail in the language of the receiver, for clubs that send e-mail (EMAIL_URL)."""

import logging
from smtplib import SMTPException
from urllib.parse import urlsplit

from django.conf import settings
from django.core.mail import send_mail
from django.http import HttpRequest
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import translation
from django.utils.translation import gettext as _

from clubscore.languages.spoken import language_of_mail
from clubscore.members.invitations.queries import code_of, token_of
from clubscore.members.models import Invitation
from clubscore.web.reach import phones

log = logging.getLogger(__name__)


def address_of(request: HttpRequest, invitation: Invitation) -> str:
    """The whole link of an invitation, for an e-mail and for a QR code."""
    return request.build_absolute_uri(
        reverse("members:join", args=[token_of(invitation)])
    )


def short_address_of(request: HttpRequest, invitation: Invitation) -> str:
    """The short link of an invitation, without `https://`, which a person types from a card."""
    return (
        request.build_absolute_uri(reverse("members:join", args=[code_of(invitation)]))
        .partition("://")[2]
        .rstrip("/")
    )


def is_for_this_computer_alone(request: HttpRequest) -> bool:
    """True if links made in this request work on this computer only, because the page was opened as localhost."""
    return phones.is_for_this_computer_alone(
        urlsplit(request.build_absolute_uri()).hostname or ""
    )


def send_invitation(
    request: HttpRequest, invitation: Invitation, *, asks_now: bool = False
) -> bool:
    """Send the link to the member's e-mail address. Returns True if the mail server takes it, else False.

    `asks_now` is true if the member has sent this request, so that the e-mail has the language of the page.
    """
    member = invitation.member
    if member is None or not member.email:
        return False
    context = {
        "member": member,
        "link": address_of(request, invitation),
        "club_name": settings.CLUB_NAME,
    }
    with translation.override(language_of_mail(member.language, asks_now=asks_now)):
        text = render_to_string(
            "members/invitation_mail.txt", context | {"invitation": invitation}
        )
        subject = (
            _("%(club_name)s: a new password")
            if member.has_joined
            else _("Welcome to %(club_name)s")
        )
    try:
        send_mail(subject % context, text, None, [member.email])
    except (OSError, SMTPException):
        log.exception("The e-mail to %s was not taken.", member.name)
        return False
    return True
