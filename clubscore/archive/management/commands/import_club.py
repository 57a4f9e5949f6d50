from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db.models import Q

from clubscore.archive.manifest import UnusableArchive
from clubscore.archive.restore import unpack
from clubscore.members.models import Member
from clubscore.members.roles import Role


class Command(BaseCommand):
    help = "Set a club up in an empty database from a ZIP that export_club wrote. Everything comes in, or nothing."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path)

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            manifest = unpack(path=options["file"])
        except UnusableArchive as refusal:
            raise CommandError(f"{refusal} Nothing was written.") from refusal
        self.stdout.write(
            f"{manifest.club} is here, as of {manifest.made_at}: {manifest.rows:,} rows.\n"
            f"{in_the_office()}\n"
            "Members sign in as before. Now let audit_club say that all is well."
        )
        if manifest.left_out:
            self.stderr.write(
                self.style.WARNING(
                    "\n".join(["It was made without these:", *manifest.left_out])
                )
            )
        for difference in manifest.differences:
            self.stderr.write(self.style.WARNING(difference))


def in_the_office() -> str:
    """A sentence that names the owners and admins after an import, because a changed archive could have added one."""
    has_rights = (
        Q(is_staff=True)
        | Q(is_superuser=True)
        | Q(groups__name__in=[Role.ADMIN.value, Role.OWNER.value])
    )
    found = (
        Member.objects.present().filter(has_rights).distinct().order_by("name", "pk")
    )
    named = [
        f"{member.name} ({'owner' if member.is_superuser else 'admin'})"
        for member in found
    ]
    return f"The office is kept by {', '.join(named) or 'nobody'}: look whether these are the right ones."
