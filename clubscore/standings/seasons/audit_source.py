"""Audit entries about seasons."""

from django.urls import reverse
from django.utils.translation import gettext as _

from clubscore.audit import Description, Kind, Source
from clubscore.ledger.models import Season
from clubscore.members.audit_source import event_description
from clubscore.members.models import AuditEvent

What = AuditEvent.What


def season_closed(season: Season) -> Description:
    link = reverse("standings:season", args=[season.slug])
    words = _("closed %(season)s and published its table") % {"season": season.name}
    return Description("season.closed", words, "season", season.pk, link)


def season_event(event: AuditEvent) -> Description:
    words = {
        What.SEASON: _("opened %(season)s"),
        What.TERMS: _("changed the terms of %(season)s; before: %(before)s"),
    }
    values = {"season": event.after, "before": event.before.partition(": ")[2]}
    return event_description(event, words[What(event.what)] % values, reverse("standings:seasons"))


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
