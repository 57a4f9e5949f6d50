"""Audit entries about the house rules, the club's settings, and changes in the raw records, past the pages."""

import json
from typing import Any

from django.contrib.admin.models import LogEntry
from django.urls import reverse

from clubscore.audit import Description, Kind, Source
from clubscore.members.audit_source import event_description
from clubscore.members.models import AuditEvent


def raw_record(entry: LogEntry) -> Description:
    what = str(entry.content_type.name) if entry.content_type else "record"
    key = entry.object_id or ""
    action = {1: "added", 2: "changed", 3: "deleted"}[entry.action_flag]
    return Description(
        action=f"record.{action}",
        words=f"{action} the {what} “{entry.object_repr}” in the raw records",
        object=what,
        object_id=int(key) if key.isdigit() else 0,
        link=entry.get_admin_url() or "",
        reason=entry.get_change_message(),
        after={"message": _parsed(entry.change_message)},
    )


def club_changed(event: AuditEvent) -> Description:
    is_rules = event.what == AuditEvent.What.RULES
    words = f"changed the {'house rules' if is_rules else 'club’s settings'}: {event.after}"
    return event_description(event, words, reverse("office:house-rules" if is_rules else "office:club"))


def _parsed(message: str) -> Any:
    """The admin writes JSON; other writers, plain text."""
    try:
        return json.loads(message)
    except ValueError:
        return message


SOURCES = (
    Source(
        name="club event",
        kind=Kind.MEMBERS,
        rows=lambda: AuditEvent.objects.filter(what__in=[AuditEvent.What.RULES, AuditEvent.What.CLUB]),
        at="at",
        by="by",
        describe=club_changed,
    ),
    Source(
        name="raw record",
        kind=Kind.RECORDS,
        rows=LogEntry.objects.all,
        at="action_time",
        by="user",
        describe=raw_record,
        select_related=("content_type",),
    ),
)
