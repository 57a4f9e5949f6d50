"""The mark that every session brings along: whether somebody else has seated its member."""

from clubscore.members import session_marks
from clubscore.tables.queries import SEATED_BY_ANOTHER, is_seated_by_another

session_marks.register(SEATED_BY_ANOTHER, is_seated_by_another)
