"""Errors of a database that has ended one transaction in favour of another."""

import sqlite3

from django.db import OperationalError


class Ended(Exception):
    def __init__(self, sqlstate: str) -> None:
        super().__init__(sqlstate)
        self.sqlstate = sqlstate


def conflict(sqlstate: str) -> OperationalError:
    error = OperationalError("canceling statement")
    error.__cause__ = Ended(sqlstate)
    return error


def busy(code: int) -> OperationalError:
    error = OperationalError("database is locked")
    error.__cause__ = sqlite3.OperationalError("database is locked")
    error.__cause__.sqlite_errorcode = code
    return error
