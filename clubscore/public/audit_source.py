"""Audit entries about what the public sees: the club's choices, wishes not to be named, links, e-mails, tokens."""

from django.urls import reverse

from clubscore.audit import Description, Kind, Source
from clubscore.calendar import day_words
from clubscore.public.models import ApiToken, EveningLink, EveningMail, NamingWish, PublicChoice


def choice_made(made: PublicChoice) -> Description:
    facts = {
        "room": made.room,
        "evenings": made.evenings,
        "standings": made.standings,
        "naming": made.naming,
        "shows_play": made.shows_play,
        "is_indexed": made.is_indexed,
    }
    words = f"chose what the public sees: {made.words}"
    return Description("public.chosen", words, "public choice", made.pk, reverse("public:choices"), after=facts)


def wish_noted(wish: NamingWish) -> Description:
    whom = "" if wish.by_id == wish.member_id else f", for {wish.member}"
    words = f"asked not to be named in public{whom}" if wish.is_unnamed else f"may be named in public again{whom}"
    link = reverse("members:record", args=[wish.member_id])
    action = "public.unnamed" if wish.is_unnamed else "public.named"
    return Description(action, words, "member", wish.member_id, link)


def link_made(link: EveningLink) -> Description:
    return _link(link, "made", f"made a link to the results of {day_words(link.day)}")


def link_revoked(link: EveningLink) -> Description:
    return _link(link, "revoked", f"took back the link to the results of {day_words(link.day)}")


def mail_sent(mail: EveningMail) -> Description:
    failed = " (not taken)" if mail.failed_at else ""
    return _link(mail.link, "mailed", f"sent the results of {day_words(mail.link.day)} to {mail.member}{failed}")


def _link(link: EveningLink, state: str, words: str) -> Description:
    return Description(f"results.{state}", words, "link", link.pk, reverse("evenings:evening", args=[link.day]))


def token_made(token: ApiToken) -> Description:
    names = ", with full names" if token.has_full_names else ""
    return _token(token, "made", f"made a token for {token.name}{names}")


def token_revoked(token: ApiToken) -> Description:
    return _token(token, "revoked", f"revoked the token of {token.name}")


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
