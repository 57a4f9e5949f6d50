from functools import partial
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from clubscore.standings.models import RatingProgress
from clubscore.standings.rating.services import forget_ratings, work_in_ratings
from clubscore.web.conflicts import repeated

AT_ONCE = 5000


class Command(BaseCommand):
    help = "Work everything that is booked into the ratings. The standings do it by themselves, little by little."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--rebuild",
            action="store_true",
            help="forget all ratings and begin with the first rubber",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        if options["rebuild"]:
            repeated(forget_ratings)
        while repeated(partial(work_in_ratings, at_most=AT_ONCE)):
            self.stdout.write(
                f"… transaction {RatingProgress.objects.get().last_transaction}"
            )
        self.stdout.write("The ratings know every rubber in the books.")
