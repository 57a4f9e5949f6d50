"""Comparison of a row with the club."""

from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime

from django.core.exceptions import ValidationError
from django.utils import timezone
from django.utils.translation import gettext as _

from clubscore.members.importing.member_list import ImportRow
from clubscore.members.importing.outcome import Change, Outcome
from clubscore.members.models import Member
from clubscore.members.people.labels import field_words
from clubscore.members.roles import Role


def compared(outcome: Outcome, values: Mapping[str, object], role: Role | None, overwrite: bool) -> Outcome:
    """The outcome with the values sorted into those to write and those to keep."""
    member = outcome.member
    if member is None:
        values = {"is_guest": False, "is_active": True, **values}
        return replace(outcome, values=values, role=None if values["is_guest"] else role or Role.PLAYER)
    changes, kept, written = [], [], {}
    for what, after in values.items():
        before = getattr(member, what)
        if _same(before, after) or (what == "external_id" and outcome.found_by == "number"):
            continue
        change = Change(field_words(what), _shown(before), _shown(after))
        if overwrite or before == "":
            changes.append(change)
            written[what] = after
        else:
            kept.append(change)
    new_role = _new_role(member, role, joins=written.get("is_guest") is False)
    if new_role:
        (changes if overwrite else kept).append(Change(_("role"), member.role.words, new_role.words))
        new_role = new_role if overwrite else None
    return replace(outcome, values=written, role=new_role, changes=tuple(changes), kept=tuple(kept))


def _new_role(member: Member, role: Role | None, *, joins: bool) -> Role | None:
    """The role to be given; None when it stays. A guest who becomes a member plays, unless the list says otherwise."""
    if member.is_superuser:
        return None
    if joins and not member.groups.all():
        return role or Role.PLAYER
    return role if role != member.role else None


def _same(before: object, after: object) -> bool:
    """Whether the values are equal; of the time of joining, a list has only the day."""
    if isinstance(before, datetime) and isinstance(after, datetime):
        return timezone.localdate(before) == timezone.localdate(after)
    return before == after


def _shown(value: object) -> str:
    if isinstance(value, datetime):
        return timezone.localdate(value).isoformat()
    return {True: _("yes"), False: _("no")}[value] if isinstance(value, bool) else str(value)


OF_FIELDS = {"name": "first_name", "joined_at": "joined_on"}  # the columns of fields that have another name


def checked(outcome: Outcome, row: ImportRow) -> Outcome:
    """The outcome, with the model's own errors as problems of the cells."""
    member = outcome.member or Member()
    known = {name: getattr(member, name) for name in outcome.values}
    for name, value in outcome.values.items():
        setattr(member, name, value)
    try:
        member.clean_fields(exclude={"password", "username"})
        problems = _guest_problem(member)
    except ValidationError as error:
        found = {name: f"{field_words(name)}: {' '.join(messages)}" for name, messages in error.message_dict.items()}
        problems = [row.at(OF_FIELDS.get(name, name), sentence) for name, sentence in found.items()]
    for name, value in known.items():
        setattr(member, name, value)
    return replace(outcome, problems=tuple(problems))


def _guest_problem(member: Member) -> list[str]:
    return [_("Has a sign-in name, so cannot be a guest.")] if member.is_guest and member.username else []
