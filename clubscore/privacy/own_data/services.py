"""Writes corrections of a member's own record."""

from collections.abc import Mapping
from datetime import datetime

from django.utils.translation import override

from clubscore.database.write_lock import write_transaction
from clubscore.members.models import AuditEvent, Member
from clubscore.members.people.services import record_event


def correct(
    *, member: Member, changes: Mapping[str, str], by: Member, now: datetime
) -> None:
    """Correct a member's record. The audit stores the names of the changed fields, but not their values."""
    if not changes:
        return
    with write_transaction():
        known = Member.objects.select_for_update(no_key=True).get(pk=member.pk)
        for name, value in changes.items():
            setattr(known, name, value)
        known.save(update_fields=list(changes))
        with override(None):  # the audit is in one language
            labels = [
                str(Member._meta.get_field(name).verbose_name)  # type: ignore[union-attr]
                for name in changes
            ]
        record_event(
            what=AuditEvent.What.CORRECTED,
            member=member,
            by=by,
            now=now,
            after=", ".join(labels),
        )
