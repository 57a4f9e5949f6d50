import os
import sys
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from clubscore.configuration.environment import number
from clubscore.upkeep.server_command import server_command


class Command(BaseCommand):
    help = "Serve the club, at HOST, PORT and with PROCESSES of club.env or the environment."

    def handle(self, *args: Any, **options: Any) -> None:
        host = os.environ.get("HOST") or "127.0.0.1"
        port, processes = number("PORT", 8000), number("PROCESSES", 1)
        if not (0 < port < 65536 and processes):
            raise CommandError("PORT is a number from 1 to 65535, PROCESSES one from 1.")
        self.stdout.write(f"Clubscore is served at http://{'localhost' if host == '0.0.0.0' else host}:{port}/")
        self.stdout.flush()
        # In place of this process: signals of whoever started it reach the server itself.
        os.execv(sys.executable, server_command(host=host, port=port, processes=processes))
