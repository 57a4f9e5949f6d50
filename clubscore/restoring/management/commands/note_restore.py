from datetime import datetime
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from clubscore.members.models import AuditEvent, Member
from clubscore.members.people.services import record_event
from clubscore.office.audit_source import restored_from


class Command(BaseCommand):
    help = "Put a restore into the audit of the club that was restored. A restore runs this by itself."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path, help="the file that was restored")
        parser.add_argument("--now", type=datetime.fromisoformat, required=True)
        parser.add_argument("--made-at", type=datetime.fromisoformat)
        parser.add_argument(
            "--by", help="the sign-in name of who asked; without it, the prompt"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        by = None
        if options["by"] is not None:
            by = Member.objects.filter(username=options["by"]).first()
            if by is None:  # the restored club does not know who asked
                return
        fact = restored_from(options["made_at"], options["file"].name)
        record_event(what=AuditEvent.What.CLUB, by=by, now=options["now"], after=fact)
