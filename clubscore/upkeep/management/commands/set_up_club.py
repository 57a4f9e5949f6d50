import os
import sys
from collections.abc import Callable
from functools import partial
from getpass import getpass
from typing import Any

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone

from clubscore.configuration import club_env
from clubscore.configuration.places import as_typed, as_typed_here
from clubscore.members.models import Member
from clubscore.upkeep.following import FOLLOWED
from clubscore.upkeep.new_database import is_empty_database
from clubscore.upkeep.restore_mark import restore_mark
from clubscore.upkeep.setting_up import (
    CannotSetUp,
    add_first_owner,
    checked,
    keep_settings,
)

SETTINGS = {
    "name": ("CLUB_NAME", "The club's name", "Clubscore"),
    "clock": ("TIME_ZONE", "Its clock, as a time zone", "Europe/London"),
    "currency": (
        "CLUB_CURRENCY",
        "Its currency, such as EUR; nothing for a club that plays for points",
        "",
    ),
    "phones": ("HOST", "Shall phones of this network reach it? yes or no", "no"),
    "address": (
        "ALLOWED_HOSTS",
        "A name under which it is reached; nothing if by the number of this computer",
        "",
    ),
}
OWNER = {
    "username": ("DJANGO_SUPERUSER_USERNAME", "The secretary's sign-in name"),
    "owner": ("DJANGO_SUPERUSER_NAME", "The secretary's name, first name then surname"),
}
PASSWORD = "DJANGO_SUPERUSER_PASSWORD"


class Command(BaseCommand):
    help = "Set up an empty club: settings, database, secretary. Asks for what is not given; finishes what was begun."

    def add_arguments(self, parser: CommandParser) -> None:
        for flag, (name, meaning, default) in SETTINGS.items():
            in_brackets = f" ({default})" if default else ""
            parser.add_argument(f"--{flag}", help=f"{name}. {meaning}{in_brackets}")
        for flag, (name, meaning) in OWNER.items():
            parser.add_argument(
                f"--{flag}", help=f"{meaning}; else {name} of the environment"
            )

    def handle(self, *args: Any, **options: Any) -> None:
        # Whoever gives this command wants a new club, also where there was one: an empty database is not checked.
        is_new = is_empty_database()
        call_command("migrate", verbosity=0, skip_checks=is_new)
        if is_new:
            # What was to be restored is given up.
            restore_mark().unlink(missing_ok=True)
        if Member.objects.exists():
            raise CommandError(
                "There is a club already. Name another folder for yours: "
                f"{as_typed('club')} CLUB_DATA_DIR=/path/to/folder"
            )
        self._keep_settings(options)
        owner = {flag: self._of_owner(flag, options[flag]) for flag in OWNER}
        while True:
            password = os.environ.get(PASSWORD) or self._typed_password()
            try:
                add_first_owner(
                    username=owner["username"],
                    name=owner["owner"],
                    password=password,
                    now=timezone.now(),
                )
                break
            except CannotSetUp as error:
                self._again_or_stop(error)
                owner = {
                    flag: self._ask(OWNER[flag][1], owner[flag], str) for flag in OWNER
                }
        self.stdout.write(
            f"The club is ready. {owner['username']} signs in after: {as_typed_here('run')}"
        )

    def _keep_settings(self, options: dict[str, Any]) -> None:
        kept = club_env.values_of(settings.DATA_DIR / club_env.FILE)
        values = {}
        for flag, (name, meaning, default) in SETTINGS.items():
            if options[flag] is not None:
                values[name] = self._checked(name, options[flag])
            elif name in os.environ and name not in settings.FROM_CLUB_ENV:
                # Without it, what this start alone was given would be lost at the next.
                values[name] = (
                    self._checked(name, os.environ[name])
                    if name in FOLLOWED
                    else os.environ[name]
                )
            elif name not in kept:
                values[name] = self._ask(meaning, default, partial(checked, name))
        try:
            path = keep_settings(settings.DATA_DIR, values)
        except CannotSetUp as error:
            raise CommandError(str(error)) from error
        self.stdout.write(f"Its settings are in {path}.")

    def _of_owner(self, flag: str, given: str | None) -> str:
        name, meaning = OWNER[flag]
        found = given or os.environ.get(name, "")
        if not found and not self._has_terminal:
            raise CommandError(
                f"{meaning}? Without a terminal give --{flag}, or set {name}."
            )
        return found or self._ask(meaning, "", str)

    def _typed_password(self) -> str:
        if not self._has_terminal:
            raise CommandError(
                f"The secretary's password? Without a terminal set {PASSWORD}."
            )
        while True:
            password = getpass("Password: ")
            if password == getpass("Once more: "):
                return password
            self.stderr.write("These were two different ones.")

    def _ask(self, question: str, default: str, check: Callable[[str], str]) -> str:
        """Ask until an answer passes the check. Returns this answer; without a terminal, the default."""
        in_brackets = f" [{default}]" if default else ""
        while True:
            typed = input(f"{question}{in_brackets}: ") if self._has_terminal else ""
            try:
                return check(typed.strip() or default)
            except CannotSetUp as error:
                self._again_or_stop(error)

    def _checked(self, name: str, text: str) -> str:
        try:
            return checked(name, text)
        except CannotSetUp as error:
            raise CommandError(str(error)) from error

    def _again_or_stop(self, error: CannotSetUp) -> None:
        if not self._has_terminal:
            raise CommandError(str(error)) from error
        self.stderr.write(str(error))

    @property
    def _has_terminal(self) -> bool:
        return sys.stdin is not None and sys.stdin.isatty()
