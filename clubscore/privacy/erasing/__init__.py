"""Erasing a member: the name is replaced, results and books stay; an owner can undo it for 30 days."""
