"""Rows of sums directly from the database's driver, without Django's conversions."""

from typing import Any

from django.db import connection
from django.db.models import QuerySet


def plain_rows(rows: QuerySet[Any, Any]) -> list[tuple]:
    """The rows of a `values_list` of keys, texts and sums of 32-bit whole numbers.

    Django would convert each figure, which is a whole number already. For some thousand rows the conversion takes as
    long as the query.
    """
    statement, parameters = rows.query.sql_with_params()
    with connection.cursor() as cursor:
        cursor.execute(statement, parameters)
        return cursor.fetchall()
