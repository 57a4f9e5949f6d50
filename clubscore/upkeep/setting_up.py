"""Setting up a new club: its settings in `club.env`, and its first owner."""

from collections.abc import Mapping
from datetime import datetime
from pathlib import Path
from urllib.parse import urlsplit

from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ImproperlyConfigured, ValidationError

from clubscore.configuration import club_env
from clubscore.configuration.environment import (
    charge_code,
    clock,
    club_number,
    currency,
)
from clubscore.database.write_lock import write_transaction
from clubscore.members.models import Member
from clubscore.members.naming import normalised_sign_in_name
from clubscore.members.roles import Role
from clubscore.refusals import Refused

ALWAYS = "localhost,127.0.0.1,[::1]"
EVERYWHERE = "0.0.0.0"


class CannotSetUp(Refused):
    """The refusal of a value for a new club, or of a first owner where there are members. The message says why."""


def checked(name: str, text: str) -> str:
    """The value of the setting in the form in which it is stored. Raises CannotSetUp if it is not valid."""
    text = text.strip()
    try:
        match name:
            case "TIME_ZONE":
                return clock(text)
            case "CLUB_CURRENCY":
                return currency(text) if text else ""
            case "CLUB_NUMBER":
                return club_number(text) if text else ""
            case "CLUB_CHARGE_CODE":
                return charge_code(text) if text else ""
            case "HOST":
                return _host(text)
            case "ALLOWED_HOSTS":
                return ",".join([ALWAYS, *_hosts(text)])
            case _:
                return text
    except ImproperlyConfigured as error:
        raise CannotSetUp(str(error)) from error


def keep_settings(folder: Path, values: Mapping[str, str]) -> Path:
    """Write checked settings into the `club.env` of this folder. Returns its path.

    Raises CannotSetUp for a value with a line break.
    """
    folder.mkdir(parents=True, exist_ok=True)
    try:
        return club_env.write(folder, values)
    except ValueError as error:
        raise CannotSetUp(str(error)) from error


def add_first_owner(
    *, username: str, name: str, password: str, now: datetime
) -> Member:
    """Add the first member, an owner. Raises CannotSetUp if the club has members, or if a value cannot be used."""
    username, name = normalised_sign_in_name(username), " ".join(name.split())
    owner = Member(username=username, name=name)
    try:
        owner.clean_fields(exclude=["password"])
        validate_password(password, owner)
    except ValidationError as error:
        raise CannotSetUp(" ".join(error.messages)) from error
    with write_transaction():
        if Member.objects.exists():
            raise CannotSetUp("There are members already: this club has been set up.")
        return Member.objects.create_user(
            username, name, password, role=Role.OWNER, joined_at=now
        )


def _host(text: str) -> str:
    """The address on which the server listens: all addresses for `yes`, only this computer itself for `no`.

    `text` is the answer to the question if phones may reach the server. Raises CannotSetUp for any other answer.
    """
    match text.lower():
        case "yes" | "y":
            return EVERYWHERE
        case "no" | "n":
            return "127.0.0.1"
    raise CannotSetUp(
        f"Phones of this network reach it, or they do not: yes or no, not {text}."
    )


def _hosts(text: str) -> list[str]:
    """The host names of the addresses in the text, which commas or blanks separate. Ports and `http://` are left out.

    The names of this computer itself, such as localhost, are left out, too. Raises CannotSetUp if a word is no address.
    """
    hosts = [_host_name(word) for word in text.replace(",", " ").split()]
    if not all(hosts):
        raise CannotSetUp(
            f"An address is a name or a number, such as club.example or 192.168.1.20, not {text}."
        )
    return [
        f"[{host}]" if ":" in host else host
        for host in dict.fromkeys(hosts)
        if host not in {"localhost", "127.0.0.1", "::1"}
    ]


def _host_name(address: str) -> str:
    """The host name of an address with or without `http://`; "" if it has none."""
    url = address if "//" in address else f"//{address}"
    return urlsplit(url).hostname or ""
