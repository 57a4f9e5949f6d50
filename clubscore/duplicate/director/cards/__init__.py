"""Papers of a session to print: guide cards, the boards of each table, and a code for each table."""
