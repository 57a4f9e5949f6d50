"""Django's command line, with one sentence instead of a traceback for errors outside the program.

`manage.py` of a checkout and `clubscore manage` of an installed Clubscore run it.
"""

import os
import sys

from django.core.exceptions import ImproperlyConfigured
from django.core.management import execute_from_command_line
from django.db import Error, OperationalError, connection

from clubscore.upkeep.new_database import EmptyDatabase, require_tables


def main(arguments: list[str]) -> int:
    """Run the command of these arguments, the program's name first. Returns the exit code.

    The code is 1 for an error that one sentence explains.
    """
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "clubscore.settings")
    try:
        execute_from_command_line(arguments)
    except ImproperlyConfigured as error:
        return _say(str(error))
    except Error as error:
        return _say(_explained(error))
    return 0


def _explained(error: Error) -> str:
    """The reason for an error of the database, in words. Raises the error again if it is an error of the program."""
    reason = " ".join(str(error).split())
    name = "DATABASE_URL" if os.environ.get("DATABASE_URL") else "CLUB_DATA_DIR"
    try:
        connection.ensure_connection()
        require_tables()
    except EmptyDatabase as refusal:
        return str(refusal)
    except Error:
        return f"The database does not answer. {name} says which it is. It was asked, and this came back: {reason}"
    # The disk may be full, or may not be writable.
    if isinstance(error, OperationalError):
        return f"The database could not do that. {name} says which it is. This came back: {reason}"
    raise error


def _say(sentence: str) -> int:
    print(sentence, file=sys.stderr)
    return 1


if __name__ == "__main__":
    sys.exit(main(["clubscore manage", *sys.argv[1:]]))
