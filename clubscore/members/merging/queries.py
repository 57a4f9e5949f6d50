"""The preview of a merge: the rows of the two records, and the reasons against merging them."""

from collections.abc import Iterable
from dataclasses import dataclass

from django.db import models
from django.db.models import ForeignObjectRel
from django.utils.translation import gettext

from clubscore.members.models import Member
from clubscore.members.queries import records_of
from clubscore.members.row_kinds import kind_words
from clubscore.members.signals import weighing_a_merge


@dataclass(frozen=True, slots=True)
class RowCounts:
    """The number of rows of one kind that each of two records has: the record that is `kept`, and the `merged` one."""

    what: str
    kept: int
    merged: int


@dataclass(frozen=True, slots=True)
class MergePreview:
    """The effect of a merge: the number of rows that each record has, and the reasons against merging, in sentences."""

    kept: Member
    merged: Member
    rows: list[RowCounts]
    problems: list[str]


def preview(*, kept: Member, merged: Member) -> MergePreview:
    """The effect of merging `merged` into `kept`. Writes nothing."""
    relations = [
        relation for relation in Member._meta.related_objects if _is_history(relation)
    ]
    rows = _rows(relations, kept, merged)
    problems = _refusals(kept, merged)
    if kept.pk != merged.pk:
        for relation in relations:
            problems += _together(relation, kept, merged)
        for _, reasons in weighing_a_merge.send(Member, kept=kept, merged=merged):
            problems += reasons or ()
    rows = [row for row in rows if row.kept or row.merged]
    return MergePreview(kept, merged, rows, problems)


def _is_history(relation: ForeignObjectRel) -> bool:
    """True if the related rows belong to another app, and so record what a member did; False for rows of `members`."""
    return relation.one_to_many and relation.related_model._meta.app_label != "members"


def _rows(
    relations: Iterable[ForeignObjectRel], kept: Member, merged: Member
) -> list[RowCounts]:
    """The number of rows of each kind under each of the two records.

    All fields that name a member count, such as payer and receiver of a payment.
    """
    under: dict[str, list[int]] = {}
    for relation in relations:
        name = relation.field.name
        rows = relation.related_model._default_manager
        counts = under.setdefault(kind_words(relation.related_model), [0, 0])
        for place, record in enumerate((kept, merged)):
            counts[place] += rows.filter(**{name: record}).count()
    return [RowCounts(what, *counts) for what, counts in under.items()]


def _together(relation: ForeignObjectRel, kept: Member, merged: Member) -> list[str]:
    """Reasons, in sentences, why `kept` and `merged` are two people: both have a seat in the same rubber, or the like.

    The related model may have unique constraints on the member and one other row, such as the rubber of a seat. Such a
    constraint gives a reason if both records are there with the same other row. The records that were merged into
    `kept` earlier count, too. The model's condition PROVES_TWO_PEOPLE, if it has one, limits the rows that count.
    """
    name = relation.field.name
    model = relation.related_model
    rows = model._default_manager.filter(
        getattr(model, "PROVES_TWO_PEOPLE", models.Q())
    )
    reasons = []
    for constraint in model._meta.constraints:
        if not isinstance(constraint, models.UniqueConstraint):
            continue
        others = [field for field in constraint.fields if field != name]
        if (
            name in constraint.fields
            and len(others) == 1
            and model._meta.get_field(others[0]).is_relation
        ):
            theirs = rows.filter(**{f"{name}__in": records_of(kept)}).values(others[0])
            if rows.filter(**{name: merged, f"{others[0]}__in": theirs}).exists():
                reasons.append(
                    gettext("Both stand in the same %(thing)s: they are two people.")
                    % {"thing": model._meta.get_field(others[0]).verbose_name}  # type: ignore[union-attr]
                )
    return reasons


def _refusals(kept: Member, merged: Member) -> list[str]:
    tests = {
        gettext("A record cannot be merged into itself."): kept.pk == merged.pk,
        gettext("An erased member is not merged: undo that first."): bool(
            kept.erased_at or merged.erased_at
        ),
        gettext("%(kept)s was merged into another record.")
        % {"kept": kept.name}: kept.merged_into_id is not None,
        gettext("%(merged)s was merged already.")
        % {"merged": merged.name}: merged.merged_into_id is not None,
        gettext(
            "Another record was merged into %(merged)s: keep that one, or undo that first."
        )
        % {"merged": merged.name}: (merged.merged_records.exists()),
        gettext(
            "%(merged)s signs in and %(kept)s does not: keep the record that signs in."
        )
        % {"merged": merged.name, "kept": kept.name}: (
            merged.has_joined and not kept.has_joined
        ),
        gettext("An owner’s record is kept, never merged away."): merged.is_superuser,
    }
    return [words for words, holds in tests.items() if holds]
