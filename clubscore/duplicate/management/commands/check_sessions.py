from typing import Any

from django.core.management.base import BaseCommand, CommandError

from clubscore.duplicate.results.publishing.checking import differences


class Command(BaseCommand):
    help = (
        "Work out the newest published results of every session of duplicate again, from its boards and from its "
        "session file, and compare them with what was published."
    )

    def handle(self, *args: Any, **options: Any) -> None:
        wrong = 0
        for difference in differences():
            wrong += 1
            self.stderr.write(difference)
        if wrong:
            raise CommandError(
                f"{wrong} differences between published sessions and what they are made of."
            )
        self.stdout.write("Every published session is what its boards say.")
