"""Audit entries about what the public sees: the club's choices, wishes not to be named, links, e-mails, tokens."""

from django.urls import reverse
from django.utils.translation import gettext as _

from clubscore.audit import Description, Subject, SubjectKind, described
from clubscore.calendar import day_words
from clubscore.public.models import (
    ApiToken,
    EveningLink,
    EveningMail,
    NamingWish,
    PublicChoice,
)

CHOICE = Subject(
    SubjectKind.PUBLIC, "public choice", lambda choice: reverse("public:choices")
)
NAMED = Subject(
    SubjectKind.PUBLIC,
    "member",
    lambda member: reverse("members:record", args=[member.pk]),
)
LINK = Subject(
    SubjectKind.PUBLIC,
    "link",
    lambda link: reverse("evenings:evening", args=[link.day]),
)
TOKEN = Subject(SubjectKind.PUBLIC, "token", lambda token: reverse("public:tokens"))


@described(PublicChoice, "public.chosen", CHOICE, at="chosen_at", by="chosen_by")
def public_choice(choice: PublicChoice) -> Description:
    facts = {
        "room": choice.room,
        "evenings": choice.evenings,
        "duplicate": choice.duplicate,
        "boards": choice.boards,
        "standings": choice.standings,
        "naming": choice.naming,
        "shows_play": choice.shows_play,
        "is_indexed": choice.is_indexed,
    }
    words = _("chose what the public sees: %(choice)s") % {"choice": choice.words}
    return Description(words, after=facts)


@described(NamingWish, "public.named", NAMED, about=("member",))
def naming_wish(wish: NamingWish) -> Description:
    if wish.by_id == wish.member_id:
        unnamed = _("asked not to be named in public")
        named = _("may be named in public again")
    else:
        values = {"member": wish.member}
        unnamed = _("asked not to be named in public, for %(member)s") % values
        named = _("may be named in public again, for %(member)s") % values
    if wish.is_unnamed:
        return Description(unnamed, "public.unnamed")
    return Description(named)


@described(EveningLink, "results.made", LINK, at="made_at", by="made_by")
def evening_link_made(link: EveningLink) -> str:
    return _("made a link to the results of %(day)s") % {"day": day_words(link.day)}


@described(EveningLink, "results.revoked", LINK, at="revoked_at", by="revoked_by")
def evening_link_revoked(link: EveningLink) -> str:
    return _("took back the link to the results of %(day)s") % {
        "day": day_words(link.day)
    }


@described(EveningMail, "results.mailed", LINK, about=("member",))
def evening_mail(mail: EveningMail) -> str:
    sent = _("sent the results of %(day)s to %(member)s")
    failed = _("sent the results of %(day)s to %(member)s (not taken)")
    values = {"day": day_words(mail.link.day), "member": mail.member}
    words = failed if mail.failed_at else sent
    return words % values


@described(ApiToken, "token.made", TOKEN, at="made_at", by="made_by")
def api_token_made(token: ApiToken) -> str:
    if token.has_full_names:
        words = _("made a token for %(token)s, with full names")
    else:
        words = _("made a token for %(token)s")
    return words % {"token": token.name}


@described(ApiToken, "token.revoked", TOKEN, at="revoked_at", by="revoked_by")
def api_token_revoked(token: ApiToken) -> str:
    return _("revoked the token of %(token)s") % {"token": token.name}
