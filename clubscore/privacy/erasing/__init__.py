"""Erasing a member: the name becomes another, results and books stay; the owner can take it back for 30 days."""
