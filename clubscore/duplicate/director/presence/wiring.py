"""Importing this module registers the condition `is_asked_about_a_place`, which is read with every sign-in session."""

from clubscore.duplicate.director.presence.queries import (
    SEATED_IN_SESSION,
    is_asked_about_a_place,
)
from clubscore.members import session_marks

session_marks.register(SEATED_IN_SESSION, is_asked_about_a_place)
