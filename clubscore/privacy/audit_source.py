"""Audit entries about erasures of members, without their names, and about the club's words on the privacy page."""

from django.urls import reverse
from django.utils.translation import gettext as _

from clubscore.audit import Subject, SubjectKind, described
from clubscore.members.audit_source import MEMBER
from clubscore.privacy.models import ClubWords, Erasure

NOTICE = Subject(
    SubjectKind.MEMBERS, "privacy", lambda words: reverse("privacy:notice")
)


@described(
    Erasure, "member.erased", MEMBER, at="erased_at", by="erased_by", about=("member",)
)
def member_erased(erasure: Erasure) -> str:
    return _("erased a member, who is %(name)s from then on") % {"name": erasure.name}


@described(
    Erasure,
    "member.unerased",
    MEMBER,
    at="undone_at",
    by="undone_by",
    about=("member",),
)
def erasure_undone(erasure: Erasure) -> str:
    return _("took back that %(name)s was erased") % {"name": erasure.name}


@described(ClubWords, "privacy.words", NOTICE)
def privacy_words(changed: ClubWords) -> str:
    return _("changed the club’s words on the privacy page")
