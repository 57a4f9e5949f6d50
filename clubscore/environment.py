"""Environment variables as values for the settings (docs/operations.md)."""

import os
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

from django.core.exceptions import ImproperlyConfigured


def flag(name: str) -> bool:
    return os.environ.get(name, "").strip().lower() in {"1", "true", "yes", "on"}


def words(name: str, default: str = "") -> list[str]:
    return [word.strip() for word in os.environ.get(name, default).split(",") if word.strip()]


def number(name: str, default: int) -> int:
    """A whole number from 0. Raises ImproperlyConfigured for anything else."""
    text = os.environ.get(name, "").strip() or str(default)
    if not (text.isascii() and text.isdigit()):
        raise ImproperlyConfigured(f"{name} is a whole number from 0, not {text}.")
    return int(text)


def currency() -> str:
    """CLUB_CURRENCY, an ISO 4217 code; empty for a club that plays for points.

    Raises ImproperlyConfigured for anything else.
    """
    code = os.environ.get("CLUB_CURRENCY", "").strip().upper()
    if code and not (len(code) == 3 and code.isascii() and code.isalpha()):
        raise ImproperlyConfigured(f"CLUB_CURRENCY is three letters, such as EUR, not {code}.")
    return code


def _sqlite(path: str, test_file: Path) -> dict[str, Any]:
    """A score book on SQLite: write-ahead log, every commit on the disk, write lock taken at BEGIN (decision 0004)."""
    return {
        "ENGINE": "django.db.backends.sqlite3",
        "NAME": path,
        "CONN_MAX_AGE": 600,
        "OPTIONS": {
            "timeout": 5,
            "transaction_mode": "IMMEDIATE",
            "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA foreign_keys=ON;"
            "PRAGMA temp_store=MEMORY; PRAGMA mmap_size=134217728; PRAGMA cache_size=-20000;"
            "PRAGMA journal_size_limit=67108864;",
        },
        # A file, because the server under test and its stream open the database beside the test itself.
        "TEST": {"NAME": test_file},
    }


def database_of(url: str, *, test_file: Path) -> dict[str, Any]:
    """The database that DATABASE_URL names: `sqlite:///path` or `postgres://user:password@host:port/name?host=/socket/dir`.

    Tests on SQLite keep theirs in `test_file`. Raises ImproperlyConfigured for another scheme.
    """
    parts = urlsplit(url)
    if parts.scheme == "sqlite":
        return _sqlite(unquote(parts.path[1:]) if parts.path.startswith("//") else unquote(parts.path), test_file)
    if parts.scheme not in {"postgres", "postgresql"}:
        raise ImproperlyConfigured(f"DATABASE_URL must start with sqlite:// or postgres://, not {parts.scheme}://")
    socket_dir = [value for key, _, value in (pair.partition("=") for pair in parts.query.split("&")) if key == "host"]
    return {
        "ENGINE": "django.db.backends.postgresql",
        "NAME": unquote(parts.path.lstrip("/")),
        "USER": unquote(parts.username or ""),
        "PASSWORD": unquote(parts.password or ""),
        "HOST": unquote(socket_dir[0]) if socket_dir else (parts.hostname or ""),
        "PORT": str(parts.port or ""),
        "CONN_MAX_AGE": 600,
    }


def mail_of(url: str) -> dict[str, Any]:
    """The mail server that EMAIL_URL names: `smtps://user:password@host`, or `smtp://…` with STARTTLS.

    Raises ImproperlyConfigured for another scheme.
    """
    parts = urlsplit(url)
    if parts.scheme not in {"smtp", "smtps"}:
        raise ImproperlyConfigured(f"EMAIL_URL must start with smtps:// or smtp://, not {parts.scheme}://")
    return {
        "EMAIL_HOST": parts.hostname or "localhost",
        "EMAIL_PORT": parts.port or (465 if parts.scheme == "smtps" else 587),
        "EMAIL_HOST_USER": unquote(parts.username or ""),
        "EMAIL_HOST_PASSWORD": unquote(parts.password or ""),
        "EMAIL_USE_SSL": parts.scheme == "smtps",
        "EMAIL_USE_TLS": parts.scheme == "smtp" and bool(parts.username),
        "EMAIL_TIMEOUT": 10,
    }
