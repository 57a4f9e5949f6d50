"""The masterpoints of a session: the scale that a director chooses, and the words for it."""
