"""Writes scores as text and as JSON, and reads the files of the command line."""
