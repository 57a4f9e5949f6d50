"""Substitutes: members who sit at a place of an entry in some rounds."""
