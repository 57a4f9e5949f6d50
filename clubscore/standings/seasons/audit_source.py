"""Audit entries about seasons."""

from django.db.models import Q
from django.urls import reverse
from django.utils.translation import gettext as _

from clubscore.audit import Description, Subject, SubjectKind, described
from clubscore.ledger.models import Season
from clubscore.members.audit_source import deed
from clubscore.members.models import AuditEvent

What = AuditEvent.What
SEASON = Subject(
    SubjectKind.SEASONS,
    "season",
    lambda season: reverse("standings:season", args=[season.slug]),
)
SEASONS = Subject(
    SubjectKind.SEASONS, "deed", lambda event: reverse("standings:seasons")
)


@described(Season, "season.closed", SEASON, at="closed_at", by="closed_by")
def season_closed(season: Season) -> str:
    return _("closed %(season)s and published its table") % {"season": season.called}


@described(AuditEvent, "deed", SEASONS, where=Q(what__in=[What.SEASON, What.TERMS]))
def season_event(event: AuditEvent) -> Description:
    words = {
        What.SEASON: _("opened %(season)s"),
        What.TERMS: _("changed the ranking rules of %(season)s; before: %(before)s"),
    }
    values = {"season": event.after, "before": event.before.partition(": ")[2]}
    return deed(event, words[What(event.what)] % values, SEASONS.page(event))
