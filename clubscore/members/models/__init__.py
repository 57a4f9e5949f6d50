"""Members and merges (member.py), signing in (access.py), events for the audit (audit_event.py)."""

from clubscore.members.models.access import Attempt, Invitation, OpenSession, WrongPin
from clubscore.members.models.audit_event import AuditEvent
from clubscore.members.models.member import Member, Merge

__all__ = ["Attempt", "AuditEvent", "Invitation", "Member", "Merge", "OpenSession", "WrongPin"]
