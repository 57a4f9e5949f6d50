"""The effect of a list of members: an outcome for each row, and the plan of the whole list."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from django.utils.translation import gettext as _

from clubscore.members.importing.dates import DateReading
from clubscore.members.models import Member
from clubscore.members.roles import Role


@dataclass(frozen=True, slots=True)
class ImportChange:
    """A difference between a member's record and a row of the list, in words for a page.

    `what` is the field, `before` the value in the record and `after` the value in the list.
    """

    what: str
    before: str
    after: str


@dataclass(frozen=True, slots=True)
class RowOutcome:
    """The effect that importing one row will have. Without a `member` the row adds a new member.

    `values` are to be written, by field. `changes` are the differences that will be written, `kept` those where the
    record stays as it is. `found_by` is the kind of value by which the member was found: `number`, `e-mail` or `name`.
    `shares_email_with` is the name of somebody else with the e-mail address of a new member.
    """

    line: int
    """The number of the row."""
    name: str
    member: Member | None = None
    found_by: str = ""
    shares_email_with: str = ""
    values: Mapping[str, object] = field(default_factory=dict)
    role: Role | None = None
    changes: tuple[ImportChange, ...] = ()
    kept: tuple[ImportChange, ...] = ()
    problems: tuple[str, ...] = ()

    @property
    def found_words(self) -> str:
        """The member, and the kind of value that found the member: `is Anna, by number`; empty for a new member."""
        words = {
            "number": _("is %(member)s, by number"),
            "e-mail": _("is %(member)s, by e-mail"),
            "name": _("is %(member)s, by name"),
        }
        if self.member is None:
            return ""
        return words[self.found_by] % {"member": self.member.name}

    @property
    def kind(self) -> str:
        if self.problems:
            return "problem"
        if self.member is None:
            return "new"
        return "change" if self.changes else "same"


@dataclass(frozen=True, slots=True)
class ImportPlan:
    """The effect that importing the whole list will have: an outcome for each row, and how the dates were read."""

    outcomes: list[RowOutcome]
    dates: DateReading

    def of_kind(self, kind: str) -> list[RowOutcome]:
        return [outcome for outcome in self.outcomes if outcome.kind == kind]

    @property
    def counts(self) -> dict[str, int]:
        return {
            kind: len(self.of_kind(kind))
            for kind in ("new", "change", "same", "problem")
        }

    @property
    def problems_first(self) -> list[RowOutcome]:
        """All outcomes, rows with problems first, so that an admin sees them at once."""
        return sorted(self.outcomes, key=lambda outcome: outcome.kind != "problem")

    @property
    def to_write(self) -> list[RowOutcome]:
        return self.of_kind("new") + self.of_kind("change")
