from typing import Any

from django.core.management.base import BaseCommand, CommandError

from clubscore.ledger.queries import unbalanced
from clubscore.rubbers.audit import differences


class Command(BaseCommand):
    help = (
        "Prove that every transaction in the books sums to zero, that the margins are what the deals score today, and "
        "that stakes are margin times stake."
    )

    def handle(self, *args: Any, **options: Any) -> None:
        wrong = [f"Transaction {transaction} does not sum to zero." for transaction in unbalanced()]
        wrong += differences()
        for sentence in wrong:
            self.stderr.write(sentence)
        if wrong:
            raise CommandError(f"{len(wrong)} mistakes in the books.")
        self.stdout.write("The books balance, and say what the deals score: every transaction sums to zero.")
