"""Scores as text and as JSON, and the files that the command line reads."""
