"""Opening a session: a number of tables and boards, such as "nine and a half tables, 27 boards", becomes a plan."""
