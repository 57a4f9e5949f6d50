"""Substitutes: members who take the place of another member in some rounds."""
