"""Audit entries about members who were seated by somebody else: what they said, and what was decided."""

from django.db.models import Q
from django.urls import reverse
from django.utils.translation import gettext as _

from clubscore.audit import Description, described
from clubscore.duplicate.audit_source import SESSION
from clubscore.duplicate.models import Presence


@described(Presence, "session.presence-said", SESSION, at="said_at", by="member")
def presence_said(presence: Presence) -> Description:
    words = _("said that they are not there in %(session)s")
    if presence.is_there:
        words = _("said that they are there in %(session)s")
    return _described(presence, words, "")


@described(
    Presence,
    "session.presence-decided",
    SESSION,
    at="decided_at",
    by="decided_by",
    where=~Q(decision=""),
    about=("member",),
)
def presence_decided(presence: Presence) -> Description:
    words = {
        "after_all": _("said that they are there in %(session)s after all"),
        "was_there": _("decided that %(member)s was there in %(session)s"),
        "replaced": _("named somebody else for the place of %(member)s in %(session)s"),
    }[presence.decision]
    return _described(presence, words, presence.decided_for)


def _described(presence: Presence, words: str, reason: str) -> Description:
    values = {"session": presence.session.name, "member": presence.member.name}
    return Description(
        words % values,
        link=reverse("duplicate:presences", args=[presence.session_id]),
        reason=reason,
        after={"is_there": presence.is_there, "decision": presence.decision},
    )
