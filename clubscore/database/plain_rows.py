"""Rows of sums directly from the database's driver, without Django's conversions."""

from typing import Any

from django.db import connection
from django.db.models import QuerySet


def plain_rows(rows: QuerySet[Any, Any]) -> list[tuple]:
    """The rows of a `values_list` of keys, texts and sums of whole numbers, as the database's driver gives them.

    The whole numbers must fit in 32 bits. Django would convert each of them, although it is an int already. For some
    thousand rows the conversion takes as long as the query.
    """
    statement, parameters = rows.query.sql_with_params()
    with connection.cursor() as cursor:
        cursor.execute(statement, parameters)
        return cursor.fetchall()
