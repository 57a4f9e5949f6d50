"""Rows that are written once. The model refuses to change them, and so does the database (row_triggers.py)."""

from collections.abc import Iterable
from typing import Any, ClassVar, Self

from django.db import models


class AppendOnlyQuerySet(models.QuerySet[Any]):
    """A queryset that updates only the fields in the model's `may_change`, and deletes nothing.

    `_base_manager` and plain SQL bypass this class; triggers of the database refuse their changes.
    """

    def update(self, **changes: Any) -> int:
        """Update fields that may change. Returns the number of updated rows. Raises TypeError for other fields.

        `bulk_update` calls this, too.
        """
        self.model.refuse_changes_of(changes)
        return super().update(**changes)

    update.alters_data = True  # type: ignore[attr-defined]  # a template may not call it

    def bulk_create(
        self, *args: Any, update_conflicts: bool = False, **options: Any
    ) -> list[Any]:
        """Insert the rows. Raises TypeError with `update_conflicts`, which would change existing rows."""
        if update_conflicts:
            raise TypeError(
                f"{self.model.__name__} rows are never edited; write another."
            )
        return super().bulk_create(*args, **options)

    def delete(self) -> tuple[int, dict[str, int]]:
        """Always raise TypeError, because these rows are never deleted."""
        raise TypeError(f"{self.model.__name__} rows are never deleted; write another.")

    delete.alters_data = True  # type: ignore[attr-defined]
    delete.queryset_only = True  # type: ignore[attr-defined]  # as Django has it: not by mistake on a manager


class AppendOnly(models.Model):
    """Base of models whose rows are written once. To correct a row, a service writes another row."""

    may_change: ClassVar[tuple[str, ...]] = ()
    """The names of the fields that may be changed after the insert, such as `closed_at`. All other fields are fixed."""

    objects: ClassVar[models.Manager[Self]] = AppendOnlyQuerySet.as_manager()

    class Meta:
        abstract = True

    def save(self, *args: Any, **options: Any) -> None:
        """Insert the row, or update the fields named in `update_fields`.

        Raises TypeError if one of the fields may not change, or if an existing row is saved without `update_fields`.
        """
        if not self._state.adding:
            if (changed := options.get("update_fields")) is None:
                raise TypeError(
                    f"{type(self).__name__} rows are never edited; write another, or name what may change."
                )
            self.refuse_changes_of(changed)
        super().save(*args, **options)

    def delete(self, *args: Any, **options: Any) -> tuple[int, dict[str, int]]:
        """Always raise TypeError, because these rows are never deleted."""
        raise TypeError(f"{type(self).__name__} rows are never deleted; write another.")

    @classmethod
    def refuse_changes_of(cls, fields: Iterable[str]) -> None:
        """Raise TypeError unless all these fields are in `may_change`."""
        if fixed := sorted(
            {cls._meta.get_field(name).name for name in fields} - {*cls.may_change}
        ):
            raise TypeError(
                f"{cls.__name__} rows are never edited; write another ({', '.join(fixed)} cannot change)."
            )
