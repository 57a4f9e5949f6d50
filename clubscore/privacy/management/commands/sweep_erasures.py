from typing import Any

from django.core.management.base import BaseCommand
from django.utils import timezone

from clubscore.privacy.erasing.services import destroy_erased


class Command(BaseCommand):
    help = "Destroy what was kept of members who were erased 30 days ago or earlier."

    def handle(self, *args: Any, **options: Any) -> None:
        count = destroy_erased(now=timezone.now())
        members = "member" if count == 1 else "members"
        self.stdout.write(f"Destroyed for good: {count} erased {members}.")
