from typing import Any

from django.core.management.base import BaseCommand, CommandError

from clubscore.standings.audit import differences


class Command(BaseCommand):
    help = (
        "Work out the final table of every closed season again from the books and compare it with what was published."
    )

    def handle(self, *args: Any, **options: Any) -> None:
        wrong = 0
        for difference in differences():
            wrong += 1
            self.stderr.write(difference)
        if wrong:
            raise CommandError(f"{wrong} differences between the published tables and the books.")
        self.stdout.write("Every published table is what the books say.")
