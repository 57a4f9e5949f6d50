"""Writes the results of a session of pairs as files for other programs."""
