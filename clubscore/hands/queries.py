"""Reads of sets of boards, and who may see their cards."""

from collections.abc import Iterable
from datetime import datetime
from typing import Any

from django.core.exceptions import PermissionDenied
from django.db.models import Q, QuerySet
from django.http import Http404
from django.utils.translation import gettext as _

from clubscore.calendar import day_words
from clubscore.hands.models import DealSet, Look
from clubscore.hands.signals import due
from clubscore.members.models import Member
from clubscore.web.clock import on_the_clock


def newest_sets() -> QuerySet[DealSet]:
    """Every set, the newest first, without its cards."""
    return DealSet.objects.defer("sealed_text").select_related("made_by").order_by("-pk")


def set_or_404(pk: int) -> DealSet:
    """The set of that id, with those who made and opened it."""
    found = DealSet.objects.select_related("made_by", "opened_by").filter(pk=pk).first()
    if found is None:
        raise Http404
    return found


def looks_at(deal_set: DealSet) -> QuerySet[Look]:
    """The looks at a set before it was open, in their order."""
    return deal_set.looks.select_related("by").order_by("pk")


def is_open(deal_set: DealSet, now: datetime) -> bool:
    """Whether everybody may see the cards."""
    return deal_set.pk in open_among([deal_set], now)


def open_among(deal_sets: Iterable[DealSet], now: datetime) -> set[int]:
    """The ids of those sets whose cards everybody may see: opened by somebody, or due and not to be played any more."""
    reached = [each for each in deal_sets if each.is_due_at(now)]
    return {each.pk for each in reached} - _to_be_played(each for each in reached if each.opened_at is None)


def _to_be_played(deal_sets: Iterable[DealSet]) -> set[int]:
    """The ids of those that are due and that somebody still has to play."""
    found = list(deal_sets)
    if not found:
        return set()
    answers: list[tuple[Any, Any]] = due.send(DealSet, deal_sets=found)
    return {pk for _, held in answers for pk in held}


def may_see_cards(member: Member, deal_set: DealSet, now: datetime) -> bool:
    """Whether the set is open, or that member has looked, which all can see."""
    return is_open(deal_set, now) or deal_set.looks.filter(by=member).exists()


def sealed_sets(member: Member, now: datetime) -> QuerySet[DealSet]:
    """The sets whose cards that member may not see, in their order, without the cards."""
    held = _to_be_played(DealSet.objects.filter(opened_at=None, opens_at__lte=now).defer("sealed_text"))
    sealed = DealSet.objects.filter(opened_at=None).exclude(Q(opens_at__lte=now) & ~Q(pk__in=held))
    return sealed.exclude(looks__by=member).defer("sealed_text").order_by("pk")


def opened_set(pk: int, member: Member, now: datetime) -> DealSet:
    """The set of that id, for a member who may see its cards.

    Raises PermissionDenied for everybody else.
    """
    found = set_or_404(pk)
    if not may_see_cards(member, found, now):
        words = {"until": sealed_until(found, now)}
        raise PermissionDenied(_("These hands are sealed %(until)s. The club’s admins open them.") % words)
    return found


def sealed_until(deal_set: DealSet, now: datetime) -> str:
    """`until 22 November 2026, 23:00`, within a sentence."""
    if deal_set.opens_at is None:
        return _("until an admin opens them")
    if deal_set.is_due_at(now):
        return _("until nobody has to play them any more")
    at = on_the_clock(deal_set.opens_at)
    return _("until %(day)s, %(time)s") % {"day": day_words(at.date()), "time": f"{at:%H:%M}"}
