"""Audit entries about members: roles, leaving, invitations, merged records."""

from django.urls import reverse
from django.utils.translation import gettext as _

from clubscore.audit import Description, Kind, Source
from clubscore.members.models import AuditEvent, Invitation, Member, Merge

What = AuditEvent.What
OF_OTHER_APPS = (
    What.EXPORTED,
    What.SEASON,
    What.TERMS,
    What.RULES,
    What.CLUB,
)  # kept here, described by the apps that write them


def event_description(event: AuditEvent, words: str, link: str) -> Description:
    """The description of an AuditEvent of any app."""
    return Description(
        action=f"deed.{event.what}",
        words=words,
        object="member" if event.member_id else "deed",
        object_id=event.member_id or event.pk,
        link=link,
        before={"was": event.before} if event.before else None,
        after={"is": event.after} if event.after else None,
    )


def member_event(event: AuditEvent) -> Description:
    whom = event.member
    words = {
        What.ROLE: _("made %(whom)s %(after)s, who was %(before)s")
        % {"whom": whom, "after": _a(event.after), "before": _a(event.before)},
        What.LEFT: _("marked %(whom)s as having left the club") % {"whom": whom},
        What.BACK: _("marked %(whom)s as back in the club") % {"whom": whom},
        What.SESSIONS: _("signed %(whom)s out everywhere") % {"whom": whom},
        What.PIN: _("had %(whom)s choose another PIN") % {"whom": whom},
        What.JOINED: _("joined by the poster"),
        What.CORRECTED: _("corrected their own record"),
        What.ADDED: _("put %(whom)s on the list") % {"whom": whom},
        What.CHANGED: _("changed the record of %(whom)s: %(after)s") % {"whom": whom, "after": event.after},
        What.KEY_MADE: _("made a passkey: %(after)s") % {"after": event.after},
        What.KEY_GONE: _("removed passkeys of %(whom)s: %(before)s") % {"whom": whom, "before": event.before},
        What.REVOKED: _("took back the invitation of %(whom)s") % {"whom": whom} if whom else _("took back a poster"),
        What.IMPORTED: _("imported a list of members: %(after)s") % {"after": event.after},
    }
    page = "members:invitations" if event.what == What.REVOKED else "members:index"
    return event_description(event, words[What(event.what)], _record(whom) if whom else reverse(page))


def merge_made(made: Merge) -> Description:
    return _merge(made, "made", _("merged %(merged)s into %(kept)s") % {"merged": made.merged, "kept": made.kept})


def merge_undone(made: Merge) -> Description:
    return _merge(
        made, "undone", _("parted %(merged)s and %(kept)s again") % {"merged": made.merged, "kept": made.kept}
    )


def _merge(made: Merge, state: str, words: str) -> Description:
    facts = {"kept": made.kept_id, "merged": made.merged_id}
    return Description(f"merge.{state}", words, "member", made.kept_id, _record(made.kept), after=facts)


def invitation_made(made: Invitation) -> Description:
    return _invitation(
        made,
        "made",
        _("invited %(member)s") % {"member": made.member} if made.member else _("made a poster for the club"),
    )


def invitation_used(used: Invitation) -> Description:
    return _invitation(used, "used", _("joined by an invitation"))


def _invitation(invitation: Invitation, state: str, words: str) -> Description:
    link = _record(invitation.member) if invitation.member else reverse("members:invitations")
    return Description(f"invitation.{state}", words, "invitation", invitation.pk, link)


def _record(member: Member) -> str:
    return reverse("members:record", args=[member.pk])


def _a(role: str) -> str:
    """`a scorer`, `an owner`: the stored name of a role, in the reader's language."""
    words = {
        "watcher": _("a watcher"),
        "player": _("a player"),
        "scorer": _("a scorer"),
        "admin": _("an admin"),
        "owner": _("an owner"),
    }
    return words.get(role, role)


SOURCES = (
    Source(
        name="member event",
        kind=Kind.MEMBERS,
        rows=lambda: AuditEvent.objects.exclude(what__in=OF_OTHER_APPS),
        at="at",
        by="by",
        describe=member_event,
        about=("member",),
        select_related=("member",),
    ),
    Source(
        name="merge",
        kind=Kind.MEMBERS,
        rows=Merge.objects.all,
        at="made_at",
        by="made_by",
        describe=merge_made,
        about=("kept", "merged"),
        select_related=("kept", "merged"),
    ),
    Source(
        name="merge undone",
        kind=Kind.MEMBERS,
        rows=lambda: Merge.objects.exclude(undone_at=None),
        at="undone_at",
        by="undone_by",
        describe=merge_undone,
        about=("kept", "merged"),
        select_related=("kept", "merged"),
    ),
    Source(
        name="invitation",
        kind=Kind.MEMBERS,
        rows=Invitation.objects.all,
        at="made_at",
        by="made_by",
        describe=invitation_made,
        about=("member",),
        select_related=("member",),
    ),
    Source(
        name="invitation used",
        kind=Kind.MEMBERS,
        rows=lambda: Invitation.objects.exclude(used_at=None),
        at="used_at",
        by="member",
        describe=invitation_used,
        select_related=("member",),
    ),
)
