"""Audit entries about the house rules, the club's settings, and changes of records in the Django admin."""

import json
from dataclasses import replace
from datetime import datetime
from typing import Any

from django.contrib.admin.models import LogEntry
from django.db.models import Q
from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from clubscore.audit import Description, Subject, SubjectKind, described
from clubscore.members.audit_source import DEED, deed
from clubscore.members.models import AuditEvent

_RECORDS = {
    "added": _("added the %(what)s “%(name)s” in the database"),
    "changed": _("changed the %(what)s “%(name)s” in the database"),
    "deleted": _("deleted the %(what)s “%(name)s” in the database"),
}
REACH = {
    "HOST=0.0.0.0": _("let phones of the house open the club"),
    "HOST=127.0.0.1": _("let only the club’s computer open the club"),
}
"""The words about a choice of the page Phones, by the setting that it has written."""
RESTORED = "RESTORED="
"""The beginning of the fact that a restore writes into the restored club: see `restored_from`."""
NAMED = {
    "CLUB_NAME": _("name"),
    "TIME_ZONE": _("clock"),
    "CLUB_CURRENCY": _("currency"),
    "CLUB_NUMBER": _("number with the federation"),
    "CLUB_CHARGE_CODE": _("charge code"),
}
RAW_RECORD = Subject(
    SubjectKind.RECORDS, "record", lambda entry: entry.get_admin_url() or ""
)


@described(
    AuditEvent,
    "deed",
    DEED,
    also_at_the_prompt=True,
    where=Q(what__in=[AuditEvent.What.RULES, AuditEvent.What.CLUB]),
)
def club_event(event: AuditEvent) -> Description:
    if event.after.startswith(RESTORED):
        return _restored(event)
    if event.what == AuditEvent.What.RULES:
        words = _("changed the house rules: %(values)s")
        link = reverse("office:house-rules")
    elif event.after in REACH:
        words, link = REACH[event.after], reverse("office:phones")
    else:
        words = _("changed the club’s settings: %(values)s")
        link = reverse("office:club")
    return deed(event, words % {"values": _in_words(event.after)}, link)


@described(
    LogEntry,
    "record",
    RAW_RECORD,
    at="action_time",
    by="user",
    select_related=("content_type",),
)
def raw_record(entry: LogEntry) -> Description:
    what = str(entry.content_type.name) if entry.content_type else "record"
    key = entry.object_id or ""
    object_id = int(key) if key.isdigit() else 0
    action = {1: "added", 2: "changed", 3: "deleted"}[entry.action_flag]
    return Description(
        _RECORDS[action] % {"what": what, "name": entry.object_repr},
        f"record.{action}",
        object=what,
        object_id=object_id,
        reason=entry.get_change_message(),
        after={"message": _parsed(entry.change_message)},
    )


def restored_from(made_at: datetime | None, file: str) -> str:
    """The fact that the club was restored from a file: `RESTORED=2026-11-21T20:15+00:00 club.sqlite3`.

    `made_at` is the moment of the backup; None if nothing says when the file was made.
    """
    moment = made_at.isoformat(timespec="minutes") if made_at else ""
    return f"{RESTORED}{moment} {file}"


def _restored(event: AuditEvent) -> Description:
    moment, _space, file = event.after.removeprefix(RESTORED).partition(" ")
    words = gettext("restored the club from a backup of an unknown day")
    if moment:
        made_at = timezone.localtime(datetime.fromisoformat(moment))
        day = date_format(made_at, gettext("j F Y, H:i"))
        words = gettext("restored the club from the backup of %(day)s") % {"day": day}
    restored = deed(event, words, reverse("restoring:backups"))
    return replace(restored, reason=file)


def _in_words(values: str) -> str:
    """The changed settings with their names in words, as on the page on which they are changed."""
    for name, noun in NAMED.items():
        values = values.replace(f"{name}=", f"{noun} ")
    return values


def _parsed(message: str) -> Any:
    """The message of an entry in the admin's log: parsed if it is JSON, as the admin writes it; otherwise unchanged."""
    try:
        return json.loads(message)
    except ValueError:
        return message
