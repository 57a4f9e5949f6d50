"""The key that signs sessions: made at the first start, kept beside the database, read by its owner alone."""

import os
import secrets
from pathlib import Path

from django.core.exceptions import ImproperlyConfigured

FILE = "secret_key"
SHORTEST = 20
"""The least length of a secret key, in characters. A shorter key could be guessed."""


def kept_key(folder: Path) -> str:
    """The secret key of this installation: SECRET_KEY from the environment, or else the key in this folder.

    If the folder has no key, one is made. Raises ImproperlyConfigured if the key can neither be read nor made, or if it
    could be guessed.
    """
    if key := os.environ.get("SECRET_KEY"):
        if len(key) < SHORTEST:
            raise ImproperlyConfigured(
                "SECRET_KEY signs the sessions, and could be guessed: let it have fifty characters by chance, or leave "
                f"it out, and Clubscore keeps one in {folder / FILE}."
            )
        return key
    path = folder / FILE
    try:
        if not path.exists():
            _make(path)
        return path.read_text(encoding="utf-8").strip()
    except OSError as error:
        raise ImproperlyConfigured(
            f"Set SECRET_KEY, or let Clubscore keep one in {path}: {error.strerror}."
        ) from error


def _make(path: Path) -> None:
    """Write a new key, completely or not at all. If two processes start together, both use the key of the first."""
    path.parent.mkdir(parents=True, exist_ok=True)
    made = path.with_name(f"{FILE}.{os.getpid()}")
    made.touch(mode=0o600)
    made.write_text(f"{secrets.token_urlsafe(50)}\n", encoding="utf-8")
    try:
        os.link(made, path)
    except FileExistsError:
        pass
    finally:
        made.unlink()
