"""A dump is checked in a temporary database, which is deleted afterwards, even if its process was killed."""

import secrets
from concurrent.futures import ThreadPoolExecutor

import pytest
from django.db import connection

from clubscore.backups.addresses import SCRATCH
from clubscore.backups.postgresql_dump import STAMP, scratch_database
from tests.factories import NOON

pytestmark = pytest.mark.django_db(transaction=True)


def databases() -> set[str]:
    with connection.cursor() as cursor:
        cursor.execute("SELECT datname FROM pg_database")
        return {row[0] for row in cursor.fetchall()}


def test_one_that_was_left_goes_with_the_next_and_one_in_use_stays():
    if connection.vendor == "sqlite":
        return  # it copies files
    left = f"{SCRATCH}_{NOON.strftime(STAMP)}_{secrets.token_hex(3)}"
    with connection.cursor() as cursor:
        cursor.execute(f"CREATE DATABASE {left} TEMPLATE template0")

    def made_by_another() -> set[str]:
        try:
            with scratch_database(now=NOON) as name:
                return databases() | {name}
        finally:
            connection.close()

    with scratch_database(now=NOON) as mine, ThreadPoolExecutor(1) as another:
        there = another.submit(made_by_another).result()
    assert mine in there
    assert left not in there
    assert mine not in databases()
