"""Audit entries about changes in the raw records, past the pages."""

import json
from typing import Any

from django.contrib.admin.models import LogEntry

from clubscore.audit import Description, Kind, Source


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


def _parsed(message: str) -> Any:
    """The admin writes JSON; other writers, plain text."""
    try:
        return json.loads(message)
    except ValueError:
        return message


SOURCES = (
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
