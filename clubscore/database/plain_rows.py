"""Rows of large sums, as the database's driver gives them."""

from typing import Any

from django.db import connection
from django.db.models import QuerySet


def plain_rows(rows: QuerySet[Any, Any]) -> list[tuple]:
    """The rows of a `values_list` of keys, texts and sums of 32-bit whole numbers.

    Django would call a function for each figure, to make a whole number of what is one already; of some thousand rows
    that takes as long as the sums themselves.
    """
    statement, parameters = rows.query.sql_with_params()
    with connection.cursor() as cursor:
        cursor.execute(statement, parameters)
        return cursor.fetchall()
