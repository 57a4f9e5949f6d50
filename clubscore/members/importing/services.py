"""Members from a list: first what would happen, line by line, then doing it."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime, time
from typing import TypeVar

from django.contrib.auth.models import Group
from django.core.exceptions import PermissionDenied, ValidationError
from django.utils import timezone

from clubscore.members.importing.member_list import REQUIRED, Line
from clubscore.members.models import Deed, Member
from clubscore.members.people.services import come_back, leave_club, note_deed
from clubscore.members.permissions import may_keep_record
from clubscore.members.roles import Role
from clubscore.write_lock import write_transaction

TEXTS = ("external_id", "nickname", "email", "phone", "national_id", "language", "note")
STATUSES = ("active", "guest", "former")
GIVEN_BY_LISTS = (Role.WATCHER, Role.PLAYER, Role.SCORER, Role.ADMIN)
T = TypeVar("T")
DATES = ("%Y-%m-%d", "%d/%m/%Y", "%d.%m.%Y")
OF_AN_OWNER = "An owner’s record is changed by owners only."


@dataclass(frozen=True, slots=True)
class Change:
    """A value that the import would write, or would keep because overwriting is off."""

    what: str
    before: str
    after: str


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a line comes to. `values` are to be written; `member` is whom it was found to be, by `found_by`."""

    line: int
    name: str
    member: Member | None = None
    found_by: str = ""
    values: Mapping[str, object] = field(default_factory=dict)
    role: Role | None = None
    changes: tuple[Change, ...] = ()
    kept: tuple[Change, ...] = ()
    problems: tuple[str, ...] = ()

    @property
    def kind(self) -> str:
        if self.problems:
            return "problem"
        return "same" if self.member and not self.changes else "change" if self.member else "new"


@dataclass(frozen=True, slots=True)
class Plan:
    """What the whole list comes to."""

    outcomes: list[Outcome]

    def of_kind(self, kind: str) -> list[Outcome]:
        return [outcome for outcome in self.outcomes if outcome.kind == kind]

    @property
    def counts(self) -> dict[str, int]:
        return {kind: len(self.of_kind(kind)) for kind in ("new", "change", "same", "problem")}

    @property
    def problems_first(self) -> list[Outcome]:
        """As the page shows them: what somebody must mend is not to be looked for among a hundred others."""
        return sorted(self.outcomes, key=lambda outcome: outcome.kind != "problem")

    @property
    def to_write(self) -> list[Outcome]:
        return self.of_kind("new") + self.of_kind("change")


def plan_import(*, lines: Iterable[Line], overwrite: bool, by: Member) -> Plan:
    """Compare each line with the club: by number, then e-mail, then exact name. Nothing is written.

    A blank never replaces a value; a value replaces another only when `overwrite` says so. A line that would change
    a record which `by` may not keep has a problem.
    """
    club = _Club(
        Member.objects.select_related("merged_into").prefetch_related("groups", "merged_into__groups").order_by("pk")
    )
    return Plan([_permitted(_settle(line, club, overwrite), by) for line in lines])


class _Club:
    """The members by what a line may know them by, and which line spoke of whom already."""

    KNOWN_BY = ("external_id", "email", "name")

    def __init__(self, members: Iterable[Member]) -> None:
        self.lines: dict[tuple[str, str], int] = {}
        self._known: dict[tuple[str, str], list[Member]] = defaultdict(list)
        for member in members:
            for what in self.KNOWN_BY:
                known = self._known[what, getattr(member, what).casefold()]
                if member.canonical not in known:
                    known.append(member.canonical)

    def found(self, what: str, value: str) -> list[Member]:
        return self._known.get((what, value.casefold()), []) if value else []

    def said_before(self, line: int, keys: Iterable[tuple[str, str]]) -> list[str]:
        """Earlier lines with one of these values, in words; the values are this line's from now on."""
        told = []
        for what, value in keys:
            earlier = self.lines.setdefault((what, value.casefold()), line)
            if value and earlier != line:
                told.append(f"The same {what} as in line {earlier}.")
        return told


def _settle(line: Line, club: _Club, overwrite: bool) -> Outcome:
    cells = {name: value for name, value in line.cells.items() if value}
    name = " ".join(f"{cells.get('first_name', '')} {cells.get('last_name', '')}".split())
    outcome = Outcome(line.number, name or "nobody", problems=(line.problem,) if line.problem else ())
    problems: list[str] = []
    values, role = _values(cells, name, problems)
    member, found_by = _find(club, cells, name, problems)
    if not _has_one_name_only(cells, name, club):
        problems = [f"The {part.replace('_', ' ')} is missing." for part in REQUIRED if part not in cells] + problems
    who = [("member", str(member.pk))] if member else [("name", name)]
    keys = [*who, ("number", cells.get("external_id", "")), ("e-mail", cells.get("email", ""))]
    problems += club.said_before(line.number, keys)
    outcome = replace(outcome, member=member, found_by=found_by, problems=(*outcome.problems, *problems))
    if outcome.problems:
        return outcome
    return _checked(_compared(outcome, values, role, overwrite))


def _has_one_name_only(cells: Mapping[str, str], name: str, club: _Club) -> bool:
    """A guest may have no more than a first name, and whoever the club knows by it; of others it was forgotten."""
    return "first_name" in cells and (cells.get("status", "").lower() == "guest" or bool(club.found("name", name)))


def _values(cells: Mapping[str, str], name: str, problems: list[str]) -> tuple[dict[str, object], Role | None]:
    """The line's values as the model keeps them. What cannot be understood is added to `problems`."""
    values: dict[str, object] = {"name": name, **{text: cells[text] for text in TEXTS if text in cells}}
    if status := cells.get("status", "").lower():
        if status not in STATUSES:
            problems.append(f"The status is one of {', '.join(STATUSES)}, not “{cells['status']}”.")
        values |= {"is_guest": status == "guest", "is_active": status != "former"}
    if "joined_on" in cells:
        values["joined_at"] = _understood(_noon, cells["joined_on"], problems)
    role = _understood(_role, cells["role"], problems) if "role" in cells else None
    return values, role


def _understood(read: Callable[[str], T], cell: str, problems: list[str]) -> T | None:
    try:
        return read(cell)
    except ValueError as error:
        problems.append(str(error))
        return None


def _noon(cell: str) -> datetime:
    """The middle of that day on the club's clock."""
    for pattern in DATES:
        try:
            day = datetime.strptime(cell, pattern).date()
        except ValueError:
            continue
        return timezone.make_aware(datetime.combine(day, time(12)))
    raise ValueError(f"“{cell}” is no date; write it as 2026-11-21.")


def _role(cell: str) -> Role:
    if cell.lower() in GIVEN_BY_LISTS:
        return Role(cell.lower())
    raise ValueError(f"The role is one of {', '.join(GIVEN_BY_LISTS)}, not “{cell}”.")


def _find(club: _Club, cells: Mapping[str, str], name: str, problems: list[str]) -> tuple[Member | None, str]:
    """Whom the line means. Two who fit equally well are a problem, not a guess."""
    for what, words, value in (
        ("external_id", "number", cells.get("external_id", "")),
        ("email", "e-mail", cells.get("email", "")),
        ("name", "name", name),
    ):
        found = club.found(what, value)
        if len(found) > 1:
            problems.append(f"Two members have this {words}: give the number of the one that is meant.")
        if found:
            return found[0], words
    return None, ""


def _compared(outcome: Outcome, values: Mapping[str, object], role: Role | None, overwrite: bool) -> Outcome:
    """Sort the values into those to write and those to keep."""
    member = outcome.member
    if member is None:
        values = {"is_guest": False, "is_active": True, **values}
        return replace(outcome, values=values, role=None if values["is_guest"] else role or Role.PLAYER)
    changes, kept, written = [], [], {}
    for what, after in values.items():
        before = getattr(member, what)
        if _same(before, after) or (what == "external_id" and outcome.found_by == "number"):
            continue
        change = Change(_label(what), _shown(before), _shown(after))
        if overwrite or before == "":
            changes.append(change)
            written[what] = after
        else:
            kept.append(change)
    new_role = _new_role(member, role, joins=written.get("is_guest") is False)
    if new_role:
        (changes if overwrite else kept).append(Change("role", member.role.value, new_role.value))
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
    """Is it what stands there already? Of the moment of joining a list knows the day only."""
    if isinstance(before, datetime) and isinstance(after, datetime):
        return timezone.localdate(before) == timezone.localdate(after)
    return before == after


def _label(what: str) -> str:
    return {field.name: str(field.verbose_name) for field in Member._meta.fields}[what]


def _shown(value: object) -> str:
    if isinstance(value, datetime):
        return timezone.localdate(value).isoformat()
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)


def _checked(outcome: Outcome) -> Outcome:
    """The outcome with what the model itself finds wrong with the values."""
    member = outcome.member or Member()
    known = {name: getattr(member, name) for name in outcome.values}
    for name, value in outcome.values.items():
        setattr(member, name, value)
    try:
        member.clean_fields(exclude={"password", "username"})
        problems = _guest_problem(member)
    except ValidationError as error:
        problems = [f"{_label(name)}: {' '.join(told)}" for name, told in error.message_dict.items()]
    for name, value in known.items():
        setattr(member, name, value)
    return replace(outcome, problems=tuple(problems))


def _permitted(outcome: Outcome, by: Member) -> Outcome:
    """The outcome with what is not for the importer to do."""
    if outcome.kind != "change" or outcome.member is None:
        return outcome
    if not may_keep_record(by, outcome.member):
        return replace(outcome, problems=(OF_AN_OWNER,))
    if outcome.member == by and outcome.values.get("is_active") is False:
        return replace(outcome, problems=("This is you: nobody takes themselves off the list.",))
    return outcome


def _guest_problem(member: Member) -> list[str]:
    return ["Has a sign-in name, so cannot be a guest."] if member.is_guest and member.username else []


def carry_out(*, plan: Plan, by: Member, now: datetime) -> int:
    """Write the lines without problems, in one transaction; the number of members added or changed.

    Raises CannotLeave, and writes nothing, when a line says of the only owner, or of somebody in the middle of a
    rubber, that they have left; PermissionDenied for a record that is not for `by` to keep.
    """
    groups = {group.name: group for group in Group.objects.filter(name__in=Role)}
    membership = Member.groups.through
    with write_transaction():
        _refuse_owners(plan.of_kind("change"), by)
        new = [(_written(outcome, Member(joined_at=now)), outcome.role) for outcome in plan.of_kind("new")]
        for member, _ in new:
            member.set_unusable_password()
        Member.objects.bulk_create([member for member, _ in new])
        membership.objects.bulk_create(
            membership(member=member, group=groups[role]) for member, role in new if role is not None
        )
        for outcome in plan.of_kind("change"):
            _change(outcome, groups, by, now)
        if plan.to_write:
            counts = f"{plan.counts['new']} new, {plan.counts['change']} changed"
            note_deed(what=Deed.What.IMPORTED, by=by, now=now, after=counts)
    return len(plan.to_write)


def _refuse_owners(changed: Iterable[Outcome], by: Member) -> None:
    """The plan is asked again, of who owns the club now."""
    members = {outcome.member.pk for outcome in changed if outcome.member}
    owners = Member.objects.filter(is_superuser=True) if members else []
    if any(owner.pk in members and not may_keep_record(by, owner) for owner in owners):
        raise PermissionDenied(OF_AN_OWNER)


def _change(outcome: Outcome, groups: Mapping[str, Group], by: Member, now: datetime) -> None:
    member = outcome.member
    if member is None:
        return
    was_active, before = member.is_active, member.role if outcome.role else None
    _written(outcome, member)
    leaves, comes_back = was_active and not member.is_active, member.is_active and not was_active
    member.is_active = was_active
    member.save()
    if outcome.role and before:
        member.groups.set([groups[outcome.role]])
        note_deed(what=Deed.What.ROLE, member=member, by=by, now=now, before=before.value, after=outcome.role.value)
    if leaves:
        leave_club(member=member, by=by, now=now)
    elif comes_back:
        come_back(member=member, by=by, now=now)


def _written(outcome: Outcome, member: Member) -> Member:
    for name, value in outcome.values.items():
        setattr(member, name, value)
    if outcome.role:
        member.is_staff = outcome.role.opens_the_office
    return member
