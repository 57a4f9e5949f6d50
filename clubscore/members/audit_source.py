"""Audit entries about members: roles, leaving, invitations, merged records."""

from django.db.models import Q
from django.urls import reverse
from django.utils.translation import gettext as _

from clubscore.audit import Description, Subject, SubjectKind, described
from clubscore.members.models import AuditEvent, Invitation, Member, Merge
from clubscore.members.roles import Role

What = AuditEvent.What
# Kept here, described by the apps that write them.
OF_OTHER_APPS = (
    What.EXPORTED,
    What.SEASON,
    What.TERMS,
    What.RULES,
    What.CLUB,
)


def _record(member: Member) -> str:
    return reverse("members:record", args=[member.pk])


def _record_or_members(event: AuditEvent) -> str:
    return _record(event.member) if event.member else reverse("members:index")


def _record_or_invitations(invitation: Invitation) -> str:
    return (
        _record(invitation.member)
        if invitation.member
        else reverse("members:invitations")
    )


MEMBER = Subject(SubjectKind.MEMBERS, "member", _record)
DEED = Subject(SubjectKind.MEMBERS, "deed", _record_or_members)
INVITATION = Subject(SubjectKind.MEMBERS, "invitation", _record_or_invitations)


def deed(event: AuditEvent, words: str, link: str = "") -> Description:
    """The line of the audit for an AuditEvent of any app: these words, this link, and the states before and after."""
    noun = "member" if event.member_id else "deed"
    before = {"was": event.before} if event.before else None
    after = {"is": event.after} if event.after else None
    return Description(
        words,
        f"deed.{event.what}",
        object=noun,
        object_id=event.member_id or event.pk,
        link=link,
        before=before,
        after=after,
    )


@described(
    AuditEvent, "deed", DEED, where=~Q(what__in=OF_OTHER_APPS), about=("member",)
)
def member_event(event: AuditEvent) -> Description:
    whom = event.member
    words = {
        What.ROLE: _("gave %(whom)s another role: %(after)s instead of %(before)s")
        % {"whom": whom, "after": _role(event.after), "before": _role(event.before)},
        What.DUTIES: _("gave %(whom)s other duties") % {"whom": whom},
        What.LEFT: _("marked %(whom)s as having left the club") % {"whom": whom},
        What.BACK: _("marked %(whom)s as back in the club") % {"whom": whom},
        What.SESSIONS: _("signed %(whom)s out everywhere") % {"whom": whom},
        What.PIN: _("had %(whom)s choose another PIN") % {"whom": whom},
        What.JOINED: _("joined by the poster"),
        What.CORRECTED: _("corrected their own record"),
        What.ADDED: _("put %(whom)s on the list") % {"whom": whom},
        What.CHANGED: _("changed the record of %(whom)s: %(after)s")
        % {"whom": whom, "after": event.after},
        What.KEY_MADE: _("made a passkey: %(after)s") % {"after": event.after},
        What.KEY_GONE: _("removed passkeys of %(whom)s: %(before)s")
        % {"whom": whom, "before": event.before},
        What.REVOKED: _("took back the invitation of %(whom)s") % {"whom": whom}
        if whom
        else _("took back a poster"),
        What.IMPORTED: _("imported a list of members: %(after)s")
        % {"after": event.after},
    }
    is_of_a_poster = event.what == What.REVOKED and whom is None
    link = reverse("members:invitations") if is_of_a_poster else ""
    return deed(event, words[What(event.what)], link)


@described(
    Merge,
    "merge.made",
    MEMBER,
    path="kept",
    at="made_at",
    by="made_by",
    about=("kept", "merged"),
)
def merge_made(merge: Merge) -> Description:
    return _merge(merge, _("merged %(merged)s into %(kept)s"))


@described(
    Merge,
    "merge.undone",
    MEMBER,
    path="kept",
    at="undone_at",
    by="undone_by",
    about=("kept", "merged"),
)
def merge_undone(merge: Merge) -> Description:
    return _merge(merge, _("parted %(merged)s and %(kept)s again"))


def _merge(merge: Merge, words: str) -> Description:
    values = {"merged": merge.merged, "kept": merge.kept}
    return Description(
        words % values, after={"kept": merge.kept_id, "merged": merge.merged_id}
    )


@described(
    Invitation,
    "invitation.made",
    INVITATION,
    at="made_at",
    by="made_by",
    about=("member",),
)
def invitation_made(invitation: Invitation) -> str:
    if invitation.member:
        return _("invited %(member)s") % {"member": invitation.member}
    return _("made a poster for the club")


@described(
    Invitation,
    "invitation.used",
    INVITATION,
    at="used_at",
    by="member",
    select_related=("member",),
)
def invitation_used(invitation: Invitation) -> str:
    return _("joined by an invitation")


def _role(name: str) -> str:
    """The words for a stored role name in the reader's language; a name that is no role stays as it is."""
    words = {role.value: role.words for role in Role}
    return words.get(name, name)
