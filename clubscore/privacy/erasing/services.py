"""Erase a member, undo an erasure, and destroy the values that were stored for an undo."""

from collections.abc import Sequence
from datetime import datetime

from django.db.models import Max, Q
from django.utils.translation import gettext as _

from clubscore.database.write_lock import write_transaction
from clubscore.members.models import Invitation, Member, Passkey, SignInEvent, WrongPin
from clubscore.members.people.services import close_sessions
from clubscore.members.queries import records_of
from clubscore.privacy.erasing.destruction import written_over
from clubscore.privacy.erasing.queries import obstacles
from clubscore.privacy.erasing.traces import overwrite, put_back
from clubscore.privacy.models import KEPT_FOR, Erasure, KeptValue
from clubscore.refusals import Refused


class ErasureRefused(Refused):
    """The refusal to erase a member now, or to undo an erasure. The message has the reason."""


def erase(*, member: Member, by: Member, now: datetime) -> Erasure:
    """Erase a person: all records of the person get the name `Former member 17`; results and books stay as they are.

    Sign-in, passkeys, addresses, notes, PIN, open invitations and sessions are deleted. Returns the erasure. Raises
    ErasureRefused if `obstacles` finds a reason against the erasure: for example if the person has a seat, an open
    rubber or an open payment, is the last owner, or is `by`.
    """
    with written_over(), write_transaction():
        records = _locked(member)
        person = next(record for record in records if record.merged_into_id is None)
        if problems := obstacles(person, records=records, by=by):
            raise ErasureRefused(" ".join(problems))
        last = Erasure.objects.aggregate(last=Max("number"))["last"] or 0
        erasure = Erasure.objects.create(
            member=person,
            number=last + 1,
            erased_at=now,
            erased_by=by,
        )
        invitations = Invitation.objects.filter(
            member__in=records, used_at=None, revoked_at=None
        )
        invitations.update(revoked_at=now)
        WrongPin.objects.filter(member__in=records).delete()
        Passkey.objects.filter(member__in=records).delete()
        for record in records:
            close_sessions(member=record)
        SignInEvent.objects.filter(member__in=records).delete()
        overwrite(erasure=erasure, records=records)
    return erasure


def undo(*, erasure: Erasure, by: Member, now: datetime) -> None:
    """Undo an erasure: the member gets the name, password and other values of the record back, and must sign in again.

    Passkeys, open invitations and sessions do not come back. Raises ErasureRefused after 30 days, if the erasure was
    undone already, and if another member has the sign-in name or the number by now.
    """
    with written_over(), write_transaction():
        _locked(erasure.member)
        erasure = Erasure.objects.select_for_update(no_key=True).get(pk=erasure.pk)
        if erasure.undone_at:
            raise ErasureRefused(_("That was taken back already."))
        if now >= erasure.final_at or not erasure.kept.exists():
            raise ErasureRefused(
                _("What was erased is destroyed: it cannot be taken back any more.")
            )
        _require_free_names(erasure)
        put_back(erasure=erasure)
        erasure.kept.all().delete()
        erasure.undone_at = now
        erasure.undone_by = by
        erasure.save(update_fields=["undone_at", "undone_by"])


def destroy_erased(*, now: datetime) -> int:
    """For each member erased at least 30 days ago, destroy the values that were stored for an undo.

    Returns the number of these members.
    """
    with written_over(), write_transaction():
        due = Erasure.objects.filter(
            undone_at=None, destroyed_at=None, erased_at__lte=now - KEPT_FOR
        )
        ids = list(due.order_by("pk").values_list("pk", flat=True))
        KeptValue.objects.filter(erasure__in=ids).delete()
        Erasure.objects.filter(pk__in=ids).update(destroyed_at=now)
    return len(ids)


def _locked(member: Member) -> Sequence[Member]:
    """All records of the person. Their rows, and the rows of all owners of the club, are locked.

    The rows are locked in the order of their ids.
    """
    rows = Member.objects.select_for_update(no_key=True)
    records = records_of(Member.objects.get(pk=member.pk))
    ids = set(records.values_list("pk", flat=True))
    owners = Q(is_superuser=True, is_active=True)
    locked = rows.filter(Q(pk__in=ids) | owners).order_by("pk")
    return [row for row in locked if row.pk in ids]


def _require_free_names(erasure: Erasure) -> None:
    for kept in erasure.kept.filter(model=Member._meta.label):
        for field, sentence in (
            (
                "username",
                _(
                    "Another member has the sign-in name %(value)s now: give that one another first."
                ),
            ),
            (
                "external_id",
                _(
                    "Another member has the number %(value)s now: give that one another first."
                ),
            ),
        ):
            value = kept.values[field]
            if value and Member.objects.filter(**{f"{field}__iexact": value}).exists():
                raise ErasureRefused(sentence % {"value": value})
