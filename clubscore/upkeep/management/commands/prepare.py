from typing import Any

from django.core.checks import Tags
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandParser
from django.db import DEFAULT_DB_ALIAS

from clubscore.upkeep.new_database import is_empty_database
from clubscore.upkeep.restarting import do_before_start
from clubscore.upkeep.static_files import collect_if_changed


class Command(BaseCommand):
    help = "Make everything ready to serve: bring the database up to date, collect the static files."
    requires_system_checks = ()  # which would make an empty database where there is none

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--demonstration",
            action="store_true",
            help="a new database gets the demonstration club",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        do_before_start()
        self.check(tags=[Tags.database], databases=[DEFAULT_DB_ALIAS])
        is_new = is_empty_database()
        call_command("migrate", verbosity=0, skip_checks=False)
        if is_new and options["demonstration"]:
            call_command("fill_demo")
        collect_if_changed()
