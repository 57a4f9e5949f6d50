"""Audit entries about hands: sets that were made and opened, and looks before that."""

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from clubscore.audit import Description, Kind, Source
from clubscore.hands.models import DealSet, Look


def set_made(made: DealSet) -> Description:
    words = ngettext(
        "sealed the hands of %(number)s board, %(origin)s: %(name)s",
        "sealed the hands of %(number)s boards, %(origin)s: %(name)s",
        made.boards,
    ) % {"number": made.boards, "origin": made.get_origin_display(), "name": made.name}
    facts = {"origin": made.origin, "first_board": made.first_board, "boards": made.boards, "digest": made.digest}
    return _set(made, "made", words, facts)


def set_opened(opened: DealSet) -> Description:
    return _set(opened, "opened", _("opened the hands of %(name)s to everybody") % {"name": opened.name})


def looked(seen: Look) -> Description:
    words = _("looked at the hands of %(name)s before they were open") % {"name": seen.deal_set.name}
    return _set(seen.deal_set, "seen", words)


def _set(deal_set: DealSet, state: str, words: str, facts: dict[str, object] | None = None) -> Description:
    link = reverse("hands:detail", args=[deal_set.pk])
    return Description(f"hands.{state}", words, "set of boards", deal_set.pk, link, after=facts)


SOURCES = (
    Source(
        name="hands",
        kind=Kind.HANDS,
        rows=lambda: DealSet.objects.defer("sealed_text"),
        at="made_at",
        by="made_by",
        describe=set_made,
    ),
    Source(
        name="hands opened",
        kind=Kind.HANDS,
        rows=lambda: DealSet.objects.defer("sealed_text").exclude(opened_at=None),
        at="opened_at",
        by="opened_by",
        describe=set_opened,
    ),
    Source(
        name="look at hands",
        kind=Kind.HANDS,
        rows=lambda: Look.objects.defer("deal_set__sealed_text"),
        at="at",
        by="by",
        describe=looked,
        select_related=("deal_set",),
    ),
)
