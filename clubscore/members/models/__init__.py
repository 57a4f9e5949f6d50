"""Models: members, merges, signing in (access.py, passkey.py), events for the audit, sign-in events, list headings."""

from clubscore.members.models.access import Attempt, Invitation, OpenSession, WrongPin
from clubscore.members.models.audit_event import AuditEvent
from clubscore.members.models.list_heading import ListHeading
from clubscore.members.models.member import Member
from clubscore.members.models.merge import Merge
from clubscore.members.models.passkey import Passkey
from clubscore.members.models.sign_in_event import SignInEvent

__all__ = [
    "Attempt",
    "AuditEvent",
    "Invitation",
    "ListHeading",
    "Member",
    "Merge",
    "OpenSession",
    "Passkey",
    "SignInEvent",
    "WrongPin",
]
