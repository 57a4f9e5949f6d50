"""Audit entries about seasons."""

from django.urls import reverse

from clubscore.audit import Description, Kind, Source
from clubscore.ledger.models import Season
from clubscore.members.audit_source import event_description
from clubscore.members.models import AuditEvent

What = AuditEvent.What


def season_closed(season: Season) -> Description:
    link = reverse("standings:season", args=[season.slug])
    return Description("season.closed", f"closed {season.name} and published its table", "season", season.pk, link)


def season_event(event: AuditEvent) -> Description:
    words = {
        What.SEASON: f"opened {event.after}",
        What.TERMS: f"changed the terms of {event.after}; before: {event.before.partition(': ')[2]}",
    }
    return event_description(event, words[What(event.what)], reverse("standings:seasons"))


SOURCES = (
    Source(
        name="season closed",
        kind=Kind.SEASONS,
        rows=lambda: Season.objects.exclude(closed_at=None),
        at="closed_at",
        by="closed_by",
        describe=season_closed,
    ),
    Source(
        name="season event",
        kind=Kind.SEASONS,
        rows=lambda: AuditEvent.objects.filter(what__in=[What.SEASON, What.TERMS]),
        at="at",
        by="by",
        describe=season_event,
    ),
)
