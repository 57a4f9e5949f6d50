"""Backups of the database: made, checked, kept in rotation, and made by the server itself each night.

Knows the database as a whole, and no app above `members`. Bringing one back is the matter of `clubscore.restoring`.
"""
