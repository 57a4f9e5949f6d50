"""Audit entries about the house rules, the club's settings, and changes in the raw records, past the pages."""

import json
from typing import Any

from django.contrib.admin.models import LogEntry
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from clubscore.audit import Description, Kind, Source
from clubscore.members.audit_source import event_description
from clubscore.members.models import AuditEvent

_RECORDS = {
    "added": _("added the %(what)s “%(name)s” in the raw records"),
    "changed": _("changed the %(what)s “%(name)s” in the raw records"),
    "deleted": _("deleted the %(what)s “%(name)s” in the raw records"),
}


def raw_record(entry: LogEntry) -> Description:
    what = str(entry.content_type.name) if entry.content_type else "record"
    key = entry.object_id or ""
    action = {1: "added", 2: "changed", 3: "deleted"}[entry.action_flag]
    return Description(
        action=f"record.{action}",
        words=_RECORDS[action] % {"what": what, "name": entry.object_repr},
        object=what,
        object_id=int(key) if key.isdigit() else 0,
        link=entry.get_admin_url() or "",
        reason=entry.get_change_message(),
        after={"message": _parsed(entry.change_message)},
    )


def club_changed(event: AuditEvent) -> Description:
    is_rules = event.what == AuditEvent.What.RULES
    words = _("changed the house rules: %(values)s") if is_rules else _("changed the club’s settings: %(values)s")
    return event_description(
        event, words % {"values": event.after}, reverse("office:house-rules" if is_rules else "office:club")
    )


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
