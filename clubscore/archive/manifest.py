"""`manifest.json`: the contents of an archive with their sizes and checksums, and the version that made it."""

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any

from django.apps import apps
from django.conf import settings
from django.db import connection
from django.db.migrations.recorder import MigrationRecorder
from django.db.models import Model

from clubscore.archive.catalogue import OURS
from clubscore.refusals import Refused

NAME = "manifest.json"
FORMAT = "clubscore archive 1"


class UnusableArchive(Refused):
    """The refusal to restore a file. The message says why and, if possible, what to do."""


@dataclass(frozen=True, slots=True)
class RowFile:
    """A file with the rows of one model, one JSON object on each line. `sha256` is in hexadecimal."""

    model: str
    rows: int
    sha256: str

    @property
    def name(self) -> str:
        return row_file_name(self.model)


@dataclass(frozen=True, slots=True)
class Manifest:
    """The manifest of an archive. `row_files` are in the order of their import.

    `other_files` maps the name of each file that is not a row file to its checksum. `currency` and `time_zone` are the
    settings of the installation that give the rows their meaning.
    """

    club: str
    made_at: str
    currency: str
    time_zone: str
    migrations: list[str]
    row_files: list[RowFile]
    other_files: Mapping[str, str]
    version: str
    """The version of Clubscore that made the archive; empty for archives from before 1.0.0."""
    left_out: list[str] = field(default_factory=list)
    """Sentences about the hands and sessions that were left out, because the maker of the archive may not see them."""

    @property
    def rows(self) -> int:
        return sum(file.rows for file in self.row_files)

    @property
    def differences(self) -> list[str]:
        """A sentence for each setting that must be changed here to match the installation of the archive."""
        there = {"CLUB_CURRENCY": self.currency, "TIME_ZONE": self.time_zone}
        here = {
            "CLUB_CURRENCY": settings.CLUB_CURRENCY,
            "TIME_ZONE": settings.TIME_ZONE,
        }
        return [
            f"{name} was {value or 'not set'} where the archive was made, and is {here[name] or 'not set'} here: "
            "make it the same before anybody signs in."
            for name, value in there.items()
            if value != here[name]
        ]

    def as_json(self) -> str:
        return json.dumps(
            {"format": FORMAT, **asdict(self)}, indent=1, ensure_ascii=False
        )

    @classmethod
    def from_json(cls, text: bytes) -> "Manifest":
        """Parse a manifest. Raises UnusableArchive if the text is no manifest or has another format."""
        try:
            values: dict[str, Any] = json.loads(text)
            if values["format"] != FORMAT:
                raise UnusableArchive(
                    f"This is a “{values['format']!s:.40}”; what can be read is a “{FORMAT}”."
                )
            row_files = [
                RowFile(row_file["model"], int(row_file["rows"]), row_file["sha256"])
                for row_file in values["row_files"]
            ]
            facts = {
                name: str(values[name])
                for name in ("club", "made_at", "currency", "time_zone")
            }
            return cls(
                migrations=[str(sentence) for sentence in values["migrations"]],
                row_files=row_files,
                other_files=values["other_files"],
                version=str(values.get("version", "")),
                left_out=[str(sentence) for sentence in values.get("left_out", [])],
                **facts,
            )
        except UnusableArchive:
            raise
        except (
            ValueError,
            TypeError,
            KeyError,
            OverflowError,
            RecursionError,
        ) as error:
            raise UnusableArchive(
                f"Its {NAME} cannot be read: it is damaged or was not written by Clubscore."
            ) from error


def row_file_name(model: str) -> str:
    return f"rows/{model.lower()}.jsonl"


def label(model: type[Model]) -> str:
    return model._meta.label


def migrations_here() -> list[str]:
    """The migrations of Clubscore's apps that this database has, such as `ledger.0002_seasons`."""
    ours = {
        config.label
        for config in apps.get_app_configs()
        if config.name.startswith(OURS)
    }
    return sorted(
        f"{app}.{name}"
        for app, name in MigrationRecorder(connection).applied_migrations()
        if app in ours
    )
