"""Databases without tables, of the kind that the tests run on."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from django.db import connection

from tests.soak.kills.own_database import database_at


@contextmanager
def empty_database(folder: Path, name: str) -> Iterator[None]:
    if connection.vendor == "sqlite":
        with database_at(NAME=str(folder / f"{name}.sqlite3")):
            yield
        return
    with connection.cursor() as cursor:
        cursor.execute(f"DROP DATABASE IF EXISTS {name} WITH (FORCE)")
        cursor.execute(f"CREATE DATABASE {name} TEMPLATE template0 ENCODING 'UTF8'")
    try:
        with database_at(NAME=name):
            yield
    finally:
        with connection.cursor() as cursor:
            cursor.execute(f"DROP DATABASE {name} WITH (FORCE)")
