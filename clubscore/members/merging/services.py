"""Merge two records of one person, and undo a merge."""

from datetime import datetime

from django.utils.translation import gettext as _

from clubscore.database.write_lock import write_transaction
from clubscore.members.merging.queries import preview
from clubscore.members.models import Invitation, Member, Merge
from clubscore.members.people.services import close_sessions
from clubscore.members.signals import before_merging, merging, parting
from clubscore.refusals import Refused


class MergeRefused(Refused):
    """The refusal to merge two records, or to undo a merge. The message says why."""


def merge(*, kept: Member, merged: Member, by: Member, now: datetime) -> Merge:
    """Merge the record `merged` into the record `kept`, which then stands for the person. Returns the Merge.

    `merged` is closed: it can take no seat, sign in no more and get no invitation.

    Raises MergeRefused with all reasons against the merge that `preview` finds, such as a rubber that either member is
    playing, and if a receiver of `before_merging` finds that `by` would decide in an own matter.
    """
    with write_transaction():
        locked = _locked(kept, merged)
        kept = locked[kept.pk]
        merged = locked[merged.pk]
        before_merging.send(Member, kept=kept, merged=merged, by=by)
        if problems := preview(kept=kept, merged=merged).problems:
            raise MergeRefused(" ".join(problems))
        made = Merge.objects.create(
            kept=kept,
            merged=merged,
            was_active=merged.is_active,
            made_at=now,
            made_by=by,
        )
        merged.merged_into = kept
        merged.is_active = False
        merged.save(update_fields=["merged_into", "is_active"])
        Invitation.objects.filter(member=merged, used_at=None, revoked_at=None).update(
            revoked_at=now
        )
        close_sessions(member=merged)
        merging.send(Member, kept=kept, merged=merged, now=now)
    return made


def _locked(*members: Member) -> dict[int, Member]:
    """The present rows of these members by id, locked in the order of the ids so that nobody seats them meanwhile."""
    rows = Member.objects.select_for_update(no_key=True).filter(
        pk__in=[member.pk for member in members]
    )
    return {row.pk: row for row in rows.order_by("pk")}


def undo(*, merge: Merge, by: Member, now: datetime) -> None:
    """Undo a merge: the two member records become separate again. A second undo changes nothing.

    Raises MergeRefused if the person was erased, or is playing a rubber with a seat under the merged record; if `by` is
    the person, who would not have played any more what the merged record has played; and if a receiver of
    `before_merging` finds that `by` would decide in an own matter.
    """
    with write_transaction():
        locked = _locked(merge.kept, merge.merged)
        merged = locked[merge.merged_id]
        if by.person_id == merge.kept_id and merge.undone_at is None:
            words = _(
                "%(merged)s and %(kept)s are you: another admin takes the merge back."
            )
            names = {"merged": merged.name, "kept": merge.kept.name}
            raise MergeRefused(words % names)
        if merged.erased_at:
            raise MergeRefused(
                _("%(merged)s was erased: undo that first.") % {"merged": merged.name}
            )
        before_merging.send(Member, kept=locked[merge.kept_id], merged=merged, by=by)
        if Merge.objects.filter(pk=merge.pk, undone_at=None).update(
            undone_at=now, undone_by=by
        ):
            merged.merged_into = None
            merged.is_active = merge.was_active
            merged.save(update_fields=["merged_into", "is_active"])
            parting.send(Member, kept=locked[merge.kept_id], merged=merged, now=now)
