"""Django's command line, with one sentence instead of a traceback for what is wrong outside the program.

`manage.py` of a checkout is this; so is `clubscore manage` of an installed Clubscore.
"""

import os
import sys

from django.core.exceptions import ImproperlyConfigured
from django.core.management import execute_from_command_line
from django.db import Error, connection


def main(arguments: list[str]) -> int:
    """Run the command of these arguments, the program's name first. Returns the exit code; 1 after a sentence."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "clubscore.settings")
    try:
        execute_from_command_line(arguments)
    except ImproperlyConfigured as error:
        return _say(str(error))
    except Error as error:
        if connection.connection is not None:  # it answers: this is something else
            raise
        name = "DATABASE_URL" if os.environ.get("DATABASE_URL") else "CLUB_DATA_DIR"
        reason = " ".join(str(error).split())
        return _say(
            f"The database does not answer. {name} says which it is. It was asked, and this came back: {reason}"
        )
    return 0


def _say(sentence: str) -> int:
    print(sentence, file=sys.stderr)
    return 1


if __name__ == "__main__":
    sys.exit(main(["clubscore manage", *sys.argv[1:]]))
