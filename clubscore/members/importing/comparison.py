"""Comparison of a row of the list with the club's record."""

from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime

from django.core.exceptions import ValidationError
from django.utils import timezone
from django.utils.translation import gettext as _

from clubscore.members.importing.member_list import ImportRow
from clubscore.members.importing.outcome import ImportChange, RowOutcome
from clubscore.members.models import Member
from clubscore.members.people.labels import field_words
from clubscore.members.roles import Role


def compared(
    outcome: RowOutcome,
    values: Mapping[str, object],
    role: Role | None,
    overwrite: bool,
) -> RowOutcome:
    """The outcome of a row, completed with the values and the role to write, and with the values that stay as they are.

    `values` and `role` are those of the row. For a member of the club, `changes` of the outcome lists what will be
    written, and `kept` what stays although the row differs. Without `overwrite` only empty values are written. For a
    new member all values of the row are written; a new member who is no guest is a player if the row names no role.
    """
    member = outcome.member
    if member is None:
        values = {"is_guest": False, "is_active": True, **values}
        if values["is_guest"]:
            return replace(outcome, values=values, role=None)
        return replace(outcome, values=values, role=role or Role.PLAYER)
    changes, kept, written = [], [], {}
    for what, after in values.items():
        before = getattr(member, what)
        if _same(before, after) or (
            what == "external_id" and outcome.found_by == "number"
        ):
            continue
        change = ImportChange(field_words(what), _shown(before), _shown(after))
        if overwrite or before == "":
            changes.append(change)
            written[what] = after
        else:
            kept.append(change)
    new_role = _new_role(member, role, joins=written.get("is_guest") is False)
    if new_role:
        change = ImportChange(_("role"), member.role.words, new_role.words)
        if overwrite:
            changes.append(change)
        else:
            kept.append(change)
            new_role = None
    return replace(
        outcome, values=written, role=new_role, changes=tuple(changes), kept=tuple(kept)
    )


def _new_role(member: Member, role: Role | None, *, joins: bool) -> Role | None:
    """The role to give; None if the role stays. A guest who joins becomes a player, unless the list names a role."""
    if member.is_superuser:
        return None
    if joins and not member.groups.all():
        return role or Role.PLAYER
    return role if role != member.role else None


def _same(before: object, after: object) -> bool:
    """True if the values are equal. Two times are equal on the same day, because a list gives only the day."""
    if isinstance(before, datetime) and isinstance(after, datetime):
        return timezone.localdate(before) == timezone.localdate(after)
    return before == after


def _shown(value: object) -> str:
    if isinstance(value, datetime):
        return timezone.localdate(value).isoformat()
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    return str(value)


# The columns of fields that have another name.
OF_FIELDS = {
    "name": "first_name",
    "joined_at": "joined_on",
}


def checked(outcome: RowOutcome, row: ImportRow) -> RowOutcome:
    """The outcome, with a problem for each value that the model refuses, and for a guest with a sign-in name.

    A problem is a sentence. It begins with the name of the value's cell, such as `B7`, if `row` has this name.
    """
    member = outcome.member or Member()
    known = {name: getattr(member, name) for name in outcome.values}
    for name, value in outcome.values.items():
        setattr(member, name, value)
    try:
        member.clean_fields(exclude={"password", "username"})
        problems = _guest_problem(member)
    except ValidationError as error:
        problems = []
        for name, messages in error.message_dict.items():
            sentence = f"{field_words(name)}: {' '.join(messages)}"
            problems.append(row.at(OF_FIELDS.get(name, name), sentence))
    for name, value in known.items():
        setattr(member, name, value)
    return replace(outcome, problems=tuple(problems))


def _guest_problem(member: Member) -> list[str]:
    if member.is_guest and member.username:
        return [_("Has a sign-in name, so cannot be a guest.")]
    return []
