"""Adding, using, renaming and removing passkeys."""

from datetime import datetime

from django.db import IntegrityError
from django.utils.translation import gettext as _

from clubscore.database.write_lock import write_transaction
from clubscore.members.models import AuditEvent, Member, Passkey
from clubscore.members.passkeys.ceremonies import (
    NOT_RIGHT,
    Answer,
    NewKey,
    PasskeyRefused,
    checked_use,
    handle_in,
)
from clubscore.members.passkeys.site import PasskeySite
from clubscore.members.people.services import close_sessions, record_event
from clubscore.web.conflicts import is_conflict

MOST = 10  # of one member


def add_passkey(*, member: Member, key: NewKey, name: str, now: datetime) -> Passkey:
    """Add a passkey by which the member can sign in.

    Raises PasskeyRefused for more than MOST passkeys of a member, and for a key that is known already.
    """
    try:
        with write_transaction():
            Member.objects.select_for_update(no_key=True).get(pk=member.pk)
            if member.passkeys.count() >= MOST:
                raise PasskeyRefused(
                    _("You have %(number)s passkeys. Remove one first.")
                    % {"number": MOST}
                )
            made = Passkey.objects.create(
                member=member, name=name, made_at=now, **key._asdict()
            )
            record_event(
                what=AuditEvent.What.KEY_MADE,
                member=member,
                by=member,
                now=now,
                after=name,
            )
    except IntegrityError as error:
        if not is_conflict(error):
            raise
        raise PasskeyRefused(_("This passkey is known already.")) from error
    return made


def use_passkey(
    *, answer: Answer, site: PasskeySite, challenge: str, now: datetime
) -> Member:
    """The member whose passkey signed the challenge. Writes the new count and time of the passkey.

    Raises PasskeyRefused for an unknown key, for a wrong signature, if the count has not risen (see `checked_use`), and
    for a member who has left.
    """
    with write_transaction():
        known = Passkey.objects.select_for_update(no_key=True).filter(
            credential_id=answer["id"], site=site.name
        )
        passkey = known.first()
        if passkey is None or handle_in(answer) != passkey.user_handle:
            raise PasskeyRefused(NOT_RIGHT)
        passkey.sign_count = checked_use(
            answer,
            site=site,
            challenge=challenge,
            public_key=passkey.public_key,
            sign_count=passkey.sign_count,
        )
        member = passkey.member
        if not member.is_active or not member.has_joined:
            raise PasskeyRefused(NOT_RIGHT)
        passkey.used_at = now
        passkey.save(update_fields=["sign_count", "used_at"])
    return member


def owner_of(answer: Answer) -> Member | None:
    """The member to whom the passkey of the answer belongs; the signature is not checked. None for an unknown key."""
    passkey = (
        Passkey.objects.select_related("member")
        .filter(credential_id=answer["id"])
        .first()
    )
    return passkey.member if passkey else None


def rename_passkey(*, passkey: Passkey, name: str) -> None:
    """Give the passkey another name, by which its member knows it."""
    with write_transaction():
        Passkey.objects.filter(pk=passkey.pk).update(name=name)


def remove_passkey(*, passkey: Passkey, by: Member, now: datetime) -> None:
    """Remove a passkey. Raises PasskeyRefused if the member has no password and no other passkey."""
    with write_transaction():
        member = Member.objects.select_for_update(no_key=True).get(pk=passkey.member_id)
        if (
            not member.has_password
            and not member.passkeys.exclude(pk=passkey.pk).exists()
        ):
            raise PasskeyRefused(
                _(
                    "This is your only way in. Choose a password first, under My sign-in."
                )
            )
        if member.passkeys.filter(pk=passkey.pk).delete()[0]:
            record_event(
                what=AuditEvent.What.KEY_GONE,
                member=member,
                by=by,
                now=now,
                before=passkey.name,
            )


def remove_passkeys(*, member: Member, by: Member, now: datetime) -> int:
    """Remove all passkeys of a member after the loss of a device, and sign the member out everywhere.

    Returns the number of removed passkeys. If the member has none, nothing is done.
    """
    with write_transaction():
        names = list(member.passkeys.order_by("pk").values_list("name", flat=True))
        if not names:
            return 0
        member.passkeys.all().delete()
        close_sessions(member=member)
        record_event(
            what=AuditEvent.What.KEY_GONE,
            member=member,
            by=by,
            now=now,
            before=", ".join(names),
        )
    return len(names)
