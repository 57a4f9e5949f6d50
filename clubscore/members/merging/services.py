"""Two records of one person become one, and two again if that was wrong."""

from datetime import datetime

from django.utils.translation import gettext as _

from clubscore.database.write_lock import write_transaction
from clubscore.members.merging.queries import preview
from clubscore.members.models import Invitation, Member, Merge
from clubscore.members.people.services import close_sessions
from clubscore.members.signals import before_merging, merging, parting
from clubscore.refusals import Refused


class MergeRefused(Refused):
    """The two cannot be merged, or not be parted again; the message says why."""


def merge(*, kept: Member, merged: Member, by: Member, now: datetime) -> Merge:
    """From now on `kept` stands for both. `merged` is closed: not seated, not signed in, not invited.

    Raises MergeRefused for what the preview holds against it, such as a rubber that one of the two is playing.
    """
    with write_transaction():
        locked = _locked(kept, merged)
        kept, merged = locked[kept.pk], locked[merged.pk]
        before_merging.send(Member, kept=kept, merged=merged)
        if problems := preview(kept=kept, merged=merged).problems:
            raise MergeRefused(" ".join(problems))
        made = Merge.objects.create(kept=kept, merged=merged, was_active=merged.is_active, made_at=now, made_by=by)
        merged.merged_into, merged.is_active = kept, False
        merged.save(update_fields=["merged_into", "is_active"])
        Invitation.objects.filter(member=merged, used_at=None, revoked_at=None).update(revoked_at=now)
        close_sessions(member=merged)
        merging.send(Member, kept=kept, merged=merged, now=now)
    return made


def _locked(*members: Member) -> dict[int, Member]:
    """The rows of these members as they are now, by id: nobody seats them meanwhile. They are locked in one order."""
    rows = Member.objects.select_for_update(no_key=True).filter(pk__in=[member.pk for member in members])
    return {row.pk: row for row in rows.order_by("pk")}


def undo(*, merge: Merge, by: Member, now: datetime) -> None:
    """The two are two again, as they were. Undoing twice undoes once.

    Raises MergeRefused while a rubber is played in which the person sits under the record that was closed, and for
    a person who was erased.
    """
    with write_transaction():
        locked = _locked(merge.kept, merge.merged)
        merged = locked[merge.merged_id]
        if merged.erased_at:
            raise MergeRefused(_("%(merged)s was erased: undo that first.") % {"merged": merged.name})
        before_merging.send(Member, kept=locked[merge.kept_id], merged=merged)
        if Merge.objects.filter(pk=merge.pk, undone_at=None).update(undone_at=now, undone_by=by):
            merged.merged_into, merged.is_active = None, merge.was_active
            merged.save(update_fields=["merged_into", "is_active"])
            parting.send(Member, kept=locked[merge.kept_id], merged=merged, now=now)
