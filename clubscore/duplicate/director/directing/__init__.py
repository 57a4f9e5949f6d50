"""Directing: the start, the rounds, deputies, the end."""
