"""Queries of the list of members: its parts, records of the same person, and enough players for a table."""

from django.db.models import Q, QuerySet
from django.utils.translation import gettext_lazy as _

from clubscore.members.models import Member

SHOWN = {
    "present": (_("Members"), Q(is_active=True, is_guest=False)),
    "not-joined": (_("Not joined"), Q(is_active=True, is_guest=False, username=None)),
    "guests": (_("Guests"), Q(is_active=True, is_guest=True)),
    "left": (_("Former members"), Q(is_active=False, merged_into=None)),
}


def roll(*, show: str, words: str) -> QuerySet[Member]:
    """The members in one part of the list, sorted by name, with their groups prefetched.

    `show` names the part: a key of SHOWN, such as `guests`. Only members whose name contains each word of `words`
    are returned.
    """
    _heading, condition = SHOWN[show]
    members = Member.objects.named_like(words).filter(condition)
    return members.prefetch_related("groups").order_by("name", "pk")


def names(*, words: str) -> QuerySet[Member]:
    """The members who may sit at a table, sorted by name: those whom every member finds on the page of the seats.

    Guests are left out. Only members whose name contains each word of `words` are returned.
    """
    members = Member.objects.who_may_sit().named_like(words).filter(is_guest=False)
    return members.order_by("name", "pk")


def look_alikes(member: Member) -> QuerySet[Member]:
    """Other records that may be of the same person: they have the name or the e-mail address of this member."""
    is_alike = Q(name__iexact=member.name)
    if member.email:
        is_alike |= Q(email__iexact=member.email)
    others = Member.objects.filter(is_alike, merged_into=None).exclude(pk=member.pk)
    return others.order_by("name", "pk")


def enough_to_play() -> bool:
    """True if at least four members, enough for a table, are in the club and have not left."""
    return Member.objects.present()[:4].count() == 4
