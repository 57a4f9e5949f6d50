from collections.abc import Iterator
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from clubscore.ledger.carry_forward import seasons_carried, wrongly_carried
from clubscore.ledger.models import Season, Transaction
from clubscore.ledger.placing import wrongly_placed
from clubscore.ledger.queries import unbalanced
from clubscore.ledger.reversals import reversals, wrongly_reversed
from clubscore.progress import beside_the_bar, progress
from clubscore.rubbers.books.audit import differences, without_a_rubber
from clubscore.rubbers.books.day_audit import wrongly_dated
from clubscore.rubbers.models import Rubber


class Command(BaseCommand):
    help = (
        "Prove that every transaction in the books sums to zero, that every reversal is the opposite of what it "
        "reverses, that each counts in the season of its day or the next, that closed seasons carry forward what was "
        "booked, that the margins are what the deals score today, and that stakes are margin times stake."
    )

    def handle(self, *args: Any, **options: Any) -> None:
        wrong = 0
        for sentence in _mistakes():
            wrong += 1
            with beside_the_bar():
                self.stderr.write(sentence)
        if wrong:
            raise CommandError(f"{wrong} mistakes in the books.")
        self.stdout.write(
            "The books balance, and say what the deals score: every transaction sums to zero."
        )


def _mistakes() -> Iterator[str]:
    with progress("Transactions", Transaction.objects.count()) as looked_at:
        for transaction in unbalanced(looked_at):
            wrong = (
                "does not sum to zero"
                if transaction.postings.exists()
                else "has no postings"
            )
            yield f"Transaction {transaction} {wrong}."
    with progress("Reversals", reversals()) as looked_at:
        yield from wrongly_reversed(looked_at)
    with progress("Seasons", Season.objects.count()) as looked_at:
        yield from wrongly_placed(looked_at)
    with progress("Balances", len(seasons_carried())) as looked_at:
        yield from wrongly_carried(looked_at)
    with progress("Rubbers", Rubber.objects.count()) as looked_at:
        yield from differences(looked_at)
    yield from without_a_rubber()
    yield from wrongly_dated()
