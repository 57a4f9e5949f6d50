"""Instructions for a backup of this installation. The server cannot see whether one was made."""

from shlex import quote

from django.db import connection


def backup_command() -> str:
    """The shell command that copies the database while it is in use."""
    name = quote(str(connection.settings_dict["NAME"]))
    if connection.vendor == "postgresql":
        return f"pg_dump --format=custom --file=backup.dump {name}"
    return f'sqlite3 {name} ".backup backup.sqlite3"'
