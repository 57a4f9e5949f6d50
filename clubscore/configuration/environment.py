"""Functions that check the text of an environment variable and return it as a value for the settings."""

import os
import re
from datetime import datetime, time
from difflib import get_close_matches
from ipaddress import ip_network
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError, available_timezones

import environ
from django.core.exceptions import ImproperlyConfigured, ValidationError
from django.core.validators import validate_email

from clubscore.database.served_file import ServedFileConnection

CLUB_NUMBER = r"[A-Za-z0-9](?:[A-Za-z0-9 ./-]{0,18}[A-Za-z0-9])?"
CHARGE_CODE = r"[A-Za-z0-9](?:[A-Za-z0-9.-]{0,8}[A-Za-z0-9])?"


def flag(name: str) -> bool:
    """True if the setting with this name is on; False if it is off or not set.

    Raises ImproperlyConfigured for any other value.
    """
    text = os.environ.get(name, "").strip()
    if text.lower() in {"1", "true", "yes", "on"}:
        return True
    if text.lower() in {"", "0", "false", "no", "off"}:
        return False
    raise ImproperlyConfigured(f"{name} is 1 for on, or 0 for off, not {text}.")


def words(name: str, default: str = "") -> list[str]:
    return [
        word.strip()
        for word in os.environ.get(name, default).split(",")
        if word.strip()
    ]


def networks(name: str, default: str = "") -> list[str]:
    """The IP addresses and networks in the setting with this name, in their usual form: 10.0.0.0/24 for 10.0.0.5/24.

    Raises ImproperlyConfigured if a word of the setting is neither an address nor a network.
    """
    read = []
    for word in words(name, default):
        try:
            network = ip_network(word, strict=False)
        except ValueError as error:
            example = "such as 127.0.0.1 or 10.0.0.0/8"
            raise ImproperlyConfigured(
                f"{name} are addresses or networks, {example}, not {word}."
            ) from error
        is_address = network.num_addresses == 1
        shortest = network.network_address if is_address else network
        read.append(str(shortest))
    return read


def number(name: str, default: int) -> int:
    """The setting with this name, or `default` if it is not set, as a whole number from 0.

    Raises ImproperlyConfigured for any other value.
    """
    text = os.environ.get(name, "").strip() or str(default)
    if not (text.isascii() and text.isdigit()):
        raise ImproperlyConfigured(f"{name} is a whole number from 0, not {text}.")
    return int(text)


def token(name: str) -> str:
    """The secret in the setting with this name, by which programs get in; empty if the setting is not set.

    Raises ImproperlyConfigured if the secret has fewer than 20 characters.
    """
    found = os.environ.get(name, "").strip()
    if found and len(found) < 20:
        raise ImproperlyConfigured(
            f"{name} has 20 characters or more, so that nobody guesses it."
        )
    return found


def admins(*, sends_mail: bool) -> list[tuple[str, str]]:
    """The addresses in the setting ADMIN_EMAILS, in the form of Django's setting ADMINS.

    `sends_mail` is true if EMAIL_URL is set. Raises ImproperlyConfigured for an invalid address, and for addresses
    without EMAIL_URL.
    """
    addresses = words("ADMIN_EMAILS")
    for address in addresses:
        try:
            validate_email(address)
        except ValidationError as error:
            raise ImproperlyConfigured(
                f"ADMIN_EMAILS are addresses with commas between; {address} is none."
            ) from error
    if addresses and not sends_mail:
        raise ImproperlyConfigured(
            "ADMIN_EMAILS needs a mail server that sends the e-mails: set EMAIL_URL."
        )
    return [(address, address) for address in addresses]


def folder(name: str, default: Path) -> Path:
    """The absolute path of a folder from the setting with this name; `default` if the setting is empty or missing.

    Raises ImproperlyConfigured for a relative path.
    """
    text = os.environ.get(name, "").strip()
    if text and not Path(text).is_absolute():
        raise ImproperlyConfigured(
            f"{name} is the whole path of a folder, such as /mnt/backups, not {text}."
        )
    return Path(text) if text else default


def time_of_day(name: str, default: str) -> time | None:
    """The setting with this name, or `default` if it is not set, as a time such as `04:30`; None for the word `never`.

    Raises ImproperlyConfigured for any other value.
    """
    text = os.environ.get(name, "").strip() or default
    if text.lower() == "never":
        return None
    try:
        return datetime.strptime(text, "%H:%M").time()
    except ValueError as error:
        raise ImproperlyConfigured(
            f"{name} is a time of the day, such as 04:30, or never; not {text}."
        ) from error


def clock(name: str = "") -> str:
    """The name of the club's time zone.

    It is `name` if given, else the setting TIME_ZONE, else Europe/London. Raises ImproperlyConfigured if there is no
    such time zone.
    """
    zone = name or os.environ.get("TIME_ZONE", "").strip() or "Europe/London"
    try:
        return ZoneInfo(zone).key
    except (ZoneInfoNotFoundError, ValueError, OSError) as error:
        near = next(
            iter(get_close_matches(zone, available_timezones(), n=1)), "Europe/London"
        )
        raise ImproperlyConfigured(
            f"TIME_ZONE is the name of a time zone, such as {near}, not {zone}."
        ) from error


def currency(code: str = "") -> str:
    """The club's currency as three capitals, such as EUR; empty for a club that plays for points.

    It is `code` if given, else the setting CLUB_CURRENCY. Raises ImproperlyConfigured for anything but three letters.
    """
    code = (code or os.environ.get("CLUB_CURRENCY", "")).strip().upper()
    if code and not (len(code) == 3 and code.isascii() and code.isalpha()):
        raise ImproperlyConfigured(
            f"CLUB_CURRENCY is three letters, such as EUR, not {code}."
        )
    return code


def club_number(text: str = "") -> str:
    """The club's number with its federation; empty if it has none.

    It is `text` if given, else the setting CLUB_NUMBER. Raises ImproperlyConfigured if it does not fit CLUB_NUMBER.
    """
    return _federations("CLUB_NUMBER", text, CLUB_NUMBER, "such as 4680 or NW-12")


def charge_code(text: str = "") -> str:
    """The code by which the federation charges the club for a session; empty if it has none.

    It is `text` if given, else the setting CLUB_CHARGE_CODE. Raises ImproperlyConfigured if it does not fit
    CHARGE_CODE.
    """
    return _federations("CLUB_CHARGE_CODE", text, CHARGE_CODE, "such as 10")


def _federations(name: str, text: str, pattern: str, example: str) -> str:
    """A number or code that a federation has given; empty if there is none. Raises ImproperlyConfigured."""
    code = (text or os.environ.get(name, "")).strip()
    if code and not re.fullmatch(pattern, code):
        raise ImproperlyConfigured(
            f"{name} is letters and digits of the federation, {example}, not {code}."
        )
    return code


def sqlite(path: str | Path, *, test_file: Path) -> dict[str, Any]:
    """Django's settings of an SQLite database in the file `path`. Tests use the file `test_file`.

    They turn on the write-ahead log, write each commit to disk, and take the lock at BEGIN (decision 0004).
    """
    return {
        "ENGINE": "django.db.backends.sqlite3",
        "NAME": str(path),
        "CONN_MAX_AGE": 600,
        "OPTIONS": {
            "timeout": 5,
            "transaction_mode": "IMMEDIATE",
            "factory": ServedFileConnection,
            "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA foreign_keys=ON;"
            "PRAGMA temp_store=MEMORY; PRAGMA mmap_size=134217728; PRAGMA cache_size=-20000;"
            "PRAGMA journal_size_limit=67108864;",
        },
        # A file, because the server under test and its stream open the database beside the test itself.
        "TEST": {"NAME": test_file},
    }


def database_of(url: str, *, test_file: Path) -> dict[str, Any]:
    """Django's settings of the database at the address `url`, the value of DATABASE_URL.

    The address is `sqlite:///path`, or `postgres://user:password@host:port/name?option=value` with the options of
    PostgreSQL's driver (`sslmode`, `host=/socket/folder`). Tests on SQLite use the database `test_file`. Raises
    ImproperlyConfigured with the error in the address.
    """
    shape = "DATABASE_URL is sqlite:////path/to/club.sqlite3 or postgres://user:password@host:5432/name"
    scheme, found, _ = url.partition("://")
    if not found or scheme not in {"sqlite", "postgres", "postgresql"}:
        raise ImproperlyConfigured(
            f"{shape}; the one that is set begins with {scheme.split(':')[0][:20]}."
        )
    try:
        parsed = environ.Env.db_url_config(url)
    except ValueError as error:
        raise ImproperlyConfigured(
            f"{shape}; the one that is set cannot be read: {error}."
        ) from error
    if not parsed["NAME"] or parsed["NAME"] == ":memory:":
        raise ImproperlyConfigured(f"{shape}; the one that is set names no database.")
    if scheme == "sqlite":
        if parsed["HOST"]:
            raise ImproperlyConfigured(
                f"{shape}, with three strokes before the path, and a fourth if it begins with one."
            )
        return sqlite(parsed["NAME"], test_file=test_file)
    options = parsed.pop("OPTIONS", {})
    parsed["HOST"] = options.pop("host", parsed["HOST"])
    return (
        {"CONN_MAX_AGE": 600}
        | parsed
        | {"PORT": str(parsed["PORT"]), "OPTIONS": options}
    )


def mail_of(url: str) -> dict[str, Any]:
    """Django's settings of the mail server at the address `url`, the value of EMAIL_URL.

    The address is `smtps://user:password@host`, or `smtp://…`, which uses STARTTLS if it has a user. Raises
    ImproperlyConfigured for another scheme.
    """
    parts = urlsplit(url)
    if parts.scheme not in {"smtp", "smtps"}:
        raise ImproperlyConfigured(
            f"EMAIL_URL must start with smtps:// or smtp://, not {parts.scheme}://"
        )
    return {
        "EMAIL_HOST": parts.hostname or "localhost",
        "EMAIL_PORT": parts.port or (465 if parts.scheme == "smtps" else 587),
        "EMAIL_HOST_USER": unquote(parts.username or ""),
        "EMAIL_HOST_PASSWORD": unquote(parts.password or ""),
        "EMAIL_USE_SSL": parts.scheme == "smtps",
        "EMAIL_USE_TLS": parts.scheme == "smtp" and bool(parts.username),
        "EMAIL_TIMEOUT": 10,
    }
