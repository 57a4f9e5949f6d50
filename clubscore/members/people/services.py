"""Adding people, and changing their records, roles, passwords and sessions."""

from collections.abc import Mapping
from datetime import datetime

from django.contrib.auth.models import Group
from django.core.exceptions import ValidationError
from django.db.models import Q
from django.utils.translation import gettext as _
from django.utils.translation import override

from clubscore.database.write_lock import write_transaction
from clubscore.members.duties import Duty
from clubscore.members.models import AuditEvent, Member, OpenSession
from clubscore.members.naming import look_of, validate_name
from clubscore.members.permissions import may_own
from clubscore.members.roles import Role
from clubscore.members.signals import leaving, silencing
from clubscore.refusals import Refused


class RoleRefused(Refused):
    """The refusal to give a member a role. The message says why."""


class CannotLeave(Refused):
    """The refusal to let a member leave the club now. The message says why."""


class GuestRefused(Refused):
    """The refusal to add a guest under a name. The message says why."""


def add_guest(*, name: str, now: datetime) -> Member:
    """Add a guest, who can be seated at once and has no sign-in name. `name` is not empty.

    Raises GuestRefused for a name with hidden characters or letters of two alphabets in a word, and for a name that is
    like a member's name; ValidationError for a name that is too long.
    """
    name = " ".join(name.split())
    with write_transaction():
        _require_name_of_guest(name)
        guest = Member(name=name, is_guest=True, joined_at=now)
        guest.set_unusable_password()
        guest.full_clean()
        guest.save()
    return guest


def add_member(*, values: Mapping[str, str], by: Member, now: datetime) -> Member:
    """Add a player to the list, who joins later by a card or the poster. `values` are checked fields."""
    with write_transaction():
        member = Member(**values, joined_at=now)
        member.set_unusable_password()
        member.save()
        give_role(member=member, role=Role.PLAYER)
        record_event(what=AuditEvent.What.ADDED, member=member, by=by, now=now)
    return member


def change_record(
    *, member: Member, changes: Mapping[str, str], by: Member, now: datetime
) -> None:
    """Write the new values of these fields. The audit keeps the names of changed fields, but not their values."""
    if not changes:
        return
    with write_transaction():
        known = Member.objects.select_for_update(no_key=True).get(pk=member.pk)
        for name, value in changes.items():
            setattr(known, name, value)
        known.save(update_fields=list(changes))
        with override(None):  # the audit has one language
            labels = [
                str(Member._meta.get_field(name).verbose_name)  # type: ignore[union-attr]
                for name in changes
            ]
        record_event(
            what=AuditEvent.What.CHANGED,
            member=member,
            by=by,
            now=now,
            after=", ".join(labels),
        )


def _require_name_of_guest(name: str) -> None:
    try:
        validate_name(name)
    except ValidationError as error:
        raise GuestRefused(error.messages[0]) from error
    look = look_of(name)
    for member in (
        Member.objects.present()
        .filter(is_guest=False)
        .values_list("name", flat=True)
        .iterator()
    ):
        if look_of(member) == look:
            raise GuestRefused(
                _(
                    "%(member)s is a member: choose that name, or write the guest’s so that both differ."
                )
                % {"member": member}
            )


def record_event(
    *,
    what: AuditEvent.What,
    by: Member | None,
    now: datetime,
    member: Member | None = None,
    before: str = "",
    after: str = "",
) -> AuditEvent:
    """Store an event for the audit, for an action that no other row records. Returns the event.

    `by` is None for what is done at the prompt. `member` is the member concerned; None if the action is on the club.
    `before` and `after` are the states in words, such as two roles, cut to 200 characters.
    """
    return AuditEvent.objects.create(
        what=what, member=member, by=by, at=now, before=before[:200], after=after[:200]
    )


def leave_club(*, member: Member, by: Member, now: datetime) -> None:
    """Let the member leave the club and the table, and sign the member out everywhere. The history stays.

    Raises CannotLeave for the only owner, for a member in the middle of a rubber, for a member who has a place in a
    session that is not over, and if `by` has played with the member in a rubber that waits to be agreed.
    """
    with write_transaction():
        if _owners_with(member) == [member]:
            raise CannotLeave(
                _("%(member)s is the only owner: make another one first.")
                % {"member": member.name}
            )
        leaving.send(Member, member=member, by=by, now=now)
        member.is_active = False
        member.save(update_fields=["is_active"])
        close_sessions(member=member)
        record_event(what=AuditEvent.What.LEFT, member=member, by=by, now=now)


def _owners_with(member: Member) -> list[Member]:
    """The active owners of the club. Their rows and the row of `member` are locked, in the order of the ids."""
    concerned = Q(pk=member.pk) | Q(is_superuser=True, is_active=True)
    rows = (
        Member.objects.select_for_update(no_key=True).filter(concerned).order_by("pk")
    )
    return [row for row in rows if row.is_superuser and row.is_active]


def come_back(*, member: Member, by: Member, now: datetime) -> bool:
    """Let a member come back. Returns True; False for a merged or erased record, and for a member who had not left."""
    with write_transaction():
        left = Member.objects.filter(
            pk=member.pk, is_active=False, merged_into=None, erased_at=None
        )
        if not left.update(is_active=True):
            return False
        record_event(what=AuditEvent.What.BACK, member=member, by=by, now=now)
    return True


def change_role(*, member: Member, role: Role, by: Member, now: datetime) -> None:
    """Give the member this role instead of the present role.

    Raises RoleRefused for a guest, for the only owner, and if somebody who is not an owner would make or unmake an
    owner; and if `by` would let somebody only watch with whom `by` has played a rubber that waits to be agreed.
    """
    with write_transaction():
        owners = _owners_with(member)
        if member.is_guest:
            raise RoleRefused(
                _("%(member)s is a guest: a guest has no role until joining.")
                % {"member": member.name}
            )
        before = member.role
        if Role.OWNER in (role, before) and not may_own(by):
            raise RoleRefused(_("Only an owner makes and unmakes owners."))
        if role != Role.OWNER and owners == [member]:
            raise RoleRefused(
                _("%(member)s is the only owner: make another one first.")
                % {"member": member.name}
            )
        if role == Role.WATCHER and role != before:
            silencing.send(Member, member=member, by=by)
        give_role(member=member, role=role)
        if role != before:
            record_event(
                what=AuditEvent.What.ROLE,
                member=member,
                by=by,
                now=now,
                before=before.value,
                after=role.value,
            )


def give_role(*, member: Member, role: Role) -> None:
    """Give the member this role as the only role, without any check. The duties stay.

    If the role is higher than the present one, all sessions of the member end, so that nobody else who uses one of them
    gets the role.
    """
    if role.rank > member.role.rank:
        close_sessions(member=member)
    member.is_staff, member.is_superuser = role.opens_the_office, role == Role.OWNER
    member.save(update_fields=["is_staff", "is_superuser"])
    kept = [holder.value for holder in (role, *member.duties)]
    member.groups.set(Group.objects.filter(name__in=kept))


def change_duties(
    *, member: Member, duties: frozenset[Duty], by: Member, now: datetime
) -> None:
    """Give the member these duties instead of the present duties, and write it into the audit.

    If a duty is new, all sessions of the member end, as when the role rises. Raises RoleRefused for a guest.
    """
    with write_transaction():
        Member.objects.select_for_update(no_key=True).get(pk=member.pk)
        before = member.duties
        if member.is_guest:
            raise RoleRefused(
                _("%(member)s is a guest: a guest has no duty until joining.")
                % {"member": member.name}
            )
        if duties == before:
            return
        if duties - before:
            close_sessions(member=member)
        held = [holder.value for holder in (member.role, *duties)]
        member.groups.set(Group.objects.filter(name__in=held))
        record_event(
            what=AuditEvent.What.DUTIES,
            member=member,
            by=by,
            now=now,
            before=_listed(before),
            after=_listed(duties),
        )


def _listed(duties: frozenset[Duty]) -> str:
    """The duties as the audit stores them: `arbiter, organiser`, or `no duty`."""
    names = sorted(duty.value for duty in duties)
    return ", ".join(names) or "no duty"


def choose_table_keys(*, member: Member, are_on: bool) -> None:
    """Store whether a single key (1–7, p, /) on the page of a table begins the typing of a deal for this member."""
    with write_transaction():
        member.has_table_keys = are_on
        member.save(update_fields=["has_table_keys"])


def choose_language(*, member: Member, language: str) -> None:
    """Set the language of the member's pages. Empty means the language for which a browser asks."""
    with write_transaction():
        member.language = language
        member.save(update_fields=["language"])


def change_password(*, member: Member, password: str, keep: str | None) -> None:
    """Replace the member's password, and end the member's sessions.

    Only the session with the key `keep` goes on; if `keep` is None, no session does.
    """
    with write_transaction():
        member.set_password(password)
        member.save(update_fields=["password"])
        close_sessions(member=member, but=keep)


def sign_out(*, member: Member, by: Member, now: datetime) -> None:
    """Sign a member out everywhere, as an admin (`by`) does after the loss of a phone."""
    with write_transaction():
        close_sessions(member=member)
        record_event(what=AuditEvent.What.SESSIONS, member=member, by=by, now=now)


def close_sessions(*, member: Member, but: str | None = None) -> int:
    """End all sessions of the member, except the session with the key `but`. Returns the number of ended sessions."""
    with write_transaction():
        sessions = OpenSession.objects.filter(member=member).exclude(
            session_key=but or ""
        )
        return sessions.delete()[0]
