"""The effect of a list, row by row. Nothing is written."""

from collections.abc import Iterable, Mapping
from dataclasses import replace

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from clubscore.members.importing.cells import full_name, values_of
from clubscore.members.importing.club import Club, find_member
from clubscore.members.importing.comparison import checked, compared
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
    "e-mail": "email",
}
OF_AN_OWNER = gettext_lazy("An owner’s record is changed by owners only.")


def plan_import(
    *, rows: Iterable[ImportRow], overwrite: bool, by: Member
) -> ImportPlan:
    """The plan of an import: the effect of each row on the club, or the problems of the row. Nothing is written.

    A row means the member with its number, else with its e-mail address, else with exactly its name; else it adds a new
    member. A blank never replaces a value; a value replaces another only with `overwrite`. A row has a problem if it
    would change a record that the member `by` may not change, such as an owner's.
    """
    members = (
        Member.objects.filter(erased_at=None)
        .select_related("merged_into")
        .prefetch_related("groups", "merged_into__groups")
        .order_by("pk")
    )
    club = Club(members)
    outcomes = [_outcome(row, club, overwrite) for row in rows]
    return ImportPlan([_permitted(outcome, by) for outcome in outcomes])


def _outcome(row: ImportRow, club: Club, overwrite: bool) -> RowOutcome:
    cells = {name: value for name, value in row.cells.items() if value}
    name = full_name(cells)
    problems: list[str] = []

    def note(column: str, sentence: str) -> None:
        problems.append(row.at(column, sentence))

    values, role = values_of(cells, note)
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
        problems=tuple(problems),
    )
    if outcome.problems:
        return outcome
    return checked(compared(outcome, values, role, overwrite), row)


def _keys(
    cells: Mapping[str, str], name: str, member: Member | None
) -> list[tuple[str, str]]:
    """The values that no two rows of a list may share, as (kind, value): the member, the number and the e-mail address.

    For a new member, for whom `member` is None, the name takes the place of the member.
    """
    person = ("member", str(member.pk)) if member else ("name", name)
    number = ("number", cells.get("external_id", ""))
    email = ("e-mail", cells.get("email", ""))
    return [person, number, email]


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
