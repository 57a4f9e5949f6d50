from typing import Any

from django.core.management.base import BaseCommand
from django.utils import timezone

from clubscore.rubbers.agreement.due import post_due


class Command(BaseCommand):
    help = "Post the rubbers that are agreed by time and whose time is up. The server does so itself once a minute."

    def handle(self, *args: Any, **options: Any) -> None:
        posted = post_due(now=timezone.now())
        for rubber in posted:
            self.stdout.write(f"{rubber} posted.")
        if not posted:
            self.stdout.write("Nothing is due.")
