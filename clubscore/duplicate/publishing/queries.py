"""Reads of what was published."""

from collections.abc import Collection

from django.db.models import Count, OuterRef, Prefetch, QuerySet, Subquery

from clubscore.duplicate.models import Correction, Publication, PublishedPlayer, PublishedRow
from clubscore.duplicate.outcome_words import LISTS
from clubscore.duplicate.slots import Slot, slot_of
from clubscore.members.models import Member


def publications_of(session_id: int) -> list[Publication]:
    """The publications of a session, the newest first."""
    return list(Publication.objects.filter(session=session_id).select_related("by").order_by("-number"))


def unanswered(session_id: int) -> dict[Slot, Member]:
    """The slots of which another result is asked for and nobody has said yet whether it is right; by whom."""
    rows = Correction.objects.filter(session=session_id, decision="", answer="")
    rows = rows.select_related("play__section", "asked_by")
    return {slot_of(row.play): row.asked_by for row in rows}


def newest_rows_of(ids: Collection[int], count: int) -> list[PublishedRow]:
    """The last results that count for a person, by the ids of their records: of each session as published last."""
    return list(_published_last(ids)[:count])


def published_rows_of(ids: Collection[int]) -> QuerySet[PublishedRow]:
    """All results of a person as they were published last, the newest first, with players and `field`.

    The field is the number of entries in the same list. Those are left out of which they played less than half.
    """
    same = PublishedRow.objects.filter(publication=OuterRef("publication"), list=OuterRef("list")).values("list")
    players = PublishedPlayer.objects.select_related("member__merged_into").order_by("position")
    counted = _published_last(ids).annotate(field=Subquery(same.annotate(count=Count("pk")).values("count")))
    return counted.prefetch_related(Prefetch("players", players))


def _published_last(ids: Collection[int]) -> QuerySet[PublishedRow]:
    newest = Publication.objects.filter(session=OuterRef("publication__session")).order_by("-number").values("pk")[:1]
    own = {"players__member__in": ids, "players__counts": True}
    rows = PublishedRow.objects.filter(**own, list__in=LISTS, publication=Subquery(newest))
    return rows.select_related("publication__session").distinct().order_by("-publication__at", "pk")
