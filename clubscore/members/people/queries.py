"""The club's list of members."""

from django.db.models import Q, QuerySet
from django.utils.translation import gettext_lazy as _

from clubscore.members.models import Member

SHOWN = {
    "present": (_("Members"), Q(is_active=True, is_guest=False)),
    "not-joined": (_("Not joined"), Q(is_active=True, is_guest=False, username=None)),
    "guests": (_("Guests"), Q(is_active=True, is_guest=True)),
    "left": (_("Left"), Q(is_active=False, merged_into=None)),
}


def roll(*, show: str, words: str) -> QuerySet[Member]:
    """The members shown under that heading of SHOWN whose name holds these words, by name, with their groups."""
    found = Member.objects.named_like(words).filter(SHOWN[show][1])
    return found.prefetch_related("groups").order_by("name", "pk")


def look_alikes(member: Member) -> QuerySet[Member]:
    """Other records with the same name or e-mail address: perhaps the same person."""
    same = Q(name__iexact=member.name) | (Q(email__iexact=member.email) if member.email else Q())
    return Member.objects.filter(same, merged_into=None).exclude(pk=member.pk).order_by("name", "pk")


def enough_to_play() -> bool:
    """Whether four or more are on the list."""
    return Member.objects.present()[:4].count() == 4
