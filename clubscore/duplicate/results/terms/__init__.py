"""The correction periods of a session, which an organiser sets before play and only extends afterwards."""
