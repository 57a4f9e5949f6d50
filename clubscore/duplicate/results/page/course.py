"""The decisions of directors about the course of a session, which its page tells every member."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Exists
from django.utils.translation import gettext as _

from clubscore.duplicate.models import Deputy, PlayReopening, RoundStart, Session
from clubscore.duplicate.session.officials import Officials


@dataclass(frozen=True, slots=True)
class CourseEvent:
    """A decision about the course of a session: its time, and a sentence without a full stop."""

    at: datetime
    words: str


def course_of(session: Session) -> list[CourseEvent]:
    """The rounds that were taken back, the reopenings of play, and the deputies of a session; the oldest first.

    One SQL statement is run, and three more if there is something to tell.
    """
    if not _has_course(session):
        return []
    officials = Officials.of(session)
    events = [
        *_deputies(officials),
        *_rounds_taken_back(officials),
        *_reopenings(officials),
    ]
    return sorted(events, key=lambda event: event.at)


def _has_course(session: Session) -> bool:
    """True if the session has such a decision."""
    deputies = Deputy.objects.filter(session=session)
    starts = RoundStart.objects.filter(session=session)
    taken_back = starts.exclude(taken_back_at=None)
    reopenings = PlayReopening.objects.filter(session=session)
    told = Exists(deputies) | Exists(taken_back) | Exists(reopenings)
    return Session.objects.filter(told, pk=session.pk).exists()


def _deputies(officials: Officials) -> Iterator[CourseEvent]:
    for deputy in officials.deputies:
        words = _("%(by)s (%(role)s) named %(name)s a deputy")
        names = {
            "by": deputy.named_by.name,
            "role": officials.role_of(deputy.named_by, deputy.since),
            "name": deputy.member.name,
        }
        yield CourseEvent(deputy.since, words % names)
        if deputy.until and deputy.ended_by:
            words = _("%(by)s (%(role)s) dismissed the deputy %(name)s")
            by = {
                "by": deputy.ended_by.name,
                "role": officials.role_of(deputy.ended_by, deputy.until),
            }
            yield CourseEvent(deputy.until, words % (names | by))
        elif deputy.until:
            words = _("%(name)s was a deputy no more") % names
            yield CourseEvent(deputy.until, words)


def _rounds_taken_back(officials: Officials) -> Iterator[CourseEvent]:
    starts = RoundStart.objects.filter(session=officials.session)
    taken_back = starts.exclude(taken_back_at=None)
    for start in taken_back.select_related("taken_back_by"):
        assert start.taken_back_at
        assert start.taken_back_by
        words = _("%(name)s (%(role)s) took round %(round)s back") % {
            "name": start.taken_back_by.name,
            "role": officials.role_of(start.taken_back_by, start.taken_back_at),
            "round": start.round,
        }
        yield CourseEvent(start.taken_back_at, words)


def _reopenings(officials: Officials) -> Iterator[CourseEvent]:
    reopenings = PlayReopening.objects.filter(session=officials.session)
    for row in reopenings.select_related("by"):
        words = _("%(name)s (%(role)s) opened play again") % {
            "name": row.by.name,
            "role": officials.role_of(row.by, row.at),
        }
        yield CourseEvent(row.at, words)
