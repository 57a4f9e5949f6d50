"""Rows that are written once."""

from typing import Any, NoReturn

from django.db import models


class AppendOnly(models.Model):
    """Rows that are written once: saving again or deleting raises TypeError."""

    class Meta:
        abstract = True

    def save(self, *args: Any, **options: Any) -> None:
        if not self._state.adding:
            raise TypeError(f"{type(self).__name__} rows are never edited; write another.")
        super().save(*args, **options)

    def delete(self, *args: Any, **options: Any) -> NoReturn:
        raise TypeError(f"{type(self).__name__} rows are never deleted; write another.")
