"""Audit entries about archives."""

from django.urls import reverse
from django.utils.translation import gettext as _

from clubscore.audit import Description, Kind, Source
from clubscore.members.audit_source import event_description
from clubscore.members.models import AuditEvent


def export(event: AuditEvent) -> Description:
    words = _("downloaded everything that the club keeps, with the scrambled passwords")
    return event_description(event, words, reverse("archive:index"))


SOURCES = (
    Source(
        name="export",
        kind=Kind.MEMBERS,
        rows=lambda: AuditEvent.objects.filter(what=AuditEvent.What.EXPORTED),
        at="at",
        by="by",
        describe=export,
    ),
)
