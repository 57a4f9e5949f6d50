"""Make and revoke invitations, and join by one."""

import secrets
from datetime import datetime

from django.db import IntegrityError
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from clubscore.database.write_lock import write_transaction
from clubscore.members.invitations.queries import on_the_poster
from clubscore.members.models import AuditEvent, Invitation, Member, OpenSession
from clubscore.members.models.access import VALID_FOR
from clubscore.members.naming import looks_like_one_of, normalised_sign_in_name
from clubscore.members.passkeys.ceremonies import NewKey
from clubscore.members.passkeys.services import add_passkey
from clubscore.members.people.services import give_role, record_event
from clubscore.members.roles import Role
from clubscore.refusals import Refused
from clubscore.web.conflicts import is_conflict

OVER = gettext_lazy("This invitation is over. Ask an admin for a new one.")
NAME_TAKEN = gettext_lazy("Another member has this sign-in name.")
NAME_LIKE_ANOTHER = gettext_lazy(
    "Another member’s sign-in name looks like this one: choose one that nobody mistakes for it."
)


class InvitationRefused(Refused):
    """The refusal of an invitation that is not open, or not open to this member, or of a sign-in name."""


def invite(*, member: Member, by: Member, now: datetime) -> Invitation:
    """Make a link by which this member joins or chooses a new password. The member's earlier link ends.

    Raises InvitationRefused for a member who has left.
    """
    with write_transaction():
        if (
            not Member.objects.present()
            .select_for_update(no_key=True)
            .filter(pk=member.pk)
        ):
            raise InvitationRefused(
                _("%(member)s has left the club.") % {"member": member.name}
            )
        Invitation.objects.filter(member=member, used_at=None, revoked_at=None).update(
            revoked_at=now
        )
        return _make(member, by, now)


def invite_all(*, by: Member, now: datetime) -> int:
    """Make a link for every member who has not joined and has no open link. Returns the number of new links."""
    with write_transaction():
        invited = Invitation.objects.open_at(now).exclude(member=None).values("member")
        waiting = list(
            Member.objects.not_joined()
            .exclude(pk__in=invited)
            .select_for_update(no_key=True)
            .order_by("pk")
        )
        Invitation.objects.filter(
            member__in=waiting, used_at=None, revoked_at=None
        ).update(revoked_at=now)
        for member in waiting:
            _make(member, by, now)
    return len(waiting)


def make_poster(*, by: Member, now: datetime) -> Invitation:
    """Make the link of a poster, by which every member who has not joined can join."""
    with write_transaction():
        return _make(None, by, now)


def _make(member: Member | None, by: Member, now: datetime) -> Invitation:
    nonce = secrets.token_urlsafe(8)
    return Invitation.objects.create(
        member=member, nonce=nonce, made_by=by, made_at=now, expires_at=now + VALID_FOR
    )


def revoke(*, invitation: Invitation, by: Member, now: datetime) -> None:
    """Revoke an invitation: its link lets nobody in any more."""
    with write_transaction():
        if Invitation.objects.filter(
            pk=invitation.pk, used_at=None, revoked_at=None
        ).update(revoked_at=now):
            record_event(
                what=AuditEvent.What.REVOKED, member=invitation.member, by=by, now=now
            )


def join(
    *,
    invitation: Invitation,
    member: Member,
    username: str,
    password: str | None,
    now: datetime,
    passkey: tuple[NewKey, str] | None = None,
) -> Member:
    """Let a member join the club by an invitation, or choose a new password or passkey. Returns the member.

    `username` becomes the sign-in name of a member who has none. `passkey` is the new key and its name; without it,
    `password` is the new password. A guest becomes a member and keeps every rubber. All earlier sessions and open
    invitations of the member end.

    Raises InvitationRefused if the invitation is not open, or not open to this member, and if another member has the
    sign-in name; PasskeyRefused if the passkey is known already, or if the member has too many.
    """
    try:
        with write_transaction():
            member = Member.objects.select_for_update(no_key=True).get(pk=member.pk)
            invitation = Invitation.objects.select_for_update(no_key=True).get(
                pk=invitation.pk
            )
            _refuse(invitation, member, now)
            _let_in(member, username, password)
            if passkey:
                key, name = passkey
                add_passkey(member=member, key=key, name=name, now=now)
            if invitation.is_poster:
                record_event(
                    what=AuditEvent.What.JOINED, member=member, by=member, now=now
                )
            else:
                invitation.used_at = now
                invitation.save(update_fields=["used_at"])
            Invitation.objects.filter(
                member=member, used_at=None, revoked_at=None
            ).update(revoked_at=now)
            OpenSession.objects.filter(member=member).delete()
    except IntegrityError as error:  # said at once: called again, the view would not have its challenge any more
        if not is_conflict(error):
            raise
        raise InvitationRefused(NAME_TAKEN, field="username") from error
    return member


def _refuse(invitation: Invitation, member: Member, now: datetime) -> None:
    if not invitation.is_open(now):
        raise InvitationRefused(OVER)
    welcome = (
        on_the_poster().filter(pk=member.pk)
        if invitation.is_poster
        else Member.objects.present()
    )
    if (
        not welcome.filter(pk=member.pk).exists()
        or (invitation.member_id or member.pk) != member.pk
    ):
        raise InvitationRefused(
            _("%(member)s has joined already, or needs a personal invitation.")
            % {"member": member.name}
        )


def require_free_name(username: str) -> None:
    """Require a sign-in name that no member has, and that looks like no member's. Raises InvitationRefused."""
    taken = Member.objects.exclude(username=None).values_list("username", flat=True)
    if Member.objects.filter(username__iexact=username).exists():
        raise InvitationRefused(NAME_TAKEN, field="username")
    if looks_like_one_of(username, taken.iterator()):
        raise InvitationRefused(NAME_LIKE_ANOTHER, field="username")


def _let_in(member: Member, username: str, password: str | None) -> None:
    if not member.has_joined:
        username = normalised_sign_in_name(username)
        require_free_name(username)
        member.username = username
    member.is_guest = False
    member.set_password(password)
    member.save()
    if not member.groups.exists():
        give_role(member=member, role=Role.PLAYER)
