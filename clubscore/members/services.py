"""Writes about people."""

from datetime import datetime

from django.contrib.auth.models import Group

from clubscore.members.models import Member, OpenSession
from clubscore.members.roles import Role
from clubscore.members.signals import leaving
from clubscore.writing import write_transaction


class RoleRefused(ValueError):
    """The role cannot be given; the message says why."""


class CannotLeave(ValueError):
    """The member cannot leave the club now; the message says why."""


def add_guest(*, name: str, now: datetime) -> Member:
    """A visitor who can be seated at once and has no sign-in name. `name` is not empty."""
    with write_transaction():
        guest = Member(name=" ".join(name.split()), is_guest=True, joined_at=now)
        guest.set_unusable_password()
        guest.full_clean()
        guest.save()
    return guest


def leave_club(*, member: Member, now: datetime) -> None:
    """The member leaves the club and whatever table; the history stays.

    Raises CannotLeave in the middle of a rubber.
    """
    with write_transaction():
        leaving.send(Member, member=member, now=now)
        member.is_active = False
        member.save(update_fields=["is_active"])


def change_role(*, member: Member, role: Role, by: Member) -> None:
    """Give the member this role instead of the present one.

    Raises RoleRefused for a guest, for what only an owner may do, and when the club would be left without an owner.
    """
    with write_transaction():
        owners = list(Member.objects.select_for_update().filter(is_superuser=True, is_active=True))
        if member.is_guest:
            raise RoleRefused(f"{member.name} is a guest: a guest has no role until joining.")
        if Role.OWNER in (role, member.role) and not by.is_superuser:
            raise RoleRefused("Only an owner makes and unmakes owners.")
        if role != Role.OWNER and owners == [member]:
            raise RoleRefused(f"{member.name} is the only owner: make another one first.")
        give_role(member=member, role=role)


def give_role(*, member: Member, role: Role) -> None:
    """The member has this role and no other; no question asked."""
    member.is_staff, member.is_superuser = role.opens_the_office, role == Role.OWNER
    member.save(update_fields=["is_staff", "is_superuser"])
    member.groups.set(Group.objects.filter(name=role.value))


def close_sessions(*, member: Member, but: str | None = None) -> int:
    """Sign the member out everywhere, except from the session with this key; how many were open."""
    with write_transaction():
        sessions = OpenSession.objects.filter(member=member).exclude(session_key=but or "")
        return sessions.delete()[0]
