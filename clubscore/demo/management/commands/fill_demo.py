from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone
from django.utils.crypto import get_random_string

from clubscore.database.write_lock import write_transaction
from clubscore.demo import club
from clubscore.demo.seasons import play_seasons
from clubscore.demo.sessions import play_sessions
from clubscore.members.models import Member
from clubscore.upkeep.demonstration import mark_demonstration

LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"
"""The characters from which a random password is made. Characters that look alike, such as 0 and o, are left out."""


class Command(BaseCommand):
    help = "Fill an empty database with a demo club and its two seasons, and print who can sign in."

    def add_arguments(self, parser: CommandParser) -> None:
        help = "for every member; made up when not given"
        parser.add_argument("--password", help=help)

    def handle(self, *args: Any, **options: Any) -> None:
        if Member.objects.exists():
            raise CommandError(
                "There are members already; the demo club goes only into an empty database."
            )
        password = options["password"] or get_random_string(10, LETTERS)
        with write_transaction():
            now = timezone.now()
            members = club.add_members(password=password, now=now)
            secretary = members[club.SECRETARY]
            play_seasons(members, secretary=secretary, now=now)
            play_sessions(members, secretary=secretary, now=now)
            club.play_tonight(members, now=now)
            mark_demonstration(now=now)
        names = ", ".join(member.username or "" for member in members.values())
        sign_in = (
            f"The demo club is ready. Sign in as {secretary.username} (the secretary) or as any of:\n"
            f"{names}.\n"
            f"The password of each is {password}\n"
        )
        self._keep(sign_in)
        self.stdout.write(sign_in)

    def _keep(self, sign_in: str) -> None:
        """Write the sign-in text, which has a password, to a file that only its owner can read."""
        path = settings.DATA_DIR / "demo-sign-in.txt"
        path.touch(mode=0o600)
        path.chmod(0o600)
        path.write_text(sign_in, encoding="utf-8")
