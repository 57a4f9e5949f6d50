"""Every row of every model that points to a member, as values for JSON, without secrets."""

from collections.abc import Iterator, Sequence
from datetime import date, datetime
from decimal import Decimal
from typing import Any
from uuid import UUID

from django.apps import apps
from django.db.models import (
    F,
    Field,
    ForeignKey,
    Func,
    IntegerField,
    Model,
    Q,
    QuerySet,
    Value,
)

from clubscore.contracts.models import FACT_COLUMNS
from clubscore.members.models import Member

Row = dict[str, Any]
AT_ONCE = 2_000  # rows in memory
# Values that open a door: the file leaves them out, even for their owner.
SECRETS = {
    "members.Member": {"password", "pin"},
    "members.OpenSession": {"session_key", "session_data"},
    "members.Invitation": {"nonce"},
    "members.Passkey": {"user_handle", "credential_id", "public_key"},
    # The cards: whoever looks at them says so, and plays them no more.
    "hands.DealSet": {"sealed_text"},
    "public.ApiToken": {"digest"},
    "public.CalendarFeed": {"nonce"},
    "public.EveningLink": {"nonce"},
}
NOT_ABOUT_ANYBODY = dict.fromkeys(
    (
        "rubbers.Deal",
        "duplicate.Session",
        "duplicate.Appeal",
        "duplicate.Call",
        "duplicate.Correction",
        "duplicate.Penalty",
        "duplicate.Play",
        "duplicate.PlayProposal",
        "duplicate.Publication",
        "duplicate.Ruling",
    ),
    {"key"},
)
# On a lent device one side writes in its book what the owner may not see yet.
NOT_ABOUT_ANYBODY["rubbers.BookEntry"] = {"key", *FACT_COLUMNS}


def models_about_members() -> list[type[Model]]:
    """Every model that points to a member, and Member itself, in the order of their labels."""
    models = apps.get_models(include_auto_created=True)
    about = [model for model in models if model is Member or _pointers(model)]
    return sorted(about, key=lambda model: model._meta.label)


def rows_about(model: type[Model], records: Sequence[Member]) -> Iterator[Row]:
    """The rows of the model that are these records or point to one of them, oldest first."""
    fields = shown_fields(model)
    rows = (
        _about(model, records)
        .order_by("pk")
        .values_list(*(field.attname for field in fields))
    )
    for row in rows.iterator(chunk_size=AT_ONCE):
        yield {
            field.name: plain(value) for field, value in zip(fields, row, strict=True)
        }


def counts_about(records: Sequence[Member]) -> Iterator[tuple[type[Model], int]]:
    """Pairs of each model that points to members and the number of its rows about the person, which may be 0.

    Takes one statement.
    """
    models = models_about_members()
    # Func, because the aggregate Count would group the rows, and a model without any would be left out.
    counted = Func(F("pk"), function="COUNT", output_field=IntegerField())
    counts = []
    for number, model in enumerate(models):
        rows = _about(model, records).order_by()
        counts.append(rows.values_list(Value(number), counted))
    first, *others = counts
    for number, count in first.union(*others, all=True):
        yield models[number], count


def _about(model: type[Model], records: Sequence[Member]) -> QuerySet[Any]:
    """The rows of the model that are these records or point to one of them."""
    if model is Member:
        return model._base_manager.filter(pk__in=[record.pk for record in records])
    concerned = Q()
    for field in _pointers(model):
        concerned |= Q(**{f"{field.name}__in": records})
    return model._base_manager.filter(concerned)


def shown_fields(model: type[Model]) -> list[Field]:
    label = model._meta.label
    hidden = SECRETS.get(label, set()) | NOT_ABOUT_ANYBODY.get(label, set())
    return [
        field for field in model._meta.local_concrete_fields if field.name not in hidden
    ]


def _pointers(model: type[Model]) -> list[Field]:
    return [
        field
        for field in model._meta.local_concrete_fields
        if isinstance(field, ForeignKey) and field.related_model is Member
    ]


def plain(value: Any) -> Any:
    """The value in a form that JSON can hold; times have their zone."""
    match value:
        case datetime() | date():
            return value.isoformat()
        case Decimal() | UUID():
            return str(value)
    return value
