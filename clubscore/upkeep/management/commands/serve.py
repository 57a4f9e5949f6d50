import os
import sys
from typing import Any

import segno
from django.conf import settings
from django.core.checks import Tags
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import DEFAULT_DB_ALIAS, connection

from clubscore.configuration.environment import number
from clubscore.configuration.places import IS_INSTALLED
from clubscore.refusals import Refused
from clubscore.upkeep.new_database import require_tables
from clubscore.upkeep.restarting import RestartWatch, do_before_start, start_again
from clubscore.upkeep.server_command import (
    require_free_port,
    run_server,
    server_arguments,
)
from clubscore.upkeep.shared_metrics import share_metrics
from clubscore.web.reach.phones import EVERYWHERE, phone_addresses

BLOCKS = "▀▄█"


class Command(BaseCommand):
    help = "Serve the club, at HOST, PORT and with PROCESSES of club.env or the environment."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--reload",
            action="store_true",
            help="start anew when a Python file changes (`make dev`)",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        host, port = settings.HOST, settings.PORT
        processes = 1 if options["reload"] else number("PROCESSES", 1)
        if not (0 < port < 65536 and processes):
            raise CommandError(
                "PORT is a number from 1 to 65535, PROCESSES one from 1."
            )
        if do_before_start():
            sys.exit(start_again())
        self.check(tags=[Tags.database], databases=[DEFAULT_DB_ALIAS])
        try:
            require_tables()
            require_free_port(host, port)
        except Refused as refusal:
            raise CommandError(str(refusal)) from refusal
        connection.close()
        if processes > 1:
            share_metrics(data_dir=settings.DATA_DIR, port=port)
        shown_host = "localhost" if host in EVERYWHERE else host
        self.stdout.write(f"Clubscore is served at http://{shown_host}:{port}/")
        if IS_INSTALLED:
            self.stdout.write(f"The club's files are in {settings.DATA_DIR}")
        self._show_to_phones(phone_addresses())
        arguments = server_arguments(
            host=host, port=port, processes=processes, reloads=options["reload"]
        )
        if processes > 1 or options["reload"]:
            for name in settings.FROM_CLUB_ENV:
                # Those processes read the file themselves, and so know what their own environment sets.
                del os.environ[name]
        self._serve(arguments)

    def _serve(self, arguments: list[str]) -> None:
        """Run the server until it is stopped, and again whenever a restart is asked for."""
        sys.stdout.flush()
        watch = RestartWatch()
        watch.start()
        run_server(arguments)
        watch.stop()
        if watch.is_asked:
            sys.exit(start_again())

    def _show_to_phones(self, addresses: list[str]) -> None:
        """Print the addresses for phones, and the first address as a QR code if the terminal can show it."""
        if addresses:
            self.stdout.write(f"Phones open {' or '.join(addresses)}")
        if addresses and sys.stdout.isatty() and _can_print(BLOCKS):
            # Windows draws it in its own way.
            segno.make(addresses[0], micro=False).terminal(
                border=2, compact=sys.platform != "win32"
            )


def _can_print(text: str) -> bool:
    try:
        text.encode(sys.stdout.encoding or "ascii")
    except UnicodeEncodeError:
        return False
    return os.environ.get("TERM") != "dumb"
