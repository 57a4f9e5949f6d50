"""The static files to be served, collected again whenever a file, a bundle or a library has changed."""

from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path

from django.conf import settings
from django.core.management import call_command

from clubscore import __version__
from clubscore.web import bundles

MADE_FROM = ".made_from"


def collect_if_changed() -> bool:
    """Bundle, hash and compress the static files into STATIC_ROOT, unless they are up to date there.

    Returns True if the files were collected. Without STATIC_COLLECTED, files are served as they are: nothing is done.
    """
    if not settings.COLLECTED:
        return False
    note, made_from = settings.STATIC_ROOT / MADE_FROM, _digest()
    if note.exists() and note.read_text(encoding="utf-8") == made_from:
        return False
    # Before the first file goes: if this is cut off, the next start does it anew.
    note.unlink(missing_ok=True)
    call_command("collectstatic", clear=True, interactive=False, verbosity=0)
    note.write_text(made_from, encoding="utf-8")
    return True


def _digest() -> str:
    digest = sha256(__version__.encode())
    for path in (*_sources(), Path(bundles.__file__)):
        digest.update(f"{path}\n".encode() + path.read_bytes())
    return digest.hexdigest()


def _sources() -> Iterator[Path]:
    for folder in settings.STATICFILES_DIRS:
        yield from sorted(path for path in Path(folder).rglob("*") if path.is_file())
