from typing import Any

from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError

AUDITS = ("check_ledger", "check_rubbers", "check_sessions", "check_standings")


class Command(BaseCommand):
    help = "Run all audits: the ledger, every rubber and every published table, worked out again from the facts."

    def handle(self, *args: Any, **options: Any) -> None:
        found = []
        for audit in AUDITS:
            try:
                call_command(audit, stdout=self.stdout, stderr=self.stderr)
            except CommandError as error:
                found.append(str(error))
        if found:
            raise CommandError(" ".join(found))
