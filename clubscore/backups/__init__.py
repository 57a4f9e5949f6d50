"""Backups of the database: made, checked, kept in rotation, and made by the server itself each night.

It treats the database as a whole and imports no app above `members`. `clubscore.restoring` restores a backup.
"""
