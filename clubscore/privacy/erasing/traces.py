"""Rows that hold a member's name or other personal values, overwritten and put back.

A name stands in the records of the person, in final tables as published, and in the list of raw changes of the office.
Everything else points to the record and reads the name there.
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

# The columns of a member that say who it is, each with what it holds afterwards.
EMPTY: Mapping[str, Any] = {
    "username": None, "email": "", "phone": "", "nickname": "", "external_id": "", "national_id": "", "language": "",
    "note": "", "pin": "", "pin_set_at": None, "pin_set_on_id": None, "last_login": None, "is_active": False,
    "is_staff": False, "is_superuser": False, "has_table_keys": True,
}  # fmt: skip
GROUPS = "groups"  # beside the columns: the role


def overwrite(*, erasure: Erasure, records: Sequence[Member]) -> None:
    """Write the new name over the old ones, and nothing over all else, after keeping what was there."""
    names = {record.name for record in records}
    for rows in (table.objects.filter(member__in=records) for table in (FinalRow, FinalPercentage)):
        for row in rows:
            _keep(erasure, row, {"name": row.name})
        rows.update(name=erasure.name)
    for entry in _raw_changes(records):
        _keep(erasure, entry, {"object_repr": entry.object_repr, "change_message": entry.change_message})
        entry.object_repr = _renamed(entry.object_repr, names, erasure.name)
        entry.change_message = _renamed(entry.change_message, names, erasure.name)
        entry.save(update_fields=["object_repr", "change_message"])
    for record in records:
        groups = [group.name for group in record.groups.all()]
        columns = {name: getattr(record, name) for name in ("name", "password", *EMPTY)}
        _keep(erasure, record, {**columns, GROUPS: groups})
        for name, value in EMPTY.items():
            setattr(record, name, value)
        record.name, record.erased_at = erasure.name, erasure.erased_at
        record.set_unusable_password()
        record.save()
        record.groups.clear()


def put_back(*, erasure: Erasure) -> None:
    """Write what was kept over what stands there now."""
    for kept in erasure.kept.order_by("pk"):
        model = apps.get_model(kept.model)
        columns = {name: value for name, value in kept.values.items() if name != GROUPS}
        values = {name: _field(model, name).to_python(value) for name, value in columns.items()}
        if model is not Member:
            model._base_manager.filter(pk=kept.row).update(**values)
            continue
        record = Member.objects.get(pk=kept.row)
        for name, value in (values | {"erased_at": None}).items():
            setattr(record, name, value)
        record.save()
        record.groups.set(record.groups.model.objects.filter(name__in=kept.values[GROUPS]))


def _field(model: type[Model], name: str) -> Any:
    field = next(field for field in model._meta.concrete_fields if field.attname == name)
    return getattr(field, "target_field", field)


def _keep(erasure: Erasure, row: Model, values: Mapping[str, Any]) -> None:
    KeptValue.objects.create(erasure=erasure, model=row._meta.label, row=row.pk, values=_plain(values))


def _plain(values: Mapping[str, Any]) -> dict[str, Any]:
    encoder = DjangoJSONEncoder()
    return {
        name: value if value is None or isinstance(value, str | bool | int | list) else encoder.default(value)
        for name, value in values.items()
    }


def _raw_changes(records: Sequence[Member]) -> list[LogEntry]:
    """Changes by hand of these records, and of rows whose description has one of the names."""
    of_members = ContentType.objects.get_for_model(Member)
    found = Q(content_type=of_members, object_id__in=[str(record.pk) for record in records])
    for record in records:
        if " " in record.name:  # a single word may be part of another's name
            found |= Q(object_repr__contains=record.name) | Q(change_message__contains=record.name)
    return list(LogEntry.objects.filter(found).order_by("pk"))


def _renamed(text: str, names: set[str], new: str) -> str:
    for name in sorted(names, key=len, reverse=True):
        text = re.sub(rf"(?<!\w){re.escape(name)}(?!\w)", lambda _: new, text)
    return text
