"""The only way for tests to pass the triggers that protect rows: to break the books on purpose, or to empty tables."""

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
    """Update these rows, even append-only ones; return how many: `rewrite(Posting.objects.filter(pk=7), points=0)`."""
    with without_triggers([rows.model]), atomic():
        return QuerySet.update(rows.all(), **changes)


def erase(rows: Any) -> None:
    """Delete these rows, even if their model is append-only."""
    with without_triggers([rows.model]), atomic():
        rows.all()._raw_delete(rows.db)


def every_append_only_model() -> list[type[AppendOnly]]:
    return append_only_models(apps.get_models())


@contextmanager
def without_triggers(models: list[type[AppendOnly]]) -> Iterator[None]:
    """In the block, the database allows updates and deletions of rows of these append-only models."""
    _settle()
    remove_triggers(connection, models)
    try:
        yield
    finally:
        _settle()
        put_triggers(connection, models)


def _settle() -> None:
    """Check pending constraints now: PostgreSQL changes no triggers of a table whose new rows have unchecked keys."""
    if connection.vendor == "postgresql":
        connection.check_constraints()
