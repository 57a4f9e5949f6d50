from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from clubscore.progress import beside_the_bar, progress
from clubscore.rubbers.books.audit import differences
from clubscore.rubbers.history.fingerprint import fingerprint_of
from clubscore.rubbers.models import Rubber
from clubscore.rubbers.rubber.loading import load


class Command(BaseCommand):
    help = "Score every finished rubber again from its deals and compare the margins with what the books say."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--fingerprint",
            type=int,
            metavar="RUBBER",
            help="print the fingerprint of this rubber's history instead",
        )
        parser.add_argument(
            "--expect",
            metavar="HEX",
            help="fail unless the fingerprint is this one, or begins so",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        if options["fingerprint"] is not None:
            self._fingerprint(options["fingerprint"], options["expect"])
        elif options["expect"] is not None:
            raise CommandError("--expect goes with --fingerprint.")
        else:
            self._compare()

    def _fingerprint(self, pk: int, expected: str | None) -> None:
        rubber = Rubber.objects.filter(pk=pk).first()
        if rubber is None:
            raise CommandError(f"There is no rubber {pk}.")
        found = fingerprint_of(load(pk))
        if expected is not None and not (
            len(expected) >= 8 and found.startswith(expected.strip().lower())
        ):
            raise CommandError(
                f"The fingerprint of rubber {pk} is {found}, not {expected}."
            )
        self.stdout.write(found)

    def _compare(self) -> None:
        wrong = 0
        with progress("Rubbers", Rubber.objects.count()) as looked_at:
            for difference in differences(looked_at):
                wrong += 1
                with beside_the_bar():
                    self.stderr.write(difference)
        if wrong:
            raise CommandError(
                f"{wrong} differences between the rubbers and the books."
            )
        self.stdout.write(
            "Every finished rubber stands in the books as its deals score today."
        )
