"""The effect of a list, row by row. Nothing is written."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from clubscore.members.importing.cells import full_name, values_of
from clubscore.members.importing.club import Club, find_member, households_of
from clubscore.members.importing.comparison import checked, compared
from clubscore.members.importing.dates import DateOrder, reading_of
from clubscore.members.importing.member_list import REQUIRED, ImportRow
from clubscore.members.importing.outcome import ImportPlan, RowOutcome
from clubscore.members.importing.synonyms import status_named
from clubscore.members.models import Member
from clubscore.members.permissions import may_keep_record

MISSING = {
    "first_name": gettext_lazy("The first name is missing."),
    "last_name": gettext_lazy("The surname is missing."),
}
KEYS = {
    "member": "first_name",
    "name": "first_name",
    "number": "external_id",
}
OF_AN_OWNER = gettext_lazy("An owner’s record is changed by owners only.")


def plan_import(
    *,
    rows: Sequence[ImportRow],
    overwrite: bool,
    by: Member,
    date_order: DateOrder | None = None,
) -> ImportPlan:
    """The plan of an import: the effect of each row on the club, or the problems of the row. Nothing is written.

    A row means the member with its number, else with its e-mail address and first name, else with exactly its name;
    else it adds a new member. A blank never replaces a value; a value replaces another only with `overwrite`. A row has
    a problem if it would change a record that the member `by` may not change, such as an owner's.

    `date_order` is the order of day and month that the admin has chosen; None if the dates of the list decide.
    """
    members = (
        Member.objects.filter(erased_at=None)
        .select_related("merged_into")
        .prefetch_related("groups", "merged_into__groups")
        .order_by("pk")
    )
    people = ((row.cells.get("email", ""), full_name(row.cells)) for row in rows)
    club = Club(members, households=households_of(people))
    days = (row.cells.get("joined_on", "") for row in rows)
    dates = reading_of(days, chosen=date_order)
    outcomes = [_outcome(row, club, overwrite, dates.order) for row in rows]
    return ImportPlan([_permitted(outcome, by) for outcome in outcomes], dates)


def _outcome(
    row: ImportRow, club: Club, overwrite: bool, date_order: DateOrder | None
) -> RowOutcome:
    cells = {name: value for name, value in row.cells.items() if value}
    name = full_name(cells)
    problems: list[str] = []

    def note(column: str, sentence: str) -> None:
        problems.append(row.at(column, sentence))

    values, role = values_of(cells, note, date_order)
    member, found_by = find_member(club, cells, name, note)
    if row.problem:
        problems.insert(0, row.problem)
    elif not _needs_one_name_only(cells, name, club):
        missing = [part for part in REQUIRED if part not in cells]
        problems = [row.at(part, str(MISSING[part])) for part in missing] + problems
    for what, sentence in club.repeats(row.number, _keys(cells, name, member)):
        note(KEYS[what], sentence)
    outcome = RowOutcome(
        row.number,
        name or _("nobody"),
        member=member,
        found_by=found_by,
        shares_email_with=_shares_email_with(club, cells, row, member),
        problems=tuple(problems),
    )
    if outcome.problems:
        return outcome
    return checked(compared(outcome, values, role, overwrite), row)


def _keys(
    cells: Mapping[str, str], name: str, member: Member | None
) -> list[tuple[str, str]]:
    """The values that no two rows of a list may share, as (kind, value): the member and the number.

    For a new member, for whom `member` is None, the name takes the place of the member.
    """
    person = ("member", str(member.pk)) if member else ("name", name)
    return [person, ("number", cells.get("external_id", ""))]


def _shares_email_with(
    club: Club, cells: Mapping[str, str], row: ImportRow, member: Member | None
) -> str:
    """The name of somebody else who has the e-mail address of a new member; empty if nobody has it.

    It is the name of a member of the club, or of an earlier row of the list.
    """
    email = cells.get("email", "")
    earlier = club.first_with_email(email, full_name(row.cells))
    if member:
        return ""
    sharing = club.found("email", email)
    return sharing[0].name if sharing else earlier


def _needs_one_name_only(cells: Mapping[str, str], name: str, club: Club) -> bool:
    """True if the row needs no surname: it is a guest, or the club has a member with exactly this name."""
    if "first_name" not in cells:
        return False
    if status_named(cells.get("status", "")) == "guest":
        return True
    return bool(club.found("name", name))


def _permitted(outcome: RowOutcome, by: Member) -> RowOutcome:
    """The outcome, with a problem if `by` may not change the record, or if the row marks `by` as a former member."""
    if outcome.kind != "change" or outcome.member is None:
        return outcome
    if not may_keep_record(by, outcome.member):
        return replace(outcome, problems=(str(OF_AN_OWNER),))
    if outcome.member == by and outcome.values.get("is_active") is False:
        return replace(
            outcome, problems=(_("This is you: nobody takes themselves off the list."),)
        )
    return outcome
