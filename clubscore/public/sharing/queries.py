"""Reads of links to an evening, and of the members who get the results."""

from datetime import date, datetime

from django.db.models import QuerySet

from clubscore.members.models import Member
from clubscore.public.models import EveningLink, EveningMail
from clubscore.public.tokens import nonce_in, token_of

PURPOSE = "evening"


def link_token(link: EveningLink) -> str:
    return token_of(link.nonce, purpose=PURPOSE)


def link_of(token: str, now: datetime) -> EveningLink | None:
    """The link of this token; None if the token is wrong, or if the link is revoked or has expired."""
    nonce = nonce_in(token, purpose=PURPOSE)
    if not nonce:
        return None
    return EveningLink.objects.open_at(now).filter(nonce=nonce).first()


def open_link(day: date, now: datetime) -> EveningLink | None:
    """The newest open link to that evening; None if there is no open link."""
    links = EveningLink.objects.open_at(now).filter(day=day)
    return links.select_related("made_by").order_by("-pk").first()


def recipients() -> QuerySet[Member]:
    """The members of the club, without guests, who have an e-mail address."""
    return (
        Member.objects.present()
        .filter(is_guest=False)
        .exclude(email="")
        .order_by("name", "pk")
    )


def not_sent_to(link: EveningLink) -> QuerySet[Member]:
    """The recipients who have not got this link yet, including those whose e-mail failed."""
    sent = EveningMail.objects.filter(link=link, failed_at=None)
    return recipients().exclude(pk__in=sent.values("member"))


def failures_of(link: EveningLink) -> list[Member]:
    """The recipients whose e-mail with this link could not be sent, and was not sent again since."""
    failed = EveningMail.objects.filter(link=link).exclude(failed_at=None)
    return list(not_sent_to(link).filter(pk__in=failed.values("member")))
