"""Databases that only one campaign uses, so that they can be stopped, filled up or locked without harm to
other tests.
"""

import importlib.util
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import ModuleType
from typing import Self

from django.conf import settings
from django.contrib.contenttypes.models import ContentType
from django.core.management import call_command
from django.db import connection, connections

ROOT = Path(settings.BASE_DIR)


@contextmanager
def database_at(**place: str) -> Iterator[None]:
    """Inside the block this thread uses another database of the same kind; `place` has its NAME, HOST and
    other settings.
    """
    ours = connections["default"]
    own = ours.copy()
    own.settings_dict |= place
    connections["default"] = own
    ContentType.objects.clear_cache()
    try:
        yield
    finally:
        own.close()
        connections["default"] = ours
        ContentType.objects.clear_cache()


@contextmanager
def file_of_its_own(path: Path) -> Iterator[None]:
    """Inside the block the database is a copy of the tests' SQLite database in this new file."""
    with connection.cursor() as cursor:
        cursor.execute("VACUUM INTO %s", [str(path)])
    with database_at(NAME=str(path)):
        yield


DATABASE, OWNER = "clubscore", "postgres"


class Cluster:
    """A context manager that runs a PostgreSQL server with `fsync` on, as a club's own server has it.

    `folder` must be new and short, since the path of a socket has at most 107 bytes.
    """

    def __init__(self, folder: Path) -> None:
        self._tools = _with_postgres()
        self._binaries = self._tools._binaries()
        self._folder = folder
        self._data = folder / "data"

    @property
    def place(self) -> dict[str, str]:
        """The settings of the server's database, for `database_at`."""
        return {
            "NAME": DATABASE,
            "USER": OWNER,
            "PASSWORD": "",
            "HOST": str(self._folder),
            "PORT": "",
        }

    def __enter__(self) -> Self:
        assert self._binaries, "The campaign needs an installed PostgreSQL."
        self._run(
            "initdb",
            "-D",
            self._data,
            "-U",
            OWNER,
            "-E",
            "UTF8",
            "--auth=trust",
            "--no-locale",
            "--no-sync",
        )
        self.start(fsync="off")
        self._run("createdb", "-h", self._folder, "-U", OWNER, DATABASE)
        with database_at(**self.place):
            call_command("migrate", verbosity=0)
        self.stop("fast")
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()

    def start(self, *, fsync: str = "on") -> None:
        options = f"-c listen_addresses='' -c fsync={fsync} -k {self._folder}"
        self._run(
            "pg_ctl",
            "-D",
            self._data,
            "-w",
            "-s",
            "-l",
            self._folder / "log",
            "-o",
            options,
            "start",
        )

    def stop(self, how: str = "immediate") -> None:
        """Stop the server; by default at once, as a power cut does, without writing anything more."""
        self._run("pg_ctl", "-D", self._data, "-w", "-s", "-m", how, "stop")

    def _run(self, program: str, *arguments: str | Path) -> None:
        self._tools._as_postgres(self._folder, [self._binaries / program, *arguments])


def _with_postgres() -> ModuleType:
    spec = importlib.util.spec_from_file_location(
        "with_postgres", ROOT / ".ci" / "with_postgres.py"
    )
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module
