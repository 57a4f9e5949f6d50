"""Carry out the planned import of a list."""

from collections.abc import Iterable, Mapping
from datetime import datetime

from django.contrib.auth.models import Group
from django.core.exceptions import PermissionDenied

from clubscore.database.write_lock import write_transaction
from clubscore.members.importing.outcome import ImportPlan, RowOutcome
from clubscore.members.importing.plan import OF_AN_OWNER
from clubscore.members.models import AuditEvent, ListHeading, Member
from clubscore.members.people.services import (
    close_sessions,
    come_back,
    leave_club,
    record_event,
)
from clubscore.members.permissions import may_keep_record
from clubscore.members.roles import HOLDERS, Role
from clubscore.members.signals import silencing


def carry_out(
    *,
    plan: ImportPlan,
    by: Member,
    now: datetime,
    headings: Mapping[str, str] | None = None,
) -> int:
    """Write the rows without problems, all or none. Return the number of members added or changed.

    `headings` are the meanings that a person chose for columns, by the key of the heading. The next import uses them.

    Raises CannotLeave if a row says that a member has left, but the member is the only owner, is in the middle of a
    rubber, or has a place in a session that is not over, or if `by` has played with the member in a rubber that waits
    to be agreed; then also RoleRefused if the member would only watch. Raises PermissionDenied if a row changes an
    owner's record and `by` is not an owner.
    """
    groups = {group.name: group for group in Group.objects.filter(name__in=HOLDERS)}
    membership = Member.groups.through
    with write_transaction():
        _require_no_foreign_owner(plan.of_kind("change"), by)
        members: list[Member] = []
        memberships = []
        for outcome in plan.of_kind("new"):
            member = _written(outcome, Member(joined_at=now))
            member.set_unusable_password()
            members.append(member)
            if outcome.role is not None:
                memberships.append((member, groups[outcome.role]))
        Member.objects.bulk_create(members)
        # The members have their ids only now.
        membership.objects.bulk_create(
            membership(member=member, group=group) for member, group in memberships
        )
        for outcome in plan.of_kind("change"):
            _change(outcome, groups, by, now)
        if plan.to_write:
            counts = f"{plan.counts['new']} new, {plan.counts['change']} changed"
            record_event(what=AuditEvent.What.IMPORTED, by=by, now=now, after=counts)
        for key, meaning in (headings or {}).items():
            ListHeading.objects.update_or_create(
                key=key, defaults={"meaning": meaning, "by": by, "at": now}
            )
    return len(plan.to_write)


def _require_no_foreign_owner(changed: Iterable[RowOutcome], by: Member) -> None:
    """Require that `by` is an owner if one of these rows changes an owner's record. Raises PermissionDenied.

    The plan was checked before, but a member may have become an owner since then.
    """
    members = {outcome.member.pk for outcome in changed if outcome.member}
    # All are locked in the order of their ids: the list may have any, and each of them may leave the club.
    known = (
        Member.objects.select_for_update(no_key=True).order_by("pk") if members else []
    )
    owners = [member for member in known if member.is_superuser]
    if any(owner.pk in members and not may_keep_record(by, owner) for owner in owners):
        raise PermissionDenied(str(OF_AN_OWNER))


def _change(
    outcome: RowOutcome, groups: Mapping[str, Group], by: Member, now: datetime
) -> None:
    member = outcome.member
    if member is None:
        return
    was_active = member.is_active
    before = member.role if outcome.role else None
    _written(outcome, member)
    leaves = was_active and not member.is_active
    comes_back = member.is_active and not was_active
    member.is_active = was_active
    member.save()
    if outcome.role and before:
        if outcome.role == Role.WATCHER and before != Role.WATCHER:
            silencing.send(Member, member=member, by=by)
        if outcome.role.rank > before.rank:
            close_sessions(member=member)  # as give_role does
        held = [holder.value for holder in (outcome.role, *member.duties)]
        member.groups.set([groups[name] for name in held])
        record_event(
            what=AuditEvent.What.ROLE,
            member=member,
            by=by,
            now=now,
            before=before.value,
            after=outcome.role.value,
        )
    if leaves:
        leave_club(member=member, by=by, now=now)
    elif comes_back:
        come_back(member=member, by=by, now=now)


def _written(outcome: RowOutcome, member: Member) -> Member:
    for name, value in outcome.values.items():
        setattr(member, name, value)
    if outcome.role:
        member.is_staff = outcome.role.opens_the_office
    return member
