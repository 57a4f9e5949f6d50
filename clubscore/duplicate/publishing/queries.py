"""Reads of what was published."""

from collections.abc import Collection, Sequence

from django.db.models import OuterRef, Subquery

from clubscore.duplicate.models import Correction, Publication, PublishedRow
from clubscore.duplicate.slots import Slot
from clubscore.members.models import Member

LISTS = ("all", "ns", "ew")
"""The lists in which everybody has a place, in the order of the page."""


def publications_of(session_id: int) -> list[Publication]:
    """The publications of a session, the newest first."""
    return list(Publication.objects.filter(session=session_id).select_related("by").order_by("-number"))


def rows_of(publications: Sequence[Publication]) -> list[PublishedRow]:
    """The rows of these publications, list by list in their order, each with its players, in two statements."""
    rows = PublishedRow.objects.filter(publication__in=publications).select_related("entry__section")
    return list(rows.prefetch_related("players__member").order_by("publication", "list", "position"))


def unanswered(session_id: int) -> dict[Slot, Member]:
    """The slots of which another result is asked for and nobody has said yet whether it is right; by whom."""
    rows = Correction.objects.filter(session=session_id, decision="", answer="")
    rows = rows.select_related("play__section", "asked_by")
    return {Slot(row.play.section.letter, row.play.round, row.play.table, row.play.board): row.asked_by for row in rows}


def newest_rows_of(ids: Collection[int], count: int) -> list[PublishedRow]:
    """The last results of a person, by the ids of their records: of each session as it was published last."""
    newest = Publication.objects.filter(session=OuterRef("publication__session")).order_by("-number").values("pk")[:1]
    rows = PublishedRow.objects.filter(players__member__in=ids, list__in=LISTS, publication=Subquery(newest))
    return list(rows.select_related("publication__session").distinct().order_by("-publication__at", "pk")[:count])
