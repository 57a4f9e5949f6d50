"""The database of a club: the only way to write, rows that are written once, compiled statements, large reads."""
