from typing import Any

from django.core.management.commands import migrate

from clubscore.upkeep.new_database import make_tables_if_new
from clubscore.upkeep.whole_migrations import WholeMigrations
from clubscore.web.conflicts import repeated

migrate.MigrationExecutor = WholeMigrations  # type: ignore[attr-defined]  # Django's command asks for no other
OF_ITS_OWN = ("app_label", "plan", "check_unapplied", "fake", "fake_initial", "prune")


class Command(migrate.Command):
    help = "Bring the database up to date; a new one gets its tables at once, without the migrations one by one."

    def handle(self, *args: Any, **options: Any) -> None:
        if (
            not any(options[name] for name in OF_ITS_OWN)
            and make_tables_if_new()
            and options["verbosity"]
        ):
            self.stdout.write("The database is new: its tables are made.")
        # The version before may go on writing: what was ended in favour of a writer is undone, and run again.
        repeated(lambda: super(Command, self).handle(*args, **options))
