"""`manifest.json`, the list of what is in an archive: what it was made by, how much of everything, and checksums."""

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

from django.apps import apps
from django.db import connection
from django.db.migrations.recorder import MigrationRecorder
from django.db.models import Model

from clubscore.archive.catalogue import OURS

NAME = "manifest.json"
FORMAT = "clubscore archive 1"


class UnusableArchive(ValueError):
    """The file cannot be brought in; the message says why and, where there is a way, what to do."""


@dataclass(frozen=True, slots=True)
class RowFile:
    """The rows of one model, a JSON object a line; `sha256` in hexadecimal."""

    model: str
    rows: int
    sha256: str

    @property
    def name(self) -> str:
        return row_file_name(self.model)


@dataclass(frozen=True, slots=True)
class Manifest:
    """`row_files` are in the order in which they are to be brought in; `other_files` are name and checksum."""

    club: str
    made_at: str
    migrations: list[str]
    row_files: list[RowFile]
    other_files: Mapping[str, str]

    @property
    def rows(self) -> int:
        return sum(file.rows for file in self.row_files)

    def as_json(self) -> str:
        return json.dumps({"format": FORMAT, **asdict(self)}, indent=1, ensure_ascii=False)

    @classmethod
    def from_json(cls, text: bytes) -> "Manifest":
        """Raises UnusableArchive for what is no manifest, or not of this format."""
        try:
            told: dict[str, Any] = json.loads(text)
            if told["format"] != FORMAT:
                raise UnusableArchive(f"This is a “{told['format']!s:.40}”; what can be read is a “{FORMAT}”.")
            row_files = [RowFile(each["model"], int(each["rows"]), each["sha256"]) for each in told["row_files"]]
            return cls(told["club"], told["made_at"], list(told["migrations"]), row_files, told["other_files"])
        except UnusableArchive:
            raise
        except (ValueError, TypeError, KeyError) as error:
            raise UnusableArchive(
                f"Its {NAME} cannot be read: it is damaged or was not written by Clubscore."
            ) from error


def row_file_name(model: str) -> str:
    return f"rows/{model.lower()}.jsonl"


def label(model: type[Model]) -> str:
    return model._meta.label


def migrations_here() -> list[str]:
    """The migrations of Clubscore's apps that this database has: `ledger.0002_seasons`."""
    ours = {config.label for config in apps.get_app_configs() if config.name.startswith(OURS)}
    return sorted(f"{app}.{name}" for app, name in MigrationRecorder(connection).applied_migrations() if app in ours)
