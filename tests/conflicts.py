"""The errors by which a database ends one transaction in favour of another, or refuses a row that exists already."""

import sqlite3

from django.db import IntegrityError, OperationalError


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


def of_postgresql(sqlstate: str) -> IntegrityError:
    error = IntegrityError("violates a constraint")
    error.__cause__ = Ended(sqlstate)
    return error


def of_sqlite(code: int) -> IntegrityError:
    error = IntegrityError("constraint failed")
    error.__cause__ = sqlite3.IntegrityError("constraint failed")
    error.__cause__.sqlite_errorcode = code
    return error
