"""Audit entries about erased members, without their names, and about the club's words on the privacy page."""

from django.urls import reverse
from django.utils.translation import gettext as _

from clubscore.audit import Description, Kind, Source
from clubscore.privacy.models import ClubWords, Erasure


def member_erased(erasure: Erasure) -> Description:
    words = _("erased a member, who is %(name)s from then on") % {"name": erasure.name}
    return Description("member.erased", words, "member", erasure.member_id, _record(erasure))


def erasure_undone(erasure: Erasure) -> Description:
    words = _("took back that %(name)s was erased") % {"name": erasure.name}
    return Description("member.unerased", words, "member", erasure.member_id, _record(erasure))


def _record(erasure: Erasure) -> str:
    return reverse("members:record", args=[erasure.member_id])


def words_changed(said: ClubWords) -> Description:
    words = _("changed the club’s words on the privacy page")
    return Description("privacy.words", words, "privacy", said.pk, reverse("privacy:notice"))


SOURCES = (
    Source(
        name="member erased",
        kind=Kind.MEMBERS,
        rows=Erasure.objects.all,
        at="erased_at",
        by="erased_by",
        describe=member_erased,
        about=("member",),
    ),
    Source(
        name="erasure undone",
        kind=Kind.MEMBERS,
        rows=lambda: Erasure.objects.exclude(undone_at=None),
        at="undone_at",
        by="undone_by",
        describe=erasure_undone,
        about=("member",),
    ),
    Source(
        name="privacy words",
        kind=Kind.MEMBERS,
        rows=ClubWords.objects.all,
        at="at",
        by="by",
        describe=words_changed,
    ),
)
