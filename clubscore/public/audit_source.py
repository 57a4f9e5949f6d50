"""Audit entries about what the public sees: the club's choices, wishes not to be named, links, e-mails, tokens."""

from django.urls import reverse
from django.utils.translation import gettext as _

from clubscore.audit import Description, Kind, Source
from clubscore.calendar import day_words
from clubscore.public.models import ApiToken, EveningLink, EveningMail, NamingWish, PublicChoice


def choice_made(made: PublicChoice) -> Description:
    facts = {
        "room": made.room,
        "evenings": made.evenings,
        "duplicate": made.duplicate,
        "standings": made.standings,
        "naming": made.naming,
        "shows_play": made.shows_play,
        "is_indexed": made.is_indexed,
    }
    words = _("chose what the public sees: %(choice)s") % {"choice": made.words}
    return Description("public.chosen", words, "public choice", made.pk, reverse("public:choices"), after=facts)


def wish_noted(wish: NamingWish) -> Description:
    if wish.by_id == wish.member_id:
        words = _("asked not to be named in public") if wish.is_unnamed else _("may be named in public again")
    else:
        unnamed = _("asked not to be named in public, for %(member)s")
        named = _("may be named in public again, for %(member)s")
        words = (unnamed if wish.is_unnamed else named) % {"member": wish.member}
    link = reverse("members:record", args=[wish.member_id])
    action = "public.unnamed" if wish.is_unnamed else "public.named"
    return Description(action, words, "member", wish.member_id, link)


def link_made(link: EveningLink) -> Description:
    return _link(link, "made", _("made a link to the results of %(day)s") % {"day": day_words(link.day)})


def link_revoked(link: EveningLink) -> Description:
    return _link(link, "revoked", _("took back the link to the results of %(day)s") % {"day": day_words(link.day)})


def mail_sent(mail: EveningMail) -> Description:
    sent = _("sent the results of %(day)s to %(member)s")
    failed = _("sent the results of %(day)s to %(member)s (not taken)")
    facts = {"day": day_words(mail.link.day), "member": mail.member}
    return _link(mail.link, "mailed", (failed if mail.failed_at else sent) % facts)


def _link(link: EveningLink, state: str, words: str) -> Description:
    return Description(f"results.{state}", words, "link", link.pk, reverse("evenings:evening", args=[link.day]))


def token_made(token: ApiToken) -> Description:
    named = _("made a token for %(token)s, with full names")
    words = named if token.has_full_names else _("made a token for %(token)s")
    return _token(token, "made", words % {"token": token.name})


def token_revoked(token: ApiToken) -> Description:
    return _token(token, "revoked", _("revoked the token of %(token)s") % {"token": token.name})


def _token(token: ApiToken, state: str, words: str) -> Description:
    return Description(f"token.{state}", words, "token", token.pk, reverse("public:tokens"))


SOURCES = (
    Source(
        name="public choice",
        kind=Kind.PUBLIC,
        rows=PublicChoice.objects.all,
        at="chosen_at",
        by="chosen_by",
        describe=choice_made,
    ),
    Source(
        name="naming wish",
        kind=Kind.PUBLIC,
        rows=NamingWish.objects.all,
        at="at",
        by="by",
        describe=wish_noted,
        about=("member",),
        select_related=("member",),
    ),
    Source(
        name="evening link",
        kind=Kind.PUBLIC,
        rows=EveningLink.objects.all,
        at="made_at",
        by="made_by",
        describe=link_made,
    ),
    Source(
        name="evening link revoked",
        kind=Kind.PUBLIC,
        rows=lambda: EveningLink.objects.exclude(revoked_at=None),
        at="revoked_at",
        by="revoked_by",
        describe=link_revoked,
    ),
    Source(
        name="evening mail",
        kind=Kind.PUBLIC,
        rows=EveningMail.objects.all,
        at="at",
        by="by",
        describe=mail_sent,
        about=("member",),
        select_related=("link", "member"),
    ),
    Source(
        name="api token",
        kind=Kind.PUBLIC,
        rows=ApiToken.objects.all,
        at="made_at",
        by="made_by",
        describe=token_made,
    ),
    Source(
        name="api token revoked",
        kind=Kind.PUBLIC,
        rows=lambda: ApiToken.objects.exclude(revoked_at=None),
        at="revoked_at",
        by="revoked_by",
        describe=token_revoked,
    ),
)
