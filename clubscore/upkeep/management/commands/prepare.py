from typing import Any

from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandParser
from django.db import connection
from django.db.migrations.recorder import MigrationRecorder

from clubscore.upkeep.static_files import collect_if_changed


class Command(BaseCommand):
    help = "Make everything ready to serve: bring the database up to date, collect the static files."
    requires_system_checks = ()  # `migrate` has its own

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--demonstration", action="store_true", help="a new database gets the demonstration club")

    def handle(self, *args: Any, **options: Any) -> None:
        is_new = not MigrationRecorder(connection).applied_migrations()
        call_command("migrate", verbosity=0, skip_checks=False)
        if is_new and options["demonstration"]:
            call_command("fill_demo")
        collect_if_changed()
