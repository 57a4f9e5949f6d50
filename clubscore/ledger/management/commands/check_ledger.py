from typing import Any

from django.core.management.base import BaseCommand, CommandError

from clubscore.ledger.queries import unbalanced


class Command(BaseCommand):
    help = "Prove that the postings of every transaction in the books sum to zero."

    def handle(self, *args: Any, **options: Any) -> None:
        wrong = unbalanced()
        for transaction in wrong:
            self.stderr.write(f"Transaction {transaction} does not sum to zero.")
        if wrong:
            raise CommandError(f"{len(wrong)} transactions do not balance.")
        self.stdout.write("The books balance: every transaction sums to zero.")
