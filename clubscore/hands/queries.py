"""Reads of sets of boards, and checks whether a member may see their cards."""

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
from scoring.hands import DealtBoard


def newest_sets() -> QuerySet[DealSet]:
    """All sets without their cards, the newest first."""
    sets = DealSet.objects.defer("sealed_text").select_related("made_by")
    return sets.order_by("-pk")


def set_or_404(pk: int) -> DealSet:
    """The set with this id, with its maker and opener. Raises Http404 if there is none."""
    sets = DealSet.objects.select_related("made_by", "opened_by")
    deal_set = sets.filter(pk=pk).first()
    if deal_set is None:
        raise Http404
    return deal_set


def looks_at(deal_set: DealSet) -> QuerySet[Look]:
    """The looks of members at a set before it was open, the earliest first."""
    return deal_set.looks.select_related("by").order_by("pk")


def is_open(deal_set: DealSet, now: datetime) -> bool:
    """True if everybody may see the cards of the set."""
    return deal_set.pk in open_among([deal_set], now)


def open_among(deal_sets: Iterable[DealSet], now: datetime) -> set[int]:
    """The ids of those sets whose cards everybody may see.

    They are the sets that somebody has opened, and the sets whose opening time has come and that nobody still has to
    play.
    """
    due_sets = [deal_set for deal_set in deal_sets if deal_set.is_due_at(now)]
    not_opened = [deal_set for deal_set in due_sets if deal_set.opened_at is None]
    return {deal_set.pk for deal_set in due_sets} - _to_be_played(not_opened)


def _to_be_played(deal_sets: Iterable[DealSet]) -> set[int]:
    """The ids of the sets, out of these due sets, that somebody still has to play."""
    due_sets = list(deal_sets)
    if not due_sets:
        return set()
    to_be_played: set[int] = set()
    answers: list[tuple[Any, Any]] = due.send(DealSet, deal_sets=due_sets)
    for _receiver, ids in answers:
        to_be_played |= set(ids)
    return to_be_played


def cards_shown(deal_set: DealSet | None, now: datetime) -> tuple[DealtBoard, ...]:
    """The boards of the set of a session with their cards, for viewers who may see these boards in the session.

    Empty if there is no set, and before the opening time of the set.
    """
    if deal_set is None or not (deal_set.opens_at is None or deal_set.is_due_at(now)):
        return ()
    return deal_set.dealt


def may_see_cards(member: Member, deal_set: DealSet, now: datetime) -> bool:
    """True if the set is open, or if a look of the member at its cards is recorded (see `Look`)."""
    return is_open(deal_set, now) or deal_set.looks.filter(by=member).exists()


def sealed_sets(member: Member, now: datetime) -> QuerySet[DealSet]:
    """The sets whose cards the member may not see, in the order of their ids, without the cards."""
    not_opened = DealSet.objects.filter(opened_at=None)
    held = _to_be_played(not_opened.filter(opens_at__lte=now).defer("sealed_text"))
    is_open_by_time = Q(opens_at__lte=now) & ~Q(pk__in=held)
    sealed = not_opened.exclude(is_open_by_time)
    return sealed.exclude(looks__by=member).defer("sealed_text").order_by("pk")


def opened_set(pk: int, member: Member, now: datetime) -> DealSet:
    """The set with this id, for a member who may see its cards.

    Raises Http404 if there is no such set, and PermissionDenied for members who may not see its cards.
    """
    deal_set = set_or_404(pk)
    if may_see_cards(member, deal_set, now):
        return deal_set
    words = _("These hands are sealed %(until)s. The club’s admins open them.")
    raise PermissionDenied(words % {"until": sealed_until(deal_set, now)})


def sealed_until(deal_set: DealSet, now: datetime) -> str:
    """The end of the sealing as part of a sentence, such as `until 22 November 2026, 23:00`."""
    if deal_set.opens_at is None:
        return _("until an admin opens them")
    if deal_set.is_due_at(now):
        return _("until nobody has to play them any more")
    opens_at = on_the_clock(deal_set.opens_at)
    words = _("until %(day)s, %(time)s")
    return words % {"day": day_words(opens_at.date()), "time": f"{opens_at:%H:%M}"}
