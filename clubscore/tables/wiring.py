"""Importing this module registers the condition `is_seated_by_another`, which is read with every sign-in session.

The condition is true if somebody else has seated the member of the session, who has not confirmed it.
"""

from clubscore.members import session_marks
from clubscore.tables.queries import SEATED_BY_ANOTHER, is_seated_by_another

session_marks.register(SEATED_BY_ANOTHER, is_seated_by_another)
