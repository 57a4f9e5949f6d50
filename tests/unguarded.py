"""The one way for tests around the triggers that keep rows: to break the books on purpose, or to empty them."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.apps import apps
from django.db import connection
from django.db.models import QuerySet
from django.db.transaction import atomic

from clubscore.database.append_only import AppendOnly
from clubscore.database.row_triggers import (
    append_only_models,
    put_triggers,
    remove_triggers,
)


def rewrite(rows: Any, **changes: object) -> int:
    """Update these rows whatever their model says: `rewrite(Posting.objects.filter(pk=7), points=0)`."""
    with without_triggers([rows.model]), atomic():
        return QuerySet.update(rows.all(), **changes)


def erase(rows: Any) -> None:
    """Delete these rows whatever their model says."""
    with without_triggers([rows.model]), atomic():
        rows.all()._raw_delete(rows.db)


def every_append_only_model() -> list[type[AppendOnly]]:
    return append_only_models(apps.get_models())


@contextmanager
def without_triggers(models: list[type[AppendOnly]]) -> Iterator[None]:
    """In the block the database changes and deletes rows of these models as it does any others."""
    _settle()
    remove_triggers(connection, models)
    try:
        yield
    finally:
        _settle()
        put_triggers(connection, models)


def _settle() -> None:
    """PostgreSQL touches no trigger of a table while it has yet to check the keys of rows just written."""
    if connection.vendor == "postgresql":
        connection.check_constraints()
