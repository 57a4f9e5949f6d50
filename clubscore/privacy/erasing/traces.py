"""Overwrite a member's name and other personal values in all rows that have them, and write the values back.

These rows are the person's records, the published final tables, and the log of the Django admin. All other rows point
to the record and read the name there.
"""

import re
from collections.abc import Mapping, Sequence
from typing import Any

from django.apps import apps
from django.contrib.admin.models import LogEntry
from django.contrib.contenttypes.models import ContentType
from django.core.serializers.json import DjangoJSONEncoder
from django.db.models import Model, Q

from clubscore.members.models import Member
from clubscore.privacy.models import Erasure, KeptValue
from clubscore.standings.models import FinalPercentage, FinalRow

# The personal columns of a member, each with its value after an erasure.
# Fmt: skip.
EMPTY: Mapping[str, Any] = {
    "username": None,
    "email": "",
    "phone": "",
    "nickname": "",
    "external_id": "",
    "national_id": "",
    "language": "",
    "note": "",
    "pin": "",
    "pin_set_at": None,
    "pin_set_on_id": None,
    "last_login": None,
    "is_active": False,
    "is_staff": False,
    "is_superuser": False,
    "has_table_keys": True,
}
GROUPS = "groups"  # beside the columns: the role


def overwrite(*, erasure: Erasure, records: Sequence[Member]) -> None:
    """Store the personal values of these records for an undo; then write the new name and empty the other columns."""
    names = {record.name for record in records}
    for table in (FinalRow, FinalPercentage):
        rows = table.objects.filter(member__in=records)
        for row in rows:
            _keep(erasure, row, {"name": row.name})
        rows.update(name=erasure.name)
    for entry in _raw_changes(records):
        _overwrite_entry(erasure, entry, names)
    for record in records:
        _overwrite_record(erasure, record)


def _overwrite_entry(erasure: Erasure, entry: LogEntry, names: set[str]) -> None:
    """Store the texts of an entry in the admin's log for an undo, and replace `names` in them by the new name."""
    texts = {"object_repr": entry.object_repr, "change_message": entry.change_message}
    _keep(erasure, entry, texts)
    for column, text in texts.items():
        setattr(entry, column, _renamed(text, names, erasure.name))
    entry.save(update_fields=list(texts))


def _overwrite_record(erasure: Erasure, record: Member) -> None:
    """Store the personal columns of a member record for an undo; empty them and give the record its new name."""
    groups = [group.name for group in record.groups.all()]
    columns = {name: getattr(record, name) for name in ("name", "password", *EMPTY)}
    _keep(erasure, record, {**columns, GROUPS: groups})
    for name, value in EMPTY.items():
        setattr(record, name, value)
    record.name = erasure.name
    record.erased_at = erasure.erased_at
    record.set_unusable_password()
    record.save()
    record.groups.clear()


def put_back(*, erasure: Erasure) -> None:
    """Write the values that were stored for an undo of this erasure back into their rows."""
    for kept in erasure.kept.order_by("pk"):
        model = apps.get_model(kept.model)
        values = dict(kept.values)
        groups = values.pop(GROUPS, [])
        for name, value in values.items():
            values[name] = _field(model, name).to_python(value)
        if model is Member:
            _put_record_back(kept.row, values, groups)
        else:
            model._base_manager.filter(pk=kept.row).update(**values)


def _put_record_back(pk: int, values: Mapping[str, Any], groups: Sequence[str]) -> None:
    """Write the stored values of a member record, and the record's permission groups, back into its row."""
    record = Member.objects.get(pk=pk)
    for name, value in values.items():
        setattr(record, name, value)
    record.erased_at = None
    record.save()
    record.groups.set(record.groups.model.objects.filter(name__in=groups))


def _field(model: type[Model], name: str) -> Any:
    """The model's field with this column; for a foreign key, the field to which the key points."""
    field = next(
        field for field in model._meta.concrete_fields if field.attname == name
    )
    return getattr(field, "target_field", field)


def _keep(erasure: Erasure, row: Model, values: Mapping[str, Any]) -> None:
    KeptValue.objects.create(
        erasure=erasure,
        model=row._meta.label,
        row=row.pk,
        values={name: _plain(value) for name, value in values.items()},
    )


def _plain(value: Any) -> Any:
    """The value in a form that JSON can hold."""
    if value is None or isinstance(value, str | bool | int | list):
        return value
    return DjangoJSONEncoder().default(value)


def _raw_changes(records: Sequence[Member]) -> list[LogEntry]:
    """The admin's log entries about these records, or with one of their names in the text.

    Names of one word are not searched for.
    """
    of_members = ContentType.objects.get_for_model(Member)
    ids = [str(record.pk) for record in records]
    concerned = Q(content_type=of_members, object_id__in=ids)
    for record in records:
        if " " in record.name:  # a single word may be part of another's name
            concerned |= Q(object_repr__contains=record.name)
            concerned |= Q(change_message__contains=record.name)
    return list(LogEntry.objects.filter(concerned).order_by("pk"))


def _renamed(text: str, names: set[str], new: str) -> str:
    for name in sorted(names, key=len, reverse=True):
        text = re.sub(rf"(?<!\w){re.escape(name)}(?!\w)", lambda _: new, text)
    return text
