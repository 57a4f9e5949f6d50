"""Archives in the tests: makes them, empties the database for them, reads them and damages them."""

import csv
import json
from collections.abc import Callable
from hashlib import sha256
from io import BytesIO, StringIO
from pathlib import Path
from typing import Any
from zipfile import ZipFile

from django.db import connection

from clubscore.archive.catalogue import archived_models
from clubscore.archive.export import pack
from clubscore.archive.rows import rows_of
from clubscore.members.models import SignInEvent
from clubscore.privacy.models import KeptValue
from tests.factories import NOON
from tests.unguarded import every_append_only_model, without_triggers


def packed() -> BytesIO:
    file = BytesIO()
    pack(file, now=NOON)
    return file


def table(file: BytesIO, name: str) -> list[dict[str, str]]:
    """Return the rows of a CSV table in the ZIP, each as a dict by column name."""
    text = ZipFile(file).read(name).decode("utf-8-sig")
    return list(csv.DictReader(StringIO(text, newline="")))


def every_row() -> dict[str, list[dict[str, Any]]]:
    return {model._meta.label: list(rows_of(model)) for model in archived_models()}


def empty() -> None:
    """Empty the database as in a new installation, past everything that protects the books. For tests only."""
    with without_triggers(every_append_only_model()):
        for model in (
            SignInEvent,
            KeptValue,
            *reversed(archived_models()),
        ):
            # Those two point to rows that go.
            rows = model._base_manager.all()
            rows._raw_delete(rows.db)
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            for model in archived_models():
                cursor.execute(
                    "SELECT setval(pg_get_serial_sequence(%s, 'id'), 1, false)",
                    [model._meta.db_table],
                )


def saved(file: BytesIO, folder: Path) -> Path:
    path = folder / "club.zip"
    path.write_bytes(file.getvalue())
    return path


def spoilt(
    file: BytesIO, folder: Path, change: Callable[[dict[str, bytes]], None]
) -> Path:
    """Write a copy of the archive into the folder, after `change` has edited its files by name. Returns its path."""
    with ZipFile(file) as old:
        files = {name: old.read(name) for name in old.namelist()}
    change(files)
    path = folder / "spoilt.zip"
    with ZipFile(path, "w") as new:
        for name, content in files.items():
            new.writestr(name, content)
    return path


def sign(files: dict[str, bytes]) -> None:
    """Update the manifest among these files, so that its counts and checksums match the rows as they are now."""
    manifest = manifest_of(files)
    for listed in manifest["row_files"]:
        content = files[f"rows/{listed['model'].lower()}.jsonl"]
        listed |= {"rows": content.count(b"\n"), "sha256": sha256(content).hexdigest()}
    files["manifest.json"] = json.dumps(manifest).encode()


def manifest_of(files: dict[str, bytes]) -> dict[str, Any]:
    return json.loads(files["manifest.json"])
