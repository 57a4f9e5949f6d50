"""The states that rows can have: each model, each choice of a column, each value of a flag, each null or value."""

from collections.abc import Iterator

from django.apps import apps
from django.db.models import BooleanField, Field, Model

NOT_HERE = {
    "duplicate.Call.board: none": "the column allows it; every call names a board",
    "duplicate.Entry.standing: not_ranked": "no page sets it yet",
    "duplicate.Publication.revision: none": "published by an older version",
    "duplicate.Publication.one_sided: none": "published before results of one side alone were counted",
    "duplicate.Session.has_one_top: False": "published by an older version: tests/duplicate/outcomes/test_one_top.py",
    "standings.FinalRow.net_exact: none": "of a table before it was kept: tests/standings",
    "standings.FinalRow.best: none": "of a member without a rubber, who is in no table",
    "standings.FinalRow.worst: none": "of a member without a rubber, who is in no table",
    "standings.FinalRow.rating: none": "of a table before there were ratings: tests/standings",
    "standings.FinalRow.give: none": "of a table before there were ratings: tests/standings",
    "duplicate.PlayReopening.ended_by: none": "of play that ended before it was kept who ended it",
    "rubbers.Vote.how: kept": "of a deal alone",
    "rubbers.Vote.how: recorded": "of a deal alone",
    "members.OpenSession.member: none": "of a browser in which nobody has signed in: no page shows it",
    "upkeep.Demonstration": "a club that is a demonstration: tests/demo",
    "upkeep.NightlyJob": "no page shows it",
    "upkeep.NightlyJob.begun_at: none": "no page shows it",
    "upkeep.NightlyJob.begun_at: some": "no page shows it",
    "upkeep.NightlyJob.done_for: none": "no page shows it",
    "upkeep.NightlyJob.done_for: some": "no page shows it",
}
"""The states that no club of the walk has, each with the reason."""


def every_state() -> set[str]:
    """All states that the models allow."""
    return {state for model in _models() for state in _states_of(model)}


def states() -> set[str]:
    """All states of the rows that are in the database now."""
    return {state for model in _models() for state in _states_in(model)}


def _models() -> list[type[Model]]:
    return [
        model
        for model in apps.get_models()
        if model.__module__.startswith("clubscore.")
    ]


def _told_apart(model: type[Model]) -> list[Field]:
    fields = model._meta.concrete_fields
    return [
        each
        for each in fields
        if each.choices or each.null or isinstance(each, BooleanField)
    ]


def _named(model: type[Model], field: Field) -> str:
    """The column's name with its model, or with the abstract model that declares it for several models."""
    for base in model.__mro__[1:]:
        meta = getattr(base, "_meta", None)
        if (
            meta
            and meta.abstract
            and any(each.name == field.name for each in meta.local_fields)
        ):
            return f"{base.__name__}.{field.name}"
    return f"{model._meta.label}.{field.name}"


def _states_of(model: type[Model]) -> Iterator[str]:
    yield model._meta.label
    for field in _told_apart(model):
        name = _named(model, field)
        if field.null:
            yield f"{name}: none"
        if isinstance(field, BooleanField):
            yield from (f"{name}: {value}" for value in (True, False))
        elif field.choices:
            yield from (f"{name}: {value}" for value, _ in field.flatchoices if value)
        else:
            yield f"{name}: some"


def _states_in(model: type[Model]) -> Iterator[str]:
    fields = _told_apart(model)
    for row in model._default_manager.values_list(
        "pk", *(field.attname for field in fields)
    ):
        yield model._meta.label
        for field, value in zip(fields, row[1:], strict=True):
            is_named = field.choices or isinstance(field, BooleanField)
            said = "none" if value is None else value if is_named else "some"
            yield f"{_named(model, field)}: {said}"
