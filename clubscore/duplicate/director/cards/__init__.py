"""The printed papers of a session: guide cards, the boards of each table, and a code for each table."""
