"""Registers a condition that is read with every sign-in session: that somebody else has seated the session's member."""

from clubscore.members import session_marks
from clubscore.tables.queries import SEATED_BY_ANOTHER, is_seated_by_another

session_marks.register(SEATED_BY_ANOTHER, is_seated_by_another)
