from itertools import chain
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from clubscore.rubbers.books import remainder_audit
from clubscore.standings.duplicate import audit as duplicate_audit
from clubscore.standings.seasons import audit


class Command(BaseCommand):
    help = (
        "Work out the final tables of every closed season again, from the books and from the published sessions of "
        "duplicate, and compare them with what was published; and what rounding left over, from the deals."
    )

    def handle(self, *args: Any, **options: Any) -> None:
        wrong = 0
        for difference in chain(
            remainder_audit.differences(),
            audit.differences(),
            duplicate_audit.differences(),
        ):
            wrong += 1
            self.stderr.write(difference)
        if wrong:
            raise CommandError(
                f"{wrong} differences between the published tables and what they are made of."
            )
        self.stdout.write("Every published table is what the books say.")
